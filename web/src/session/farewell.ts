const KEY = 'accountDeleted'

/** For the page that opens after the account was deleted (ACCT-3): the person's own data is forgotten before. */
export function rememberFarewell(): void {
  sessionStorage.setItem(KEY, '1')
}

/** Whether the account was just deleted in this tab; true once. */
export function takeFarewell(): boolean {
  const said = sessionStorage.getItem(KEY) !== null
  sessionStorage.removeItem(KEY)
  return said
}
