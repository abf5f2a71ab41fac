import type { Stage } from '../stage.ts'
import { iso, type Check, type Report } from './check.ts'
import { provenAt, type CallFact, type Facts, type OccurrenceFact } from './facts.ts'
import { followUps, madeOf } from './follow-ups.ts'

const MINUTE_MS = 60_000

/** At the end everything has its one outcome, the right one, and everybody who must be told was told. */
export const checkOutcomes: Check = (stage, facts, report) => {
  for (const occurrence of facts.occurrences) {
    for (const { id, stage: at } of occurrence.calls) if (at !== 'ended') report(`I1 call ${id} is ${at} at the end`)
    const right = rightOutcomes(occurrence, facts)
    if (!right.includes(occurrence.outcome ?? 'open'))
      report(
        `I1 occurrence ${occurrence.id} (${iso(occurrence.dueAt)}) is ${occurrence.outcome}, not ${right.join(' or ')}`,
      )
    checkTold(occurrence, facts, report)
    checkTheLastTold(occurrence, facts, report)
  }
  const rung = new Set<string>()
  for (const { scheduleId, dueAt, id } of facts.occurrences) {
    if (scheduleId === null) continue
    if (rung.has(`${scheduleId} ${dueAt}`)) report(`I2 occurrence ${id} is the second of ${iso(dueAt)}`)
    rung.add(`${scheduleId} ${dueAt}`)
  }
  checkOneTimeOver(stage, report)
  checkMails(stage, facts, report)
}

function rightOutcomes(occurrence: OccurrenceFact, facts: Facts): string[] {
  const { calls, userId, dueAt, id } = occurrence
  if (calls.some(stopsAll)) return ['cancelled']
  const settled = facts.calls.some(
    (call) =>
      call.userId === userId &&
      call.occurrenceId !== id &&
      [provenAt(call), ...call.taken.map(keyOfUnknownFate)].some(
        (at) => at !== null && at >= dueAt - 1_000 && at <= dueAt + 11 * MINUTE_MS,
      ),
  )
  if (calls.length === 0) return [...(settled ? ['answered'] : []), 'cancelled', 'skipped']
  // 0 may have stopped the calls, and 2 planned one that its person then canceled.
  const isPerhapsStopped = calls.some(({ taken }) =>
    taken.some(({ keys }) => keys.some(({ key, effect }) => '02'.includes(key) && effect === 'unknown')),
  )
  const more = [
    ...(settled ? ['answered'] : []),
    ...(isOver(occurrence, facts) && !isPerhapsStopped ? [] : ['cancelled']),
  ]
  const proven = provenOutcome(occurrence)
  if (proven !== null) {
    // Its person canceled a second check that was still coming: the first proof counts.
    const isTakenBack = mayGoOn(occurrence, facts)
    return [...proven, ...(settled || isTakenBack ? ['answered'] : []), ...(isPerhapsStopped ? ['cancelled'] : [])]
  }
  const statuses = calls.map(({ status }) => status)
  const isPickedUp = calls.some(({ failure }) => failure === 'broke-off')
  if (isPickedUp || statuses.some((status) => status === 'unconfirmed' || status === 'completed'))
    return ['unconfirmed', ...more]
  return [statuses.every((status) => status === 'failed') ? 'failed' : 'missed', ...more]
}

/** Null when nobody proved anything; Strict asks twice, if it came to that. */
function provenOutcome({ calls, proof, isSample }: OccurrenceFact): string[] | null {
  const isHeardSample = isSample && calls.some(({ status }) => status === 'completed')
  const perhaps = calls.some(({ status, taken }) => status === 'completed' && taken.some(keyOfUnknownFate))
  const isProven = calls.some((call) => provenAt(call) !== null)
  if (!isProven && !isHeardSample) return perhaps ? ['answered', 'unconfirmed'] : null
  const checks = calls.filter(({ kind }) => kind === 'second-check')
  const isSettled = proof !== 'strict' || checks.some((call) => provenAt(call) !== null)
  if (isSettled || checks.every(({ status }) => status === 'failed')) return ['answered']
  return checks.some(({ taken }) => taken.some(keyOfUnknownFate)) ? ['unconfirmed', 'answered'] : ['unconfirmed']
}

const stopsAll = ({ taken }: CallFact) => taken.some(({ keys }) => keys.some(({ effect }) => effect === 'stop-all'))

/** Nothing could follow that anybody might have canceled. */
function isOver(occurrence: OccurrenceFact, facts: Facts): boolean {
  return madeOf(occurrence).at(-1)?.taken[0] !== undefined && !mayGoOn(occurrence, facts)
}

/** Whether a call would have followed those that were made. */
function mayGoOn(occurrence: OccurrenceFact, facts: Facts): boolean {
  const { length } = madeOf(occurrence)
  return length > 0 && followUps(occurrence, length - 1, facts).length > 0
}

const keyOfUnknownFate = ({ keys }: { keys: readonly { at: number; effect: string | null }[] }) =>
  keys.find(({ effect }) => effect === 'unknown')?.at ?? null

function checkTold(
  { outcome, userId, dueAt, isSample, calls }: OccurrenceFact,
  { notices, occurrences }: Facts,
  report: Report,
): void {
  if (isSample || (outcome !== 'missed' && outcome !== 'failed' && outcome !== 'unconfirmed')) return
  // If a morning's last call couldn't be placed, that is what is told.
  if (outcome === 'unconfirmed' && calls.at(-1)?.status === 'failed') return
  const told = notices.filter((notice) => notice.userId === userId && notice.dueAt === dueAt)
  const times = told.filter(({ kind }) => kind === `call-${outcome}`).length
  if (times === 0) report(`CALL-5 person ${userId} was not told that the call of ${iso(dueAt)} was ${outcome}`)
  const theirs = occurrences.filter((one) => one.userId === userId)
  // A retry of another schedule may be due at the same instant, and tells its own failure.
  const followUpsThen = theirs.flatMap((one) =>
    one.calls.filter((call) => call.kind !== 'first' && call.dueAt === dueAt),
  )
  if (times > theirs.filter((one) => one.dueAt === dueAt).length + followUpsThen.length)
    report(`CALL-5 person ${userId} was told ${times} times that the call of ${iso(dueAt)} was ${outcome}`)
}

/** A failed snooze, retry or wake check is told too, unless its person was up by then. */
function checkTheLastTold({ outcome, userId, calls, isSample }: OccurrenceFact, facts: Facts, report: Report): void {
  const last = calls.at(-1)
  if (isSample || last?.status !== 'failed' || !['missed', 'unconfirmed', 'answered'].includes(outcome ?? '')) return
  const isUp = facts.calls.some(
    (call) =>
      call.userId === userId && (call.provenOnPageAt !== null || call.taken.some(({ keys }) => keys.length > 0)),
  )
  const told = facts.notices.some((notice) => notice.kind === 'call-failed' && notice.dueAt === last.dueAt)
  if (!isUp && !told) report(`CALL-5 person ${userId} was not told that call ${last.id} failed`)
}

/** A one-time call long past when its person last looked must not be on the screen. */
function checkOneTimeOver({ people }: Stage, report: Report): void {
  // People who asked for deletion stop looking, even if the process died during it.
  for (const { screen, userId } of people.filter(({ isLeaving }) => !isLeaving)) {
    if (screen === null) continue
    for (const { id, date } of screen.schedules) {
      const isPast = date !== null && Date.parse(`${date}T23:59Z`) < screen.from - 24 * 60 * MINUTE_MS
      if (isPast) report(`I13 schedule ${id} of person ${userId}, once on ${date}, is still on the screen`)
    }
  }
}

const MAILED = new Set(['call-missed', 'call-unconfirmed', 'call-failed', 'call-in-doubt', 'calls-stopped'])

function checkMails({ log, people }: Stage, { notices }: Facts, report: Report): void {
  for (const [place, { userId }] of people.entries()) {
    const due = notices.filter((notice) => notice.userId === userId && MAILED.has(notice.kind)).length
    const sent = log.mails.filter(({ to }) => to === `sleeper${place + 1}@example.com`).length
    if (sent < due) report(`CALL-5 person ${userId} got ${sent} mails for ${due} notices`)
  }
}
