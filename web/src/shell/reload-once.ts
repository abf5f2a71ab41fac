import { isOnline } from '../browser/features.ts'
import { inTab } from '../browser/storage.ts'

const KEY = 'reloadedFor'

/**
 * A script of this page is gone, probably because a newer version was deployed while the page was open: the page is
 * reloaded, once, and gets the new one. Input is kept in the tab. A second time the error is thrown.
 */
export function reloadOnce(error: unknown): Promise<never> {
  if (!isOnline() || inTab.read(KEY) === location.pathname) throw error
  inTab.write(KEY, location.pathname)
  location.reload()
  return new Promise(() => {}) // the page is about to unload
}
