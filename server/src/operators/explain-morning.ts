import { brokeAtFirst, FAILURES, inOrder, timelineText, whySecond } from '@reveille/core/calls/call-timeline'
import { HELD_ACCOUNT } from '@reveille/core/calls/carrier-trouble'
import { localDateTimeAt, type Instant } from '@reveille/core/time/time-zone'
import type { TimelineEntry } from '../calls/history/history.sql.ts'
import type { Morning, ToldCall } from './mornings.sql.ts'

/**
 * A morning in plain words: its outcome and why, then each call with its timeline and the underlying codes. `areTwo`:
 * there is a second carrier, so each call names its own.
 */
export function explainMorning(morning: Morning, calls: readonly ToldCall[], areTwo: boolean): string[] {
  const { timezone, dueAt, scheduleId, isSample } = morning
  const what = isSample ? 'a sample call' : scheduleId === null ? 'a deleted schedule' : `schedule ${scheduleId}`
  const clock = (at: Instant) => clockAt(at, timezone)
  return [
    `${localDateTimeAt(dueAt, timezone).date} ${clock(dueAt)} ${timezone}, ${what}, occurrence ${morning.id}`,
    `  ${verdict(morning, calls, clock)}`,
    ...calls.flatMap((call, index) => [
      `  ${nameOf(call)}, due ${clock(call.dueAt)}: ${stateOf(call)}${carrierOf(call, areTwo)}`,
      ...linesOf(inOrder(call.events), clock, brokeAtFirst(calls[index - 1])).map((line) => `    ${line}`),
    ]),
  ]
}

/** A timeline. Repeated attempts with the same answer become one line after the first. */
function linesOf(events: readonly TimelineEntry[], clock: (at: Instant) => string, followsBreak: boolean): string[] {
  const lines: string[] = []
  for (let index = 0; index < events.length; index++) {
    const { at, kind, detail } = events[index]!
    const answer = events[index - 1]?.kind === 'not-placed' ? events[index - 1]!.detail : undefined
    let tries = 0
    const repeats = () =>
      events[index + 2 * tries]?.kind === 'dialling' &&
      events[index + 2 * tries + 1]?.kind === 'not-placed' &&
      events[index + 2 * tries + 1]?.detail === answer
    while (answer !== undefined && repeats()) tries++
    if (tries > 1) {
      index += 2 * tries - 1
      lines.push(`${clock(at)} Tried ${tries} more times until ${clock(events[index]!.at)}${codesOf(answer!)}`)
    } else {
      const words = timelineText(kind, detail, null, whySecond(events.slice(0, index), followsBreak))
      lines.push(`${clock(at)} ${aboutThem(words)}${codesOf(detail)}`)
    }
  }
  return lines
}

const codesOf = (detail: string | null) => (detail === null ? '' : ` [${detail}]`)

export function verdict(
  { outcome, outcomeAt }: Morning,
  calls: readonly ToldCall[],
  clock: (at: Instant) => string,
): string {
  const at = outcomeAt === null ? '' : ` at ${clock(outcomeAt)}`
  switch (outcome) {
    case 'answered':
      return `Answered: they proved that they were up${at}.`
    case 'unconfirmed':
      return 'Unconfirmed: somebody picked up, but nobody proved that they were up.'
    case 'missed':
      return `Missed: ${whyMissed(calls)}`
    case 'failed':
      return `Failed: ${whyFailed(calls)}`
    case 'skipped':
      return `Skipped: they skipped this call${at}, so nothing was dialed.`
    case 'cancelled':
      return `Canceled${at}: the schedule was paused, changed or deleted, or calls were stopped, so nothing more was dialed.`
    case null:
      return whyOpen(calls)
  }
}

function whyMissed(calls: readonly ToldCall[]): string {
  const ends = calls.flatMap(({ events }) => events.filter(({ kind }) => kind === 'ended'))
  const busy = ends.filter(({ detail }) => detail?.startsWith('busy')).length
  const times = calls.length === 1 ? 'once' : `${calls.length} times`
  if (busy > 0 && busy === ends.length) return `we called ${times}, and the line was busy or declined each time.`
  if (busy > 0) return `we called ${times}; the line was busy or declined ${busy} of them, and nobody picked up.`
  return calls.some(({ machine }) => machine)
    ? `we called ${times}; voicemail answered, and nobody else did.`
    : `we called ${times}, and nobody picked up.`
}

function whyFailed(calls: readonly ToldCall[]): string {
  const failed = calls.findLast(({ failure }) => failure !== null)
  if (failed?.failure === undefined || failed.failure === null) return 'no call could be placed.'
  const words = aboutThem(FAILURES[failed.failure] ?? failed.failure)
  const code = failed.events.findLast(({ kind }) => kind === 'failed')?.detail?.split(' ')[1]
  const answer = code === undefined ? '' : ` The carrier's answer was ${code}.`
  const todo = TODO[failed.failure]
  return `${words}.${answer}${todo === undefined ? '' : ` ${todo}`}`
}

/** What an operator can do; missing where the person can fix it, or where there is nothing to fix. */
const TODO: Readonly<Record<string, string>> = {
  misconfigured: 'Run npm run check-setup: the account, its money or our number is wrong.',
  'not-permitted': 'Allow the country at the carrier, or run npm run check-setup -- --fix.',
  'held-account': `${HELD_ACCOUNT} Run npm run check-setup.`,
  'no-capacity': 'Raise CALLS_PER_SECOND, after the carrier has raised your rate.',
  blocked: "Have the number's reputation checked by the carrier.",
  'no-line': 'Raise LINES_AT_ONCE if the line carries more calls; otherwise spread the times.',
  'line-refused': "Correct the trunk's user and password in pjsip.conf; npm run check-setup shows the code.",
  'may-have-rung': "Look at Asterisk's log, and run npm run check-setup.",
  'not-learnt': "Look at the carrier's status page: neither it nor we can say more.",
}

function whyOpen(calls: readonly ToldCall[]): string {
  if (calls.some(({ stage }) => stage === 'in_doubt'))
    return "In doubt: the carrier gave no clear answer, so we don't know whether the phone rang. We're asking it, and dial nothing twice."
  if (calls.some(({ stage }) => stage === 'placed' || stage === 'dialling'))
    return 'Under way: a call is on the line now.'
  return 'Open: a call is planned and not yet due.'
}

function nameOf({ id, attempt, kind, rangSecond }: ToldCall): string {
  return `Call ${id} (try ${attempt}, ${kind}${rangSecond ? ', second number' : ''})`
}

function stateOf({ stage, status, snoozed }: ToldCall): string {
  const words = stage === 'ended' ? status : stage
  return `${words.replaceAll('_', ' ')}${snoozed ? ', snoozed' : ''}`
}

function carrierOf({ carrier, carrierCallId, phone }: ToldCall, areTwo: boolean): string {
  const which = areTwo || carrier === 2 ? `carrier ${carrier}` : 'the carrier'
  if (carrierCallId !== null) return `, ${carrierCallId} at ${which}`
  return areTwo && phone !== null ? `, by ${which}` : ''
}

/** Turns words to the person into words about them. */
function aboutThem(words: string): string {
  return words
    .replaceAll('Check it in Account', 'They can check it in Account')
    .replaceAll(/\byou're\b/g, "they're")
    .replaceAll(/\bYou were\b/g, 'They were')
    .replaceAll(/\bYou\b/g, 'They')
    .replaceAll(/\bYour\b/g, 'Their')
    .replaceAll(/\byour\b/g, 'their')
    .replaceAll(/\byou\b/g, 'them')
}

/** Local time with seconds; zones differ by whole minutes. */
export function clockAt(at: Instant, zone: string): string {
  const seconds = Math.floor(at / 1000) % 60
  return `${localDateTimeAt(at, zone).time}:${String(seconds).padStart(2, '0')}`
}
