import { expect, test } from 'vitest'
import {
  brokeAtFirst,
  dialledDetail,
  endedDetail,
  FAILURES,
  inOrder,
  NAME_ONLY,
  refusalDetail,
  timelineText,
  type CallEventKind,
  tooSoon,
  whySecond,
} from './call-timeline.ts'

const SECOND = Date.parse('2027-01-15T06:30:00Z')

test.each<[string, CallEventKind[]]>([
  [
    'answered, confirmed and recorded',
    ['waiting-for-capacity', 'dialling', 'placed', 'ringing', 'picked-up', 'key-1', 'ended', 'recorded'],
  ],
  [
    'in doubt, found, answered by voicemail',
    ['dialling', 'in-doubt', 'found-at-carrier', 'ringing', 'machine', 'ended'],
  ],
  ['not accepted', ['dialling', 'not-placed', 'failed']],
  ['snoozed', ['placed', 'picked-up', 'key-2', 'ended']],
  ['skipped, then cut off', ['placed', 'picked-up', 'key-9', 'failed', 'recorded']],
  ['stopped', ['placed', 'picked-up', 'key-0', 'ended']],
  ['silent', ['ringing', 'picked-up', 'unpressed', 'ended', 'recorded']],
  ['answered on the dashboard', ['dialling', 'ringing', 'page-answered', 'ended']],
])('HIST-4 a call %s within one second lists its events in the order they happened', (_case, life) => {
  const toldBackwards = life.toReversed().map((kind, index) => ({ kind, at: SECOND + index }))
  expect(inOrder(toldBackwards).map(({ kind }) => kind)).toEqual(life)
})

test('CARRIER-12 the second carrier dials after the first one refused, also within one second, and says why', () => {
  const detail = dialledDetail(2, null)
  const life = [
    { kind: 'dialling', at: SECOND, detail: dialledDetail(1, null) },
    { kind: 'not-placed', at: SECOND + 200, detail: '503' },
    { kind: 'dialling', at: SECOND + 200, detail },
    { kind: 'placed', at: SECOND + 400, detail: null },
  ] as const
  expect(inOrder(life.toReversed())).toEqual(life)
  const told = (before: Parameters<typeof whySecond>[0], followsBreak = false, late: string | null = null) =>
    timelineText('dialling', dialledDetail(2, late), null, whySecond(before, followsBreak))
  expect(told(life.slice(0, 2))).toBe('Called by our second carrier, because the first one refused')
  expect(told([])).toBe("Called by our second carrier, because the first one wasn't available")
  expect(told([{ kind: 'not-placed', detail: null }])).toBe(told([]))
  expect(told([life[2], life[1]])).toBe(told([])) // the second one's own refusal
  expect(told([], true, '3 s')).toBe(
    'Called by our second carrier, 3 s late, because the call before failed at the first one',
  )
  expect(timelineText('dialling', dialledDetail(1, '3 s'))).toBe('Call sent to the phone network, 3 s late')
})

test('CARRIER-12 a call that broke off at the first carrier unheard is the reason for the next', () => {
  const broke = { carrier: 1, failure: 'broke-off', fetchedAt: null } as const
  expect(brokeAtFirst(broke)).toBe(true)
  for (const other of [{ carrier: 2 }, { failure: 'unwanted' }, { fetchedAt: SECOND }] as const)
    expect(brokeAtFirst({ ...broke, ...other })).toBe(false)
  expect(brokeAtFirst(undefined)).toBe(false)
})

test('HIST-4 events sort by their second first, and keys within a second by when they were pressed', () => {
  const events = [
    { kind: 'ringing', at: SECOND + 5_000 },
    { kind: 'in-doubt', at: SECOND + 6_900 },
    { kind: 'key-9', at: SECOND + 7_800 },
    { kind: 'key-0', at: SECOND + 7_900 },
  ] as const
  expect(inOrder(events.toReversed())).toEqual(events)
})

test.each<[CallEventKind, string | null, RegExp]>([
  ['waiting-for-capacity', '4 s', /Busy morning: this call went out 4 s late/],
  ['waiting-for-capacity', null, /went out a little late/],
  ['dialling', null, /^Call sent to the phone network$/],
  ['dialling', '0.4 s', /^Call sent to the phone network, 0\.4 s late$/],
  ['placed', null, /Accepted by the phone network/],
  ['in-doubt', null, /no clear answer/],
  ['found-at-carrier', null, /confirmed the call/],
  ['not-placed', null, /couldn't take the call yet/],
  ['ringing', null, /Your phone rang/],
  ['picked-up', null, /^Someone picked up$/],
  ['machine', null, /^Voicemail answered$/],
  ['machine', NAME_ONLY, /^Voicemail or call screening answered, so we only said who was calling$/],
  ['key-1', null, /pressed 1: you're up/],
  ['key-2', null, /pressed 2: snooze/],
  ['key-9', null, /pressed 9: next call skipped/],
  ['key-9', 'gone', /pressed 9, but that call had changed/],
  ['key-0', null, /pressed 0 twice: all calls are off/],
  ['key-0', tooSoon(SECOND), /twice too fast, so the menu started over/],
  ['task-asked', 'digits', /^You were asked for three digits$/],
  ['task-asked', 'sum', /^You were asked to add two numbers$/],
  ['answer-right', null, /^The answer was right$/],
  ['answer-wrong', null, /^The answer was wrong$/],
  ['page-answered', null, /^You answered on the dashboard$/],
  ['unpressed', null, /^Nobody pressed a key$/],
  ['recorded', null, /Recording saved/],
  ['ended', 'hung-up', /^The call ended$/],
  ['ended', 'busy', /line was busy/],
  ['ended', 'no-answer', /Nobody picked up/],
  ['ended', 'cancelled', /canceled before anyone picked up/],
  ['ended', 'failed', /dropped the call/],
  ['ended', 'failed 503', /^The network failed \(503\)$/],
  ['ended', 'unwanted 607', /^Your network marked our call as unwanted \(607\)$/],
  ['ended', 'unwanted', /^Your network marked our call as unwanted$/],
  ['ended', 'blocked 608', /^The call was blocked on its way to you \(608\)$/],
  ['ended', 'refused 404', /^The network says this number can't be reached \(404\)$/],
  ['ended', null, /^The call ended$/],
])('HIST-4 the timeline puts %s (%s) into words', (kind, detail, words) => {
  expect(timelineText(kind, detail)).toMatch(words)
})

test('WAKE-13 a call the network failed says when the next try comes, if there is one', () => {
  expect(timelineText('ended', 'failed 503', 20_000)).toBe('The network failed (503): next try in 20 seconds')
  expect(timelineText('ended', 'failed', 120_000)).toBe('The phone network dropped the call: next try in 2 minutes')
  expect(timelineText('ended', 'busy', 90_000)).toBe('The line was busy')
})

test.each([
  ['failed', 503, 'failed 503'],
  ['unwanted', 607, 'unwanted 607'],
  ['failed', undefined, 'failed'],
  ['busy', 486, 'busy'],
  ['no-answer', 480, 'no-answer'],
] as const)('WAKE-13 an end of %s with SIP %s is stored as %s', (how, sip, detail) => {
  expect(endedDetail({ how, sip })).toBe(detail)
})

test('CALL-5 a failed call says why in different words for each reason, without status codes', () => {
  const reasons = Object.keys(FAILURES)
  const told = reasons.map((reason) => timelineText('failed', `${reason} 503/21210`))
  expect(told.filter((text) => !/^[A-Z][a-z]+ [a-z].{20,}[a-z]$/.test(text) || /503|21210/.test(text))).toEqual([])
  expect(new Set([...told, timelineText('failed', null)]).size).toBe(reasons.length + 1)
  expect(timelineText('failed', 'a new reason')).toBe("The call couldn't be placed")
  for (const reason of ['too-late', 'no-capacity', 'line-busy'])
    expect(timelineText('failed', reason)).toContain('10 minutes')
})

test.each([
  ['only the status', { status: 503, code: null }, null, '503'],
  ['status and code after the reason', { status: 401, code: 20003 }, 'misconfigured', 'misconfigured 401/20003'],
  ['only the reason', undefined, 'too-late', 'too-late'],
  ['nothing', undefined, null, null],
])('CALL-5 an operator who looks for the cause finds %s', (_case, refusal, reason, detail) => {
  expect(refusalDetail(refusal, reason)).toBe(detail)
  if (reason === null) expect(refusalDetail(refusal)).toBe(detail)
})
