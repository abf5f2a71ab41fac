import { besidePage } from '../beside-page.tsx'

/** On every page of a signed-in person: while the server can't be asked, and while the carrier takes no calls. */
export const AppBanners = besidePage(
  async () => {
    const [{ SilenceBanner }, { CarrierTrouble }] = await Promise.all([
      import('./silence-banner.tsx'),
      import('../../features/calls/carrier-trouble.tsx'),
    ])
    return () => (
      <>
        <SilenceBanner />
        <CarrierTrouble />
      </>
    )
  },
  () => null,
)
