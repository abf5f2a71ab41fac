import { inTab } from '../browser/storage.ts'

const KEY = 'errand'

/** Remembers the page that needed preferences first, to return there. */
export function rememberErrand(path: string): void {
  inTab.write(KEY, path)
}

export function forgetErrand(): void {
  inTab.remove(KEY)
}

let ringsNext = false

/** The number is the last step to a first call: once it's verified, the phone rings. Forgotten by a reload. */
export function ringWhenVerified(): void {
  ringsNext = true
}

export function takeRing(): boolean {
  const taken = ringsNext
  ringsNext = false
  return taken
}

/** Returns and forgets the page to return to, or null. */
export function takeErrand(): string | null {
  const path = inTab.read(KEY)
  forgetErrand()
  return path
}
