import { call } from './call.ts'

/** A page that fails again and again tells it once. */
const MOST = 5
const told = new Set<string>()

/** Tells the operator that this page failed: which error, and where in our script; never its words (SHELL-9). */
export function reportFault(kind: 'error' | 'rejection' | 'drawing', fault: unknown): void {
  const body = { kind, name: nameOf(fault), at: placeOf(fault), page: location.pathname }
  const key = JSON.stringify(body)
  if (told.size >= MOST || told.has(key)) return
  told.add(key)
  call('reportFault', { body }).catch(() => undefined) // nobody waits for it
}

const nameOf = (fault: unknown): string =>
  fault instanceof Error && /^[A-Za-z]{1,40}$/.test(fault.name) ? fault.name : 'Other'

/** The first place in the stack that is a script of ours. */
function placeOf(fault: unknown): string | null {
  const stack = fault instanceof Error ? (fault.stack ?? '') : ''
  return /\/assets\/([\w-]{1,60}\.js:\d{1,7}:\d{1,7})/.exec(stack)?.[1] ?? null
}
