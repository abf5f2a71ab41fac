const KEY = 'reloadedFor'

/**
 * A script of this page is gone, most likely because a newer version came out while the page was open: the page is loaded
 * anew, once, and gets the new one. Whatever was typed is kept in the tab. A second time the error is thrown.
 */
export function reloadOnce(error: unknown): Promise<never> {
  if (!navigator.onLine || sessionStorage.getItem(KEY) === location.pathname) throw error
  sessionStorage.setItem(KEY, location.pathname)
  location.reload()
  return new Promise(() => {}) // the page is about to go
}
