import { besidePage } from './beside-page.tsx'

/** On every page of a signed-in person while the carrier takes no calls. */
export const CarrierBanner = besidePage(
  async () => (await import('../features/calls/carrier-trouble.tsx')).CarrierTrouble,
  () => null,
)
