import { paths } from '@reveille/contract/pages'

export { paths }

/** Where this page is, to return to it. */
export const ownAddress = (): string => location.pathname + location.search

export const editSchedule = (id: number): string => `${paths.schedule}?id=${id}`

/** Verifies the current number again, by text. */
export const provenByText = `${paths.phone}?by=text`

/** Where calls that were turned off come back. */
export const callsSwitch = `${paths.account}#consents`

export const secondNumber = `${paths.phone}?as=second`

const PRIVATE = new Set<string>([
  paths.dashboard,
  paths.preferences,
  paths.schedule,
  paths.history,
  paths.account,
  paths.phone,
  paths.phoneByText,
  paths.phoneCode,
])

/** Pages that render as signed in without waiting for the check. */
export function isPrivate(path: string): boolean {
  return PRIVATE.has(path) || path.startsWith(`${paths.dashboard}/`)
}

/** A safe return path or null: only our own pages. */
export function ownPath(address: string | null | undefined): string | null {
  const path = address?.split(/[?#]/, 1)[0] ?? ''
  return address && Object.values<string>(paths).includes(path) ? address : null
}
