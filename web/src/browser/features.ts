// What a browser may lack, refuse or block, as the first script needs it.

/** False only where the browser is sure. */
export const isOnline = (): boolean => navigator.onLine !== false

/** Null where a script may not see them. */
export function cookies(): string | null {
  try {
    return document.cookie
  } catch {
    return null
  }
}

/** Old browsers, and addresses without https, have no service workers. */
export function keepWorker(address: string): void {
  if ('serviceWorker' in navigator) navigator.serviceWorker.register(address).catch(() => undefined)
}
