import { minutes, wait } from '../time/duration.ts'
import type { Instant } from '../time/time-zone.ts'
import type { HowEnded } from './call-lifecycle.ts'
import { CUT_OFF_MS } from './call-times.ts'
import type { Call, CarrierId } from './call.ts'
import { wasDropped } from './second-carrier.ts'

/** The kinds of entries in a call's timeline, in their causal order. */
const ORDER = [
  ['waiting-for-capacity'],
  ['dialling'],
  ['not-placed'],
  ['placed', 'in-doubt'],
  ['found-at-carrier'],
  ['ringing'],
  ['picked-up'],
  ['machine', 'key-0', 'key-1', 'key-2', 'key-9', 'task-asked', 'answer-right', 'answer-wrong', 'page-answered'],
  ['unpressed'],
  ['ended', 'failed'],
  ['recorded'],
] as const
export type CallEventKind = (typeof ORDER)[number][number]

type InOrder = { at: Instant; kind: CallEventKind; detail?: string | null }

/**
 * Sorts a timeline. The carrier's times are whole seconds and ours are finer, so causal order decides within a second.
 * The second carrier dials in the second in which the first one refuses.
 */
export function inOrder<Event extends InOrder>(events: readonly Event[]): Event[] {
  const second = ({ at }: Event) => Math.floor(at / 1000)
  const placeOf = (kind: CallEventKind) => ORDER.findIndex((kinds) => kinds.some((one) => one === kind))
  const rank = ({ kind, detail }: Event) =>
    kind === 'dialling' && isBySecond(detail) ? placeOf('not-placed') + 0.5 : placeOf(kind)
  return events.toSorted((a, b) => second(a) - second(b) || rank(a) - rank(b) || a.at - b.at)
}

/** The reason, HTTP status and carrier's code of a refusal, as far as they're known: `misconfigured 401/20003`, `503`. */
export function refusalDetail(
  refusal: { status: number; code: number | null } | undefined,
  reason: string | null = null,
): string | null {
  const answer = refusal && [refusal.status, refusal.code].filter((part) => part !== null).join('/')
  return [reason, answer].filter(Boolean).join(' ') || null
}

/**
 * A timeline entry in the person's words, without HTTP statuses and carrier codes. `againAfterMs`: how soon after its
 * end a call that the network failed is placed again; null when it isn't. `why`: the second carrier placed it.
 */
export function timelineText(
  kind: CallEventKind,
  detail: string | null,
  againAfterMs: number | null = null,
  why: WhySecond = 'unavailable',
): string {
  const words = WORDS[kind]
  if (typeof words === 'string') return words
  return words(detail, { againAfterMs, why })
}

type About = { againAfterMs: number | null; why: WhySecond }

const WORDS: Record<CallEventKind, string | ((detail: string | null, about: About) => string)> = {
  'waiting-for-capacity': (late) => `Busy morning: this call went out ${late ?? 'a little'} late`,
  dialling: (detail, { why }) => dialledText(detail, why),
  placed: 'Accepted by the phone network',
  'in-doubt': 'The phone network gave no clear answer, so we checked before doing anything else',
  'found-at-carrier': 'The phone network confirmed the call',
  'not-placed': "The phone network couldn't take the call yet",
  ringing: 'Your phone rang',
  'picked-up': 'Someone picked up',
  machine: (detail) =>
    detail === NAME_ONLY
      ? 'Voicemail or call screening answered, so we only said who was calling'
      : 'Voicemail answered',
  'key-1': "You pressed 1: you're up",
  'key-2': 'You pressed 2: snooze',
  'key-9': (detail) =>
    detail === 'gone'
      ? 'You pressed 9, but that call had changed, so nothing was skipped'
      : 'You pressed 9: next call skipped',
  'key-0': (detail) =>
    detail === null
      ? 'You pressed 0 twice: all calls are off'
      : 'You pressed 0 twice too fast, so the menu started over',
  'task-asked': (detail) =>
    detail === 'sum' ? 'You were asked to add two numbers' : 'You were asked for three digits',
  'answer-right': 'The answer was right',
  'answer-wrong': 'The answer was wrong',
  'page-answered': 'You answered on the dashboard',
  unpressed: 'Nobody pressed a key',
  ended: (detail, { againAfterMs }) => endingText(detail ?? '', againAfterMs),
  failed: (detail) => FAILURES[detail?.split(' ', 1)[0] ?? ''] ?? "The call couldn't be placed",
  recorded: 'Recording saved',
}

const BY_SECOND = 'carrier-2'

/** The detail of 'dialling': the second carrier, and how late it was; null for the first one, on time. */
export const dialledDetail = (carrier: CarrierId, late: string | null): string | null =>
  [carrier === 2 ? BY_SECOND : null, late].filter((part) => part !== null).join(' ') || null

type WhySecond = 'refused' | 'broke-off' | 'unavailable'

/** Why the second carrier dialed, by what happened `before` in this call, and whether it `followsBreak` at the first. */
export function whySecond(
  before: readonly { kind: CallEventKind; detail: string | null }[],
  followsBreak: boolean,
): WhySecond {
  const isRefusal = ({ kind, detail }: (typeof before)[number], place: number) =>
    kind === 'not-placed' && detail !== null && !isBySecond(before[place - 1]?.detail)
  if (before.some(isRefusal)) return 'refused'
  return followsBreak ? 'broke-off' : 'unavailable'
}

/** Whether the first carrier lost this try before anybody heard a word: then the second places the next. */
export const brokeAtFirst = (call: Pick<Call, 'carrier' | 'failure' | 'fetchedAt'> | undefined): boolean =>
  call?.carrier === 1 && wasDropped(call)

const BECAUSE: Record<WhySecond, string> = {
  refused: 'because the first one refused',
  'broke-off': 'because the call before failed at the first one',
  unavailable: "because the first one wasn't available",
}

const isBySecond = (detail: string | null | undefined): boolean => detail?.startsWith(BY_SECOND) === true

function dialledText(detail: string | null, why: WhySecond): string {
  const isSecond = isBySecond(detail)
  const late = (isSecond ? detail?.slice(BY_SECOND.length).trim() : detail) || null
  const sent = isSecond ? 'Called by our second carrier' : 'Call sent to the phone network'
  return [sent, late === null ? [] : `${late} late`, isSecond ? BECAUSE[why] : []].flat().join(', ')
}

/** The detail of 'machine' when the verdict came before the message, so that the machine heard only the name. */
export const NAME_ONLY = 'name-only'

/** The detail of a 'key-0' that came too soon after the menu of `openedAt` and was ignored. */
export const tooSoon = (openedAt: Instant): string => `too-soon ${openedAt}`

/** How a call ended, with the phone network's response code where it says more: `failed 503`, `busy`. */
export function endedDetail({ how, sip }: { how: HowEnded; sip?: number | undefined }): string {
  return how in CODED_ENDINGS && sip !== undefined ? `${how} ${sip}` : how
}

function endingText(detail: string, againAfterMs: number | null): string {
  const [how = '', sip] = detail.split(' ')
  const coded = CODED_ENDINGS[how]
  if (coded === undefined) return ENDINGS[how] ?? 'The call ended'
  const ended = sip === undefined ? coded : `${how === 'failed' ? 'The network failed' : coded} (${sip})`
  return how === 'failed' && againAfterMs !== null ? `${ended}: next try in ${wait(againAfterMs)}` : ended
}

/** Endings whose text includes the phone network's response code, if there is one. */
const CODED_ENDINGS: Record<string, string> = {
  failed: 'The phone network dropped the call',
  unwanted: 'Your network marked our call as unwanted',
  blocked: 'The call was blocked on its way to you',
  refused: "The network says this number can't be reached",
}

const ENDINGS: Record<string, string> = {
  'hung-up': 'The call ended',
  busy: 'The line was busy',
  'no-answer': 'Nobody picked up',
  cancelled: 'The call was canceled before anyone picked up',
  'no-line': 'Every phone line was in use',
  'line-refused': "The phone line's provider refused our call",
  'may-have-rung': 'The phone line went dead',
}

/** Why a call failed, in words for the person. */
export const FAILURES: Record<string, string> = {
  'too-late': `We couldn't place this call within ${minutes(CUT_OFF_MS)} of its time, so we didn't place it late`,
  'no-capacity': `Too many calls were due at once, so we couldn't place this one within ${minutes(CUT_OFF_MS)} of its time`,
  proven: "You were up already, so we didn't call again",
  'line-busy': `Another call to you was still going ${minutes(CUT_OFF_MS)} after this one was due`,
  'not-learnt': "We couldn't find out from the phone network whether your phone rang",
  'invalid-number': "The phone network doesn't accept this number. Check it in Account",
  'not-permitted': "The phone network doesn't allow calls to this number",
  blocked: 'The phone network blocked this call',
  'held-account': "Our account with the phone network can't call your number yet. We've been alerted",
  misconfigured: "The call was refused because of a problem on our side. We've been alerted",
  'too-many-calls':
    'An unusual number of calls went to your number or similar ones, so we stopped and are looking into it',
  unwanted: "Your phone network marked our call as unwanted, so we've stopped for today",
  'number-refused': "The phone network says calls to this number can't get through. Check it in Account",
  'carrier-failed': "The phone network couldn't connect the call",
  'no-line': `Every phone line was in use, so we couldn't place this call within ${minutes(CUT_OFF_MS)} of its time`,
  'line-refused': "Our phone line's provider refused the call. We've been alerted",
  'may-have-rung': "The phone line went dead, so we don't know whether your phone rang",
  'broke-off': 'You picked up, but the phone network dropped the call before you pressed a key',
}
