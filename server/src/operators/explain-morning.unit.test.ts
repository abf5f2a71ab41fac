import { expect, test } from 'vitest'
import { explainMorning } from './explain-morning.ts'
import type { Morning, ToldCall } from './mornings.sql.ts'

const DUE = Date.parse('2027-01-15T05:30:00Z')
const MORNING = {
  id: 7,
  scheduleId: 3,
  isSample: false,
  dueAt: DUE,
  timezone: 'Europe/Berlin',
  outcome: null,
  outcomeAt: null,
} satisfies Morning

type Told = Partial<Omit<ToldCall, 'events'>> & { events?: readonly [seconds: number, kind: string, detail?: string][] }

/** The parts of a call that a morning's explanation depends on. */
const call = ({ events = [], ...told }: Told): ToldCall =>
  ({
    id: 11,
    attempt: 1,
    kind: 'first',
    dueAt: DUE,
    stage: 'ended',
    status: 'no_answer',
    snoozed: false,
    machine: false,
    rangSecond: false,
    carrierCallId: null,
    failure: null,
    ...told,
    events: events.map(([seconds, kind, detail = null]) => ({ at: DUE + seconds * 1_000, kind, detail })),
  }) as ToldCall

const told = (morning: Partial<Morning>, ...calls: Told[]) =>
  explainMorning({ ...MORNING, ...morning }, calls.map(call), false)
const verdict = (morning: Partial<Morning>, ...calls: Told[]) => told(morning, ...calls)[1]!.trim()
const ended = (how: string): Told => ({ events: [[40, 'ended', how]] })

test('OPS-2 a missed morning says whether nobody picked up, voicemail did or the line was busy, every time or sometimes', () => {
  const missed = (...calls: Told[]) => verdict({ outcome: 'missed' }, ...calls)
  expect(missed(ended('no-answer'), ended('no-answer'))).toBe('Missed: we called 2 times, and nobody picked up.')
  expect(missed({ ...ended('hung-up'), machine: true }, ended('no-answer'))).toMatch(/2 times; voicemail answered/)
  const rang: Told = {
    events: [
      [20, 'ringing'],
      [40, 'ended', 'busy'],
    ],
  }
  expect(missed(ended('busy'), rang)).toMatch(/2 times, and the line was busy or declined each time/)
  expect(missed(ended('busy 486'), ended('no-answer'))).toMatch(/2 times; the line was busy or declined 1 of them/)
})

test("OPS-2 a failed morning gives its last failed call's reason, the carrier's answer, and what to do", () => {
  const failed = (...calls: Told[]) => verdict({ outcome: 'failed' }, ...calls)
  expect(failed(ended('busy'))).toBe('Failed: no call could be placed.')
  expect(failed({ failure: 'invalid-number' }, { failure: 'no-capacity' })).toMatch(
    /^Failed: Too many.*Raise CALLS_PER/,
  )
  expect(failed({ failure: 'no-capacity' }, ended('busy'))).toMatch(/^Failed: Too many calls/)
  const refused: Told = { failure: 'blocked', events: [[1, 'failed', 'blocked 400/21216']] }
  expect(failed(refused)).toMatch(
    /blocked this call\. The carrier's answer was 400\/21216\. Have the number's reputation/,
  )
  expect(failed({ failure: 'not-permitted' })).toMatch(/this number\. Allow the country at the carrier/)
  expect(failed({ failure: 'held-account' })).toMatch(/can't call their number yet.*Trial account.*check-setup\.$/)
  expect(failed({ failure: 'not-learnt' })).toMatch(/whether their phone rang\. Look at the carrier's status page/)
  expect(failed({ failure: 'too-late' })).toMatch(/so we didn't place it late\.$/)
  expect(failed({ failure: 'proven' })).toBe("Failed: They were up already, so we didn't call again.")
})

test('OPS-2 an open morning says whether a call is in doubt, on the line or still to come', () => {
  expect(verdict({}, { stage: 'in_doubt' }, { stage: 'planned' })).toMatch(/^In doubt/)
  expect(verdict({}, ended('busy'), { stage: 'placed' })).toMatch(/^Under way/)
  expect(verdict({}, { stage: 'dialling' })).toMatch(/^Under way/)
  expect(verdict({}, ended('busy'), { stage: 'planned' })).toMatch(/^Open/)
  expect(verdict({ outcome: 'cancelled', outcomeAt: DUE - 5_000 })).toMatch(/^Canceled at 06:29:55: /)
})

test("OPS-2 a morning names its schedule, and each call's time, number, state and carrier id", () => {
  const heading = (morning: Partial<Morning>) => told(morning)[0]
  expect(heading({})).toBe('2027-01-15 06:30:00 Europe/Berlin, schedule 3, occurrence 7')
  expect(heading({ scheduleId: null })).toContain('a deleted schedule')
  expect(heading({ scheduleId: null, isSample: true })).toContain('a sample call')
  const lines = told(
    {},
    { ...ended('hung-up'), snoozed: true, status: 'completed', carrierCallId: 'CA1' },
    { id: 12, attempt: 2, kind: 'snooze', dueAt: DUE + 540_000, stage: 'in_doubt', rangSecond: true },
  )
  expect(lines.slice(2)).toEqual([
    '  Call 11 (try 1, first), due 06:30:00: completed, snoozed, CA1 at the carrier',
    '    06:30:40 The call ended [hung-up]',
    '  Call 12 (try 2, snooze, second number), due 06:39:00: in doubt',
  ])
})

test('OPS-2 tries the carrier refused alike share one line, except one that ended otherwise', () => {
  const tried = (seconds: number, detail: string): Told['events'] => [
    [seconds, 'dialling'],
    [seconds + 1, 'not-placed', detail],
  ]
  const linesOf = (events: NonNullable<Told['events']>) =>
    told({}, { events })
      .slice(3)
      .map((line) => line.trim())
  const lines = (...details: string[]) => linesOf(details.flatMap((detail, index) => tried(index * 15, detail)!))
  const sent = 'Call sent to the phone network'
  const refused = "The phone network couldn't take the call yet"
  const [first, second] = [`06:30:01 ${refused} [503]`, `06:30:16 ${refused} [503]`]
  expect(lines('503', '503', '503')).toEqual([
    `06:30:00 ${sent}`,
    first,
    '06:30:15 Tried 2 more times until 06:30:31 [503]',
  ])
  expect(lines('503', '503')).toEqual([`06:30:00 ${sent}`, first, `06:30:15 ${sent}`, second])
  // With the next try on its way.
  expect(linesOf([...tried(0, '503')!, [15, 'dialling']])).toEqual([`06:30:00 ${sent}`, first, `06:30:15 ${sent}`])
  expect(lines('503', '503', '503', '429')).toEqual([
    `06:30:00 ${sent}`,
    first,
    '06:30:15 Tried 2 more times until 06:30:31 [503]',
    `06:30:45 ${sent}`,
    `06:30:46 ${refused} [429]`,
  ])
})

test('CARRIER-13 OPS-2 why names the carrier of each call where there are two, or were', () => {
  const calls = [
    { carrier: 1, phone: '+12025550101', carrierCallId: 'CA1' },
    { carrier: 2, phone: '+12025550101', carrierCallId: 'CA2' },
    { carrier: 1, phone: '+12025550101' },
    { carrier: 1, phone: null },
  ] as const
  const named = (areTwo: boolean) =>
    explainMorning(
      MORNING,
      calls.map((one) => call(one)),
      areTwo,
    )
      .slice(2)
      .map((line) => line.replace(/.*: no answer/, ''))
  expect(named(true)).toEqual([', CA1 at carrier 1', ', CA2 at carrier 2', ', by carrier 1', ''])
  expect(named(false)).toEqual([', CA1 at the carrier', ', CA2 at carrier 2', '', ''])
})

test('CARRIER-12 OPS-2 why says why the second carrier called: the first refused, or broke the call before off', () => {
  const by = (...events: NonNullable<Told['events']>) => ({ events, carrier: 1, fetchedAt: null }) as const
  const lines = told(
    {},
    { ...by([0, 'dialling'], [0, 'not-placed', '503'], [0, 'dialling', 'carrier-2'], [1, 'placed']), carrier: 2 },
    { ...by([50, 'dialling'], [60, 'failed', 'broke-off']), failure: 'broke-off' },
    { ...by([90, 'dialling', 'carrier-2']), carrier: 2 },
  )
  expect(lines.filter((line) => line.includes('second carrier')).map((line) => line.trim())).toEqual([
    '06:30:00 Called by our second carrier, because the first one refused [carrier-2]',
    '06:31:30 Called by our second carrier, because the call before failed at the first one [carrier-2]',
  ])
})
