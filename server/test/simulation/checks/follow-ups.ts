import type { Instant } from '@reveille/core/time/time-zone'
import type { Check, Report } from './check.ts'
import { confirmedAt, type CallFact, type OccurrenceFact } from './facts.ts'
import { possibleStatuses } from './history-equals-log.ts'

const MINUTE_MS = 60_000
const GAP_MS: Record<string, number> = { retry: 5 * MINUTE_MS, 'wake-check': 5 * MINUTE_MS, snooze: 9 * MINUTE_MS }

/** The carrier reports whole seconds. */
const ROUNDING_MS = 1_000

const MOST: Record<string, number> = { first: 1, sample: 1, retry: 2, snooze: 3, 'wake-check': 1 }

/** I3, I8: no more tries than allowed, none too soon, none of the wrong kind, none after a confirmation. */
export const checkFollowUps: Check = ({ profile }, { occurrences }, report) => {
  for (const occurrence of occurrences) {
    const dialled = occurrence.calls.filter(({ requests }) => requests.length > 0)
    for (const [kind, most] of Object.entries(MOST)) {
      const count = dialled.filter((call) => call.kind === kind).length
      if (count > most) report(`I3 occurrence ${occurrence.id} has ${count} calls of kind ${kind}`)
    }
    for (const [place, call] of dialled.entries()) {
      const before = dialled[place - 1]
      if (before !== undefined)
        checkStep(occurrence, before, call, { report, tolerance: ROUNDING_MS + 2 * profile.clockOffsetMs })
    }
    checkConfirmed(occurrence, dialled, report)
  }
}

function checkStep(
  occurrence: OccurrenceFact,
  before: CallFact,
  call: CallFact,
  { report, tolerance }: { report: Report; tolerance: number },
): void {
  const ended = before.taken[0]
  if (ended?.endedAt == null) return report(`I3 call ${call.id} follows call ${before.id}, which never ended`)
  const gap = call.requests[0]!.at - ended.endedAt
  const least = (GAP_MS[call.kind] ?? Number.POSITIVE_INFINITY) - tolerance
  if (gap < least) report(`I3 call ${call.id} (${call.kind}) follows ${gap} ms after call ${before.id}`)
  const right = kindsAfter(before, occurrence.callRetry)
  if (!right.includes(call.kind))
    report(
      `I3 call ${call.id} is a ${call.kind}, after call ${before.id} it should be ${right.join(' or ') || 'nothing'}`,
    )
}

/** When what follows is due; the carrier reports the end in whole seconds. */
export const dueAfter = (endedAt: Instant, kind: string): Instant =>
  Math.floor(endedAt / 1000) * 1000 + (GAP_MS[kind] ?? Number.POSITIVE_INFINITY)

/** What CALL-4 and CALL-7 allow after a call, by what the carrier knows of it. */
export function kindsAfter(before: CallFact, callRetry: boolean): string[] {
  const ended = before.taken[0]
  if (ended === undefined || before.kind === 'sample') return []
  const effects = new Set(ended.keys.map(({ effect }) => effect))
  if (effects.has('snooze')) return ['snooze']
  const kinds: string[] = effects.has('unknown') ? ['snooze'] : []
  const mayRetry = callRetry && before.kind !== 'wake-check'
  for (const status of possibleStatuses(ended)) {
    if (status === 'completed') kinds.push('wake-check')
    if (status === 'no_answer' && mayRetry) kinds.push('retry')
    // Until the verdict came it looked like a talk.
    if (status === 'no_answer' && ended.machineAt !== null && ended.how === 'hung-up') kinds.push('wake-check')
  }
  return kinds
}

/** Whether an occurrence had all its calls of this kind. */
export function isUsedUp(dialled: readonly CallFact[], kind: string): boolean {
  return dialled.filter((call) => call.kind === kind).length >= (MOST[kind] ?? 0)
}

function checkConfirmed(occurrence: OccurrenceFact, dialled: readonly CallFact[], report: Report): void {
  const confirmations = dialled.flatMap(({ taken }) => taken.map(confirmedAt)).filter((at) => at !== null)
  const first = Math.min(...confirmations)
  for (const call of dialled)
    for (const { at } of call.requests)
      if (at > first) report(`I8 call ${call.id} of occurrence ${occurrence.id} left after it was confirmed`)
}
