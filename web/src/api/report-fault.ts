import { call } from './call.ts'

/** Each fault is reported once per page. */
const MOST = 5
const told = new Set<string>()

/** Reports the error's name and place in our script. Never its message, which may hold personal data. */
export function reportFault(kind: 'error' | 'rejection' | 'drawing', fault: unknown): void {
  const body = { kind, name: nameOf(fault), at: placeOf(fault), page: location.pathname }
  const key = JSON.stringify(body)
  if (told.size >= MOST || told.has(key)) return
  told.add(key)
  call('reportFault', { body }).catch(() => undefined) // fire and forget
}

const nameOf = (fault: unknown): string =>
  fault instanceof Error && /^[A-Za-z]{1,40}$/.test(fault.name) ? fault.name : 'Other'

/** The first stack frame in one of our scripts. */
function placeOf(fault: unknown): string | null {
  const stack = fault instanceof Error ? (fault.stack ?? '') : ''
  return /\/assets\/([\w-]{1,60}\.js:\d{1,7}:\d{1,7})/.exec(stack)?.[1] ?? null
}
