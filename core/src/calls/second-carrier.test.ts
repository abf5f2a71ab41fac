import { expect, test } from 'vitest'
import type { CallLife } from './call-lifecycle.ts'
import { cutOff } from './call-times.ts'
import {
  afterAnswer,
  asHeard,
  type Breaker,
  carrierOfNext,
  closedBreaker,
  JUDGED_ANSWERS,
  mayFailOver,
  type Said,
} from './second-carrier.ts'

const DUE = Date.parse('2027-01-15T07:00:00Z')
const MINUTE_MS = 60_000

const refused = (status: number, retryAfterMs = 2_000): Said => ({
  outcome: 'not-placed',
  retryAfterMs,
  refusal: { status },
})
const unreachable: Said = { outcome: 'not-placed', retryAfterMs: 3_000 }
const accepted: Said = { outcome: 'accepted' }
const inDoubt: Said = { outcome: 'in-doubt' }

test.each<[string, Said, boolean]>([
  ['refuses the connection', unreachable, true],
  ['refuses the account (401)', refused(401), true],
  ['has no capacity (400)', refused(400), true],
  ['may not call this country', { outcome: 'rejected', reason: 'not-permitted' }, true],
  ['is a trial account', { outcome: 'rejected', reason: 'held-account' }, true],
  ['says that there is no such number', { outcome: 'rejected', reason: 'invalid-number' }, false],
  ['is asked too fast (429)', refused(429), false],
  ['wants us to wait past the cutoff (429)', refused(429, 11 * MINUTE_MS), true],
  ['gives no clear answer', inDoubt, false],
  ['answers 503', { outcome: 'in-doubt', refusal: { status: 503 } }, false],
  ['takes the call', accepted, false],
])('CARRIER-11 the second carrier dials what the first surely did not place: the first %s', (_what, said, dials) => {
  expect(mayFailOver(said, { dueAt: DUE, at: DUE, busyInARow: 1 })).toBe(dials)
  expect(mayFailOver(said, { dueAt: DUE, at: cutOff(DUE) + 1, busyInARow: 1 })).toBe(false)
})

test('CARRIER-11 three 429 in a row, on any calls, are more than a rate', () => {
  const busy = (times: number) => mayFailOver(refused(429), { dueAt: DUE, at: DUE, busyInARow: times })
  expect([1, 2, 3].map(busy)).toEqual([false, false, true])
  const after = answers(closedBreaker(DUE), [refused(429), refused(429), unreachable, refused(429)])
  expect(after.busyInARow).toBe(1)
})

/** The breaker after these answers, a second apart. */
function answers(breaker: Breaker, said: readonly Said[], from = DUE): Breaker {
  return said.reduce(
    (next, one, index) => afterAnswer(next, one, { sentAt: from + index * 1_000, at: from + index * 1_000 + 500 }),
    breaker,
  )
}
const times = (count: number, said: Said) => Array.from({ length: count }, () => said)

test.each([
  ['refuses', unreachable],
  ['leaves every call in doubt', inDoubt],
])('CARRIER-11 a carrier that %s opens its breaker after at most 20 calls, whatever came before', (_what, bad) => {
  for (const before of [0, 1, 5, JUDGED_ANSWERS, 100]) {
    const good = answers(closedBreaker(DUE), times(before, accepted))
    const opens = Array.from({ length: JUDGED_ANSWERS }, (_, index) => index + 1).find(
      (count) => answers(good, times(count, bad), DUE + before * 1_000).state === 'open',
    )
    expect(opens).toBeLessThanOrEqual(JUDGED_ANSWERS)
  }
})

test('CARRIER-11 chance, other numbers, the rate, and failures of another morning open no breaker', () => {
  const start = closedBreaker(DUE)
  expect(answers(start, times(2, unreachable)).state).toBe('closed')
  expect(answers(start, times(50, refused(429))).state).toBe('closed')
  expect(answers(start, times(50, { outcome: 'rejected', reason: 'invalid-number' })).state).toBe('closed')
  const quarter = Array.from({ length: 100 }, (_, index) => (index % 4 === 0 ? inDoubt : accepted))
  expect(answers(start, quarter).state).toBe('closed')
  const everyDay = [0, 1, 2, 3, 4].reduce(
    (next, day) => answers(next, [unreachable], DUE + day * 24 * 60 * MINUTE_MS),
    start,
  )
  expect(everyDay.state).toBe('closed')
})

test('CARRIER-11 an open breaker closes by a call that was tried since, never by an answer to an earlier one', () => {
  const open = answers(closedBreaker(DUE), times(3, unreachable))
  expect(open).toMatchObject({ state: 'open', since: DUE + 2_500 })
  expect(afterAnswer(open, accepted, { sentAt: DUE + 2_000, at: DUE + 9_000 }).state).toBe('open')
  const resting: Breaker = { ...open, state: 'half-open', since: DUE + MINUTE_MS }
  const tried = { sentAt: DUE + 2 * MINUTE_MS, at: DUE + 2 * MINUTE_MS + 500 }
  expect(afterAnswer(resting, accepted, tried)).toEqual(closedBreaker(tried.at))
  expect(afterAnswer(resting, inDoubt, tried)).toMatchObject({ state: 'open', since: tried.at })
  expect(afterAnswer(resting, refused(429), tried).state).toBe('half-open')
})

const talking = {
  kind: 'first',
  stage: 'placed',
  status: 'answered',
  answeredAt: DUE,
  machine: false,
  keyedAt: null,
  confirmedAt: null,
  snoozed: false,
  fetchedAt: null,
} as CallLife & { fetchedAt: number | null }
const hungUp = { type: 'ended', at: DUE + MINUTE_MS, how: 'hung-up', talkedS: 10 } as const

test.each([
  ['heard nothing', {}, 'failed'],
  ['heard something', { fetchedAt: DUE + 1 }, 'hung-up'],
  ['pressed a key', { keyedAt: DUE + 1 }, 'hung-up'],
  ['answered on the dashboard', { confirmedAt: DUE + 1 }, 'hung-up'],
  ['was a machine', { machine: true }, 'hung-up'],
  ['never picked up, as far as we know', { answeredAt: null }, 'hung-up'],
] as const)('CARRIER-11 a talk in which somebody %s ended: %o', (_who, change, how) => {
  expect(asHeard({ ...talking, ...change }, hungUp)).toMatchObject({ how })
  expect(asHeard(talking, { ...hungUp, talkedS: 2 })).toMatchObject({ how: 'hung-up' })
})

test('CARRIER-11 what follows a call that its carrier failed, or that broke off before a word, leaves by the other one', () => {
  const broken = { failure: 'broke-off', fetchedAt: null, carrier: 1 } as const
  expect(carrierOfNext(broken)).toBe(2)
  expect(carrierOfNext({ ...broken, failure: 'carrier-failed' })).toBe(2)
  expect(carrierOfNext({ ...broken, carrier: 2 })).toBe(1)
  expect(carrierOfNext({ ...broken, fetchedAt: DUE })).toBe(1)
  expect(carrierOfNext({ ...broken, failure: null })).toBe(1)
  expect(carrierOfNext(undefined)).toBe(1)
})
