/** Opens the device's share sheet; null where there is none. Closing it without sharing isn't an error. */
export const shareSheet: ((url: string) => Promise<void>) | null =
  typeof navigator !== 'undefined' && 'share' in navigator
    ? (url) => navigator.share({ url }).catch(() => undefined)
    : null
