import { inTab } from '../browser/storage.ts'

const KEY = 'accountDeleted'

/** For the page that opens after the account was deleted (ACCT-3): the person's own data is forgotten before. */
export function rememberFarewell(): void {
  inTab.write(KEY, '1')
}

/** Whether the account was just deleted in this tab; true once. */
export function takeFarewell(): boolean {
  const said = inTab.read(KEY) !== null
  inTab.remove(KEY)
  return said
}
