import { besidePage } from '../beside-page.tsx'

/** On every page of a signed-in person: while the server can't be asked, while the carrier takes no calls, and what else is off. */
export const AppBanners = besidePage(
  async () => {
    const [{ SilenceBanner }, { CarrierTrouble }, { ClockNews }] = await Promise.all([
      import('./silence-banner.tsx'),
      import('../../features/calls/carrier-trouble.tsx'),
      import('./clock-news.ts'),
    ])
    return () => (
      <>
        <SilenceBanner />
        <CarrierTrouble />
        <ClockNews />
      </>
    )
  },
  () => null,
)
