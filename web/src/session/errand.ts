import { inTab } from '../browser/storage.ts'

const KEY = 'errand'

/** Remembers the page that could not go on without preferences: the detour through them leads back there. */
export function rememberErrand(path: string): void {
  inTab.write(KEY, path)
}

export function forgetErrand(): void {
  inTab.remove(KEY)
}

/** The page that the detour leads back to; null when it was none. It is forgotten. */
export function takeErrand(): string | null {
  const path = inTab.read(KEY)
  forgetErrand()
  return path
}
