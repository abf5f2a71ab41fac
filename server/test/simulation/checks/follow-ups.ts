import type { Instant } from '@reveille/core/time/time-zone'
import type { Person } from '../people/person.ts'
import { sureScreen } from '../people/screen.ts'
import type { Check, Report } from './check.ts'
import { confirmation, provenAt, type CallFact, type Facts, type OccurrenceFact } from './facts.ts'
import { possibleStatuses } from './history-equals-log.ts'
import { MARK_TO_REQUEST_MS } from './timing.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** The carrier reports whole seconds. */
const ROUNDING_MS = SECOND_MS

const MOST_RINGS = 9
const LAST_DUE_MS = 60 * MINUTE_MS
const AT_ONCE_MS = 20 * SECOND_MS
const WAITS_MS = [90 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 90 * SECOND_MS]
/** For a person who hasn't agreed to more. */
const OLD_WAITS_MS = [5 * MINUTE_MS, 5 * MINUTE_MS]

/** From this attempt on the second number rings, if there is one. */
const SECOND_FROM_TRY = 4

/** What may follow a call: its kind, and when it is due by the carrier's own log. */
export type FollowUp = { kind: string; dueAt: Instant }

type Agreement = Pick<Facts, 'agreedAt' | 'personOf'>

/** No more calls than allowed, none too soon, none of the wrong kind, none after a proof. */
export const checkFollowUps: Check = ({ profile, people }, facts, report) => {
  const tolerance = ROUNDING_MS + 2 * profile.clockOffsetMs
  for (const occurrence of facts.occurrences) {
    const made = madeOf(occurrence)
    for (const [place, call] of made.entries()) {
      const left = call.requests[0]?.at
      if (place === 0 || left === undefined) continue
      const allowed = followUps(occurrence, place - 1, facts).filter(({ kind }) => kind === call.kind)
      const earliest = Math.min(...allowed.map(({ dueAt }) => dueAt))
      if (allowed.length === 0)
        report(`I3 call ${call.id} is a ${call.kind}: ${allowedWords(occurrence, place, facts)}`)
      else if (left < earliest - tolerance)
        report(`I3 call ${call.id} (${call.kind}) left ${earliest - left} ms too soon`)
    }
    checkLimits(occurrence, report)
    checkProven(occurrence, made, report)
  }
  for (const { proofs, userId } of people) {
    for (const proof of proofs) {
      const { scheduleId, at, isSecondCheck } = proof
      const own = facts.occurrences.filter((one) => one.userId === userId && one.scheduleId === scheduleId)
      const calls = own.flatMap((one) => one.calls.filter((call) => call.provenOnPageAt !== null))
      if (scheduleId !== null && own.length > 0 && calls.length === 0)
        report(`WAKE-16 person ${userId} was told at ${at} that ${isSecondCheck ? 'the check' : 'it'} is proven`)
    }
  }
}

function allowedWords(occurrence: OccurrenceFact, place: number, facts: Agreement): string {
  const kinds = followUps(occurrence, place - 1, facts).map(({ kind }) => kind)
  return `after call ${madeOf(occurrence)[place - 1]!.id} it should be ${kinds.join(' or ') || 'nothing'}`
}

/** The most rings, and the last instant. */
function checkLimits(occurrence: OccurrenceFact, report: Report): void {
  const rings = occurrence.calls.flatMap(({ taken }) => taken).filter(({ ringingAt }) => ringingAt !== null)
  if (rings.length > MOST_RINGS) report(`WAKE-14 occurrence ${occurrence.id} rang ${rings.length} times`)
  for (const { id, dueAt } of occurrence.calls)
    if (dueAt > occurrence.dueAt + LAST_DUE_MS)
      report(`WAKE-14 call ${id} was due later than an hour after its morning`)
}

/** After a proof only Strict's second check rings, and nothing after that one's. */
function checkProven(occurrence: OccurrenceFact, made: readonly CallFact[], report: Report): void {
  const { id, proof } = occurrence
  const proven = made.flatMap((call) => {
    const at = provenAt(call)
    const isLast = proof !== 'strict' || call.kind === 'second-check' || stopsAll(call)
    return at === null ? [] : [{ at, isLast }]
  })
  for (const call of made) {
    for (const { at } of call.requests) {
      const before = proven.filter((one) => one.at < at - MARK_TO_REQUEST_MS)
      if (before.some(({ isLast }) => isLast) || (before.length > 0 && call.kind !== 'second-check'))
        report(`I8 WAKE-16 call ${call.id} of occurrence ${id} left after it was proven`)
    }
  }
}

const stopsAll = ({ taken }: CallFact) => taken.some(({ keys }) => keys.some(({ effect }) => effect === 'stop-all'))

/** Calls that were made or found no slot, which decide what follows. */
export function madeOf({ calls }: Pick<OccurrenceFact, 'calls'>): CallFact[] {
  return calls.filter(({ requests, failure }) => requests.length > 0 || failure === 'no-capacity')
}

type End = 'proven' | 'snoozed' | 'silent' | 'unheard' | 'network' | 'refused' | 'over'

/** How a call may have ended, by what the carrier knows; several if nobody could tell us. */
export function endsOf(call: CallFact): End[] {
  const [taken] = call.taken
  if (isRefused(call)) return ['refused']
  if (taken === undefined) return [endUntaken(call)]
  if (stopsAll(call)) return ['over']
  const isPerhapsProven = call.provenOnPageAt !== null
  if (confirmation(taken, call.proof) !== null) return ['proven']
  const effects = new Set(taken.keys.map(({ effect }) => effect))
  if (effects.has('snooze')) return isPerhapsProven ? ['proven', 'snoozed'] : ['snoozed']
  const ends = new Set<End>(isPerhapsProven ? ['proven'] : [])
  if (effects.has('unknown')) for (const end of ['proven', 'snoozed', 'silent'] as const) ends.add(end)
  for (const status of possibleStatuses(call)) {
    if (status === 'unconfirmed') ends.add('silent')
    if (status === 'no_answer') ends.add('unheard')
    // Until the verdict arrived it looked like a talk.
    if (status === 'no_answer' && taken.machineAt !== null && (taken.talkedS ?? 0) >= 3) ends.add('silent')
    if (status === 'failed') for (const end of failedEnds(call)) ends.add(end)
  }
  return [...ends]
}

const endUntaken = ({ failure, kind }: CallFact): End =>
  failure === 'no-capacity' && kind !== 'first' ? 'unheard' : 'over'

function failedEnds({ taken }: CallFact): End[] {
  const { how, ringingAt } = taken[0]!
  if (how === 'unwanted') return ['over', 'network']
  return ringingAt === null ? ['network'] : ['unheard', 'network']
}

/** Refused for good, as we were told: by the network's code, or at the request. */
export const isRefused = ({ failure }: CallFact) => failure === 'number-refused' || failure === 'invalid-number'

/** Which attempt the last of these calls belongs to, from 1. */
function tryOf(made: readonly CallFact[]): number {
  const redials = redialsOf(made)
  return made.reduce((tries, call, place) => {
    if (!['retry', 'wake-check'].includes(call.kind) || redials.includes(call)) return tries
    return tryAfter(made[place - 1], tries)
  }, 1)
}

/** After a number that was refused for good, the second number's first attempt follows. */
function tryAfter(before: CallFact | undefined, tries: number): number {
  return before !== undefined && isRefused(before) ? Math.max(tries + 1, SECOND_FROM_TRY) : tries + 1
}

/** Whether a call is for the second number, if that may be called. */
export function isForSecond(occurrence: OccurrenceFact, call: CallFact): boolean {
  const made = madeOf(occurrence)
  return tryOf(made.slice(0, made.indexOf(call) + 1)) >= SECOND_FROM_TRY
}

/** What docs/waking.md allows after the call at this place. */
export function followUps(occurrence: OccurrenceFact, place: number, { agreedAt, personOf }: Agreement): FollowUp[] {
  const made = madeOf(occurrence).slice(0, place + 1)
  const call = made.at(-1)!
  const endedAt = call.taken[0] === undefined ? call.endedAt : call.taken[0].endedAt
  if (endedAt === null || occurrence.isSample) return []
  const ended = Math.floor(endedAt / SECOND_MS) * SECOND_MS
  const latest = occurrence.dueAt + LAST_DUE_MS
  const agreed = agreedAt(occurrence.userId)
  const isAgreed = agreed !== null && agreed < occurrence.dueAt
  const isPerhapsAgreed = agreed !== null && agreed < endedAt + MINUTE_MS
  const waits = [...(isAgreed ? [] : [OLD_WAITS_MS]), ...(isPerhapsAgreed ? [WAITS_MS] : [])]
  const rings = made.filter((one) => endsOf(one).some((end) => end !== 'network')).length
  if (rings >= MOST_RINGS) return []
  const hasSecond = mayRingSecond(personOf(occurrence.userId), call, endedAt)
  const next = endsOf(call).flatMap((end) => {
    // A proof on the dashboard may come after the end.
    const from = end === 'proven' ? Math.max(ended, call.provenOnPageAt ?? 0) : ended
    return afterEnd(end, { occurrence, made, waits, hasSecond }).map(({ kind, afterMs }) => ({
      kind,
      dueAt: from + afterMs,
    }))
  })
  return next
    .map(({ kind, dueAt }) => ({ kind, dueAt: kind === 'snooze' ? Math.min(dueAt, latest) : dueAt }))
    .filter(({ dueAt }) => dueAt <= latest + ROUNDING_MS)
}

/** Whether there may have been a second number for what follows a call that was refused to the first one. */
function mayRingSecond({ screens, firsts }: Person, { requests }: CallFact, endedAt: Instant): boolean {
  const screen = sureScreen(screens, endedAt - SECOND_MS, endedAt + MINUTE_MS)
  return requests.some(({ to }) => firsts.includes(to)) && (screen === null || screen.second?.rings === true)
}

type Around = {
  occurrence: OccurrenceFact
  made: readonly CallFact[]
  waits: readonly (readonly number[])[]
  hasSecond: boolean
}

function afterEnd(end: End, { occurrence, made, waits, hasSecond }: Around): { kind: string; afterMs: number }[] {
  const { proof, callRetry, snoozeMinutes } = occurrence
  const call = made.at(-1)!
  const isProven = end === 'proven' || made.slice(0, -1).some((one) => provenAt(one) !== null)
  const same = { kind: call.kind === 'first' ? 'retry' : call.kind, afterMs: AT_ONCE_MS }
  const redials = redialsOf(made)
  const again = end === 'network' && redials.length < 2 ? [same] : []
  if (isProven && call.kind !== 'second-check')
    return proof === 'strict' ? [{ kind: 'second-check', afterMs: 10 * MINUTE_MS }] : []
  if (call.kind === 'second-check') {
    const checks = made.filter((one) => one.kind === 'second-check' && !redials.includes(one)).length
    if (end !== 'unheard' && end !== 'network') return []
    return checks < 2 ? [...again, { kind: 'second-check', afterMs: 2 * MINUTE_MS }] : again
  }
  const tries = tryOf(made) - 1
  const isChecked = made.some(({ kind }) => kind === 'wake-check')
  switch (end) {
    case 'snoozed':
      return [{ kind: 'snooze', afterMs: snoozeMinutes * MINUTE_MS }]
    case 'silent': {
      const mayCheck = callRetry ? waits.some(({ length }) => tries < length) : !isChecked
      return mayCheck ? [{ kind: 'wake-check', afterMs: 5 * MINUTE_MS }] : []
    }
    case 'refused': {
      const mayFollow = callRetry && waits.some(({ length }) => tryAfter(call, tries + 1) <= 1 + length)
      return hasSecond && mayFollow ? [{ kind: 'retry', afterMs: AT_ONCE_MS }] : []
    }
    case 'unheard':
    case 'network': {
      if (again.length > 0) return again
      const after = callRetry ? waits.flatMap((wait) => wait[tries] ?? []) : []
      return after.map((afterMs) => ({ kind: 'retry', afterMs }))
    }
    default:
      return []
  }
}

/** Immediate retries after a network failure. */
function redialsOf(made: readonly CallFact[]): CallFact[] {
  return made.filter((call, place) => {
    const before = made[place - 1]
    const wait = call.dueAt - (before?.endedAt ?? 0)
    return before?.status === 'failed' && !isRefused(before) && wait === AT_ONCE_MS
  })
}
