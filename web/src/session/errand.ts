import { inTab } from '../browser/storage.ts'

const KEY = 'errand'

/** Remembers the page that needed preferences first, to return there. */
export function rememberErrand(path: string): void {
  inTab.write(KEY, path)
}

export function forgetErrand(): void {
  inTab.remove(KEY)
}

/** Returns and forgets the page to return to, or null. */
export function takeErrand(): string | null {
  const path = inTab.read(KEY)
  forgetErrand()
  return path
}
