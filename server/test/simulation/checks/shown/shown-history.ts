import type { Call } from '@reveille/contract/calls'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Glance } from '../../people/glance.ts'
import type { Person } from '../../people/person.ts'
import { iso, type Check, type Report } from '../check.ts'
import type { CallFact, Facts, OccurrenceFact } from '../facts.ts'
import { followUps, madeOf } from '../follow-ups.ts'
import { possibleStatuses } from '../history-equals-log.ts'

/** The longest time from a carrier's event to a screen, and from a mark to the carrier. */
export const NEWS_MS = 2_000

/** A snooze cut at the last instant of its hour isn't in whole seconds. */
const ROUNDING_MS = 1_000

type Look = Glance & { report: Report }

/** Without faults, every look at the history showed what the carrier knew then, newest first. */
export const checkShownHistory: Check = ({ people, profile }, facts, report) => {
  const { occurrences, gone } = facts
  if (!profile.isFaultless) return
  for (const person of people.filter((one) => !gone.includes(one))) {
    const own = occurrences.filter(({ userId }) => userId === person.userId)
    for (const glance of person.glances) {
      const { from, history } = glance
      const words = `the history of person ${person.userId}, looked at ${iso(from)},`
      const look = { ...glance, report: (what: string) => report(`HIST-1 ${words} ${what}`) }
      const times = history.map(({ callTime }) => callTime)
      if (times.join() !== times.toSorted().toReversed().join()) look.report(`is not the newest first: ${times.join()}`)
      for (const occurrence of own) checkCalls(look, occurrence, facts)
      checkNoMore(look, own)
    }
  }
}

function checkCalls(look: Look, occurrence: OccurrenceFact, facts: Pick<Facts, 'agreedAt' | 'personOf'>): void {
  for (const [place, call] of madeOf(occurrence).entries()) {
    const [taken] = call.taken
    if (taken === undefined) continue
    const person = facts.personOf(call.userId)
    const shown = look.history.filter(({ callSid }) => callSid === taken.sid)
    const isKnown = taken.createdAt < look.from - NEWS_MS
    if (shown.length > 1 || (isKnown && shown.length === 0)) look.report(`shows ${taken.sid} ${shown.length} times`)
    const isFirst = { kind: call.kind, dueAt: occurrence.dueAt }
    const allowed = place === 0 ? [isFirst] : followUps(occurrence, place - 1, facts)
    const isAllowed = (kind: string, at: Instant) =>
      allowed.some((one) => one.kind === kind && Math.abs(one.dueAt - at) < ROUNDING_MS)
    for (const entry of shown) {
      checkState(look, entry, call)
      checkNumber(look, entry, { person, to: taken.to })
      if (entry.kind !== call.kind || !isAllowed(entry.kind, Date.parse(entry.callTime)))
        look.report(`shows ${taken.sid} as a ${entry.kind} of ${entry.callTime}`)
      const isListed = look.schedules.some(({ id }) => id === occurrence.scheduleId)
      if (entry.scheduleId !== occurrence.scheduleId && (isListed || entry.scheduleId !== null))
        look.report(`shows ${taken.sid} as of schedule ${entry.scheduleId}`)
    }
  }
}

/** The history says which phone rang; one that has been both may be named either way. */
function checkNumber(
  { report }: Look,
  { callSid, secondNumber }: Call,
  { person, to }: { person: Person; to: string },
) {
  const { firsts, seconds } = person
  const isRight = secondNumber === null ? firsts.includes(to) : seconds.includes(to) && to.endsWith(secondNumber)
  if (!isRight) report(`shows that ${callSid} rang ${secondNumber ?? 'the first number'}, it was ${to}`)
}

type State = { phase: Call['phase']; from: Instant | null; until: Instant | null; statuses: readonly string[] }

/** The phase and status of a moment ago, or of a call that has just ended. */
function checkState({ from, by, report }: Look, { phase, status, duration }: Call, call: CallFact): void {
  const taken = call.taken[0]!
  const { createdAt, ringingAt, answeredAt, endedAt } = taken
  const states: State[] = [
    { phase: 'dialling', from: createdAt, until: ringingAt ?? endedAt, statuses: ['pending'] },
    { phase: 'ringing', from: ringingAt, until: answeredAt ?? endedAt, statuses: ['pending'] },
    { phase: 'in-progress', from: answeredAt, until: endedAt, statuses: ['answered'] },
    { phase: 'ended', from: endedAt, until: null, statuses: possibleStatuses(call) },
  ]
  const held = states.find((state) => state.phase === phase)
  const began = held?.from ?? Number.POSITIVE_INFINITY
  const over = held?.until ?? Number.POSITIVE_INFINITY
  if (began > by || over < from - NEWS_MS || held?.statuses.includes(status) !== true)
    report(`shows ${taken.sid} as ${phase}, ${status}`)
  if (status === 'completed' && taken.how === 'hung-up' && duration !== taken.talkedS)
    report(`gives ${taken.sid} ${duration} s`)
}

/** A call that the carrier hasn't seen is on its way to it, or was given up. */
function checkNoMore({ history, from, by, report }: Look, own: readonly OccurrenceFact[]): void {
  const calls = own.flatMap((occurrence) => occurrence.calls)
  for (const { callSid, kind, phase, status, callTime } of history) {
    if (callSid !== null) {
      const known = calls.some(({ taken }) => taken.some(({ sid, createdAt }) => sid === callSid && createdAt <= by))
      if (!known) report(`shows ${callSid}, which the carrier has not`)
    } else if (phase === 'dialling' && status === 'pending') {
      const isNow = (at: Instant) => at >= from - NEWS_MS && at <= by + NEWS_MS
      const isOnItsWay = calls.some(
        ({ dueAt, requests }) => dueAt === Date.parse(callTime) && requests.some(({ at }) => isNow(at)),
      )
      if (kind !== 'sample' && !isOnItsWay) report(`shows that a ${kind} of ${callTime} is dialled`)
    } else if (phase !== 'ended' || status !== 'failed') report(`shows a ${kind} of ${callTime} as ${phase}, ${status}`)
  }
}
