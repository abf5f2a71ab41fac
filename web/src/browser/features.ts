// Features that a browser may lack, refuse or block, for the first script.

/** False only if the browser is sure. */
export const isOnline = (): boolean => navigator.onLine !== false

/** Null if scripts can't read them. */
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
