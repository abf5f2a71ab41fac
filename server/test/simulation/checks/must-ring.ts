import type { Instant } from '@reveille/core/time/time-zone'
import type { CarrierCallRecord, PlacingFate } from '../carrier/carrier-log.ts'
import { stopsOccurrence, type Person } from '../people/person.ts'
import { allowsCalls, ringsOf, sureScreen, wants, type Screen } from '../people/screen.ts'
import type { Stage } from '../stage.ts'
import { iso, type Check, type Report } from './check.ts'
import { provenAt, type CallFact, type Facts, type OccurrenceFact } from './facts.ts'
import { endsOf, followUps, isRefused, madeOf } from './follow-ups.ts'

const MINUTE_MS = 60_000
const CUT_OFF_MS = 10 * MINUTE_MS

/** The dispatcher may not know a more recent change. */
const KNOWN_AFTER_MS = 1_500

/** After this long without a fault, a due call leaves. */
const ENOUGH_FAULTLESS_MS = 25_000

/** A busy line is retried every 15 s. */
const LINE_REST_MS = 20_000

type Case = Pick<Facts, 'calls' | 'occurrences' | 'agreedAt' | 'personOf'> & {
  everybodys: Facts['calls']
  stage: Stage
  person: Person
  report: Report
}

/** What its person wanted rings on time, unless something prevented it to the end. */
export const checkMustRing: Check = (stage, facts, report) => {
  for (const person of stage.people) {
    if (facts.gone.includes(person)) continue
    const calls = facts.calls.filter(({ userId }) => userId === person.userId)
    const occurrences = facts.occurrences.filter(({ userId }) => userId === person.userId)
    const { agreedAt, personOf } = facts
    const one: Case = { stage, person, report, calls, occurrences, agreedAt, personOf, everybodys: facts.calls }
    for (const { scheduleId, at } of expectedCalls(person, stage.world.now())) checkFirst(one, scheduleId, at)
    for (const occurrence of occurrences) checkNext(one, occurrence)
  }
}

function expectedCalls({ screens }: Person, end: Instant): { scheduleId: number; at: Instant }[] {
  const found = new Map<string, { scheduleId: number; at: Instant }>()
  for (const [place, screen] of screens.entries()) {
    const to = screens[place + 1]?.from ?? end
    for (const schedule of screen.schedules) {
      for (const at of ringsOf(schedule, screen.from, to))
        found.set(`${schedule.id} ${at}`, { scheduleId: schedule.id, at })
    }
  }
  return [...found.values()]
}

function checkFirst(one: Case, scheduleId: number, at: Instant): void {
  const { person, occurrences, stage, report, calls } = one
  const occurrence = occurrences.find((o) => o.dueAt === at && o.scheduleId === scheduleId)
  const requests = occurrence?.calls.find(({ kind }) => kind === 'first')?.requests ?? []
  const leftAt = requests[0]?.at ?? null
  const isWanted = (screen: Screen) => wants(screen, scheduleId, at) && allowsCalls(screen)
  if (!heldThroughout(person, { from: at - KNOWN_AFTER_MS, to: leftAt ?? at + CUT_OFF_MS }, isWanted)) return
  const words = `schedule ${scheduleId} of person ${person.userId}, due ${iso(at)}`
  if (leftAt !== null) {
    const isOther = ({ occurrenceId }: CallFact) => occurrenceId !== occurrence?.id
    const others = { ...one, calls: calls.filter(isOther), everybodys: one.everybodys.filter(isOther) }
    if (leftAt > at + punctual(others, at, leftAt))
      report(`CALL-1 ${words}, left ${leftAt - at} ms late without a reason`)
    return
  }
  if (isExcused(one, { from: at, due: at, occurrence: { id: occurrence?.id ?? 0, dueAt: at } })) {
    if (occurrence === undefined && at < stage.world.now() - 30 * MINUTE_MS) report(`I1 ${words}, has no outcome`)
    return
  }
  report(`I1 ${words}, did not ring although nothing stood in its way (${occurrence?.outcome ?? 'no occurrence'})`)
}

/** What must follow an unanswered or snoozed call does follow. */
function checkNext(one: Case, occurrence: OccurrenceFact): void {
  const made = madeOf(occurrence)
  const last = made.at(-1)
  const ended = last?.taken[0]
  if (last === undefined || ended?.endedAt == null || occurrence.isSample || occurrence.scheduleId === null) return
  if (mayHaveChanged(one, occurrence)) return
  // What follows a machine depends on when we learned of it, and what follows a dashboard proof on when it came.
  if (ended.machineAt !== null || last.provenOnPageAt !== null) return
  const ways = followUps(occurrence, made.length - 1, one)
  const [way] = ways
  if (way === undefined || ways.length > 1 || endsOf(last).length > 1) return
  const { kind, dueAt: due } = way
  // What follows a refusal depends on whether there was a second number when we learned of it.
  if (isRefused(last) && !isSurelySecond(one.person, ended)) return
  // At the very end of its hour a second decides.
  if (due > occurrence.dueAt + 60 * MINUTE_MS - 1_000) return
  const isListed = (screen: Screen) =>
    allowsCalls(screen) && screen.schedules.some(({ id }) => id === occurrence.scheduleId)
  const isActive = (screen: Screen) =>
    allowsCalls(screen) && screen.schedules.some(({ id, isActive: active }) => id === occurrence.scheduleId && active)
  // A one-time schedule isn't edited during its call; it vanishes only with its outcome. A pause that ends before this
  // call's time hasn't canceled it.
  const before = { from: ended.endedAt - KNOWN_AFTER_MS, to: due - KNOWN_AFTER_MS }
  if (!heldThroughout(one.person, before, isListed, FIRST_CHANGES)) return
  const window = { from: due - KNOWN_AFTER_MS, to: due + CUT_OFF_MS }
  if (!heldThroughout(one.person, window, isActive, FIRST_CHANGES)) return
  const from = Math.max(due, ended.endToldAt ?? Number.POSITIVE_INFINITY)
  if (isExcused(one, { from, due, occurrence })) return
  one.report(`I1 a ${kind} after call ${last.id} should have left at ${iso(due)} (${occurrence.outcome})`)
}

/** Stopped for today, or more attempts agreed to: what follows depends on whether we learned of an end before that. */
function mayHaveChanged({ agreedAt, person }: Case, occurrence: OccurrenceFact): boolean {
  const agreed = agreedAt(occurrence.userId)
  return (
    person.stops.some((stop) => stopsOccurrence(stop, occurrence)) || (agreed !== null && agreed >= occurrence.dueAt)
  )
}

/** Whether the first number was refused, and a second one could take over from then on. */
function isSurelySecond({ screens, seconds }: Person, { to, endedAt, endToldAt }: CarrierCallRecord): boolean {
  const screen = sureScreen(screens, endedAt!, (endToldAt ?? Number.POSITIVE_INFINITY) + KNOWN_AFTER_MS)
  return screen?.second?.rings === true && !seconds.includes(to)
}

/** A call requested at the former number isn't repeated at the new one. */
const FIRST_CHANGES = ['change-phone', 'second-to-first']

/** Actions that may cancel an expected call and restore it before anybody looks. */
const UNSURE = new Set(['double-click-toggle', 'pause-and-resume', 'stop-for-today'])

/** Whether the call was expected on every screen from `from` to `to`, and no action between could have canceled it. */
function heldThroughout(
  { screens }: Person,
  { from, to }: { from: Instant; to: Instant },
  holds: (screen: Screen) => boolean,
  unsure: readonly string[] = [],
): boolean {
  const first = screens.findLastIndex((screen) => screen.readAt <= from)
  if (first === -1) return false
  for (let place = first; place < screens.length; place++) {
    const screen = screens[place]!
    if (screen.from > to) return true
    if (!holds(screen)) return false
    if (screen.until >= to) return true
    const actions = screen.endedBy.split(' + ')
    if (actions.some((action) => UNSURE.has(action) || unsure.includes(action))) return false
    // A skip is shown only while its call is ahead.
    const mayHaveSkipped = actions.some((action) => action.includes('skip') || action === 'a key')
    if (mayHaveSkipped && (screens[place + 1]?.readAt ?? to) > from) return false
    if (actions.length > 1 && actions.some((action) => action.includes('toggle'))) return false
  }
  return false
}

/** How late a first call may be, in ms; `calls` are its person's others, `everybodys` those of all people. */
function punctual({ stage, calls, everybodys }: Case, at: Instant, leftAt: Instant): number {
  const { faults, log, profile } = stage
  const ahead = log.requests.filter((request) => request.at > at - 3_000 && request.at < leftAt).length
  // A call that is canceled when it already has its slot, and planned again, takes a second one.
  const slotsLost = stage.people
    .flatMap(({ screens }) => screens)
    .filter(({ until }) => until > at - 3_000 && until < leftAt).length
  // A call whose line turns out to be busy has its slot too.
  const slotsUnused = everybodys.filter(
    ({ dueAt, requests }) => dueAt > at - 3_000 && dueAt <= leftAt && !requests.some((request) => request.at < leftAt),
  ).length
  const slots = ahead + slotsLost + slotsUnused
  const allowed = 1_000 + 2 * profile.clockOffsetMs + (slots * 1_000) / profile.callsPerSecond
  const badAnswers = log.requests.some(
    ({ fate, ...request }) => fate !== 'answered' && request.at > at - 90_000 && request.at <= leftAt,
  )
  // An obstacle must have come before the call should have left.
  const isFaultless = faults.isFaultless(at - 30_000, at + allowed) && lineFree(calls, at - LINE_REST_MS, at + allowed)
  return isFaultless && !badAnswers ? allowed : Number.POSITIVE_INFINITY
}

type Waiting = { from: Instant; due: Instant; occurrence: Pick<OccurrenceFact, 'id' | 'dueAt'> }

function isExcused({ stage, calls }: Case, { from, due, occurrence }: Waiting): boolean {
  const last = due + CUT_OFF_MS - ENOUGH_FAULTLESS_MS
  const settled = calls.some(
    (call) =>
      call.occurrenceId !== occurrence.id &&
      isWithin(perhapsProvenAt(call), occurrence.dueAt - 1_000, occurrence.dueAt + CUT_OFF_MS + 1_000),
  )
  if (settled || from > last) return true
  const busy = calls.flatMap(lineHeld)
  // What one of two carriers surely refuses, the other one dials at once.
  const isCovered = (fate: PlacingFate) => stage.profile.carriers === 2 && fate === 'refused-connection'
  const bad = stage.log.requests
    .filter(({ fate }) => fate !== 'answered' && !isCovered(fate))
    .map(({ at }) => [at, at + 75_000] as [Instant, Instant])
  return stage.faults.faultlessFrom(from, last, { clearMs: ENOUGH_FAULTLESS_MS, more: [...busy, ...bad] }) === null
}

/** A key whose answer was lost with a process may still have proven the call. */
function perhapsProvenAt(call: CallFact): Instant | null {
  const lost = call.taken.flatMap(({ keys }) => keys).find(({ effect }) => effect === 'unknown')
  return provenAt(call) ?? lost?.at ?? null
}

const isWithin = (at: Instant | null, from: Instant, to: Instant) => at !== null && at >= from && at <= to

function lineFree(calls: readonly CallFact[], from: Instant, to: Instant): boolean {
  return !calls.flatMap(lineHeld).some(([a, b]) => a <= to && b >= from)
}

/** From the request for a call until a while after we learned of its end. */
function lineHeld({ requests, taken, dueAt }: CallFact): [Instant, Instant][] {
  return taken.map((call) => {
    const asked = requests.find(({ sid }) => sid === call.sid)?.at ?? call.createdAt
    const told = call.endToldAt ?? dueAt + 30 * MINUTE_MS
    return [asked - 1_000, told + LINE_REST_MS]
  })
}
