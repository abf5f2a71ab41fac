import { besidePage } from '../beside-page.tsx'

/** Banners of all signed-in pages. */
export const AppBanners = besidePage(
  async () => (await import('./late-banners.tsx')).LateBanners,
  () => null,
)
