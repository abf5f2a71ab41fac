import { besidePage } from '../beside-page.tsx'

/** Banners of all signed-in pages. */
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
