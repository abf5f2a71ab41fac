/** Opens the device's share sheet; null where there is none. Who closes it again has shared nothing. */
export const shareSheet: ((url: string) => Promise<void>) | null =
  typeof navigator !== 'undefined' && 'share' in navigator
    ? (url) => navigator.share({ url }).catch(() => undefined)
    : null
