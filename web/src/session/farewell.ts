import { inTab } from '../browser/storage.ts'

const KEY = 'accountDeleted'

/** Survives the reload that clears the person's data. */
export function rememberFarewell(): void {
  inTab.write(KEY, '1')
}

/** True once, after the account was deleted in this tab. */
export function takeFarewell(): boolean {
  const said = inTab.read(KEY) !== null
  inTab.remove(KEY)
  return said
}
