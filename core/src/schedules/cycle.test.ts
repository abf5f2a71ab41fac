import { expect, test } from 'vitest'
import { WEEKDAYS } from '../time/weekday.ts'
import { type Cycle, cycleText, earliestTime } from './cycle.ts'
import { datesLeftOut, isMovedByClocks, nextDue, offUntil, ringAlike, type Rule, skipsUnder } from './recurrence.ts'
import { ruleOf } from './schedule.ts'

const common = { wakeupTime: '06:30', times: {}, timezone: 'Europe/Berlin', weekdays: [], date: null, daysOff: [] }
const rotation = (cycle: Cycle, more: Partial<typeof common> = {}): Rule => ruleOf({ ...common, ...more, cycle })
const twoOnTwoOff: Cycle = { firstDate: '2027-01-15', times: ['05:10', '05:10', null, null] }
const local = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(0, 16))

function next(rule: Rule, after: string, count: number): (string | null)[] {
  const found: (string | null)[] = []
  for (let at = nextDue(rule, Date.parse(after)); found.length < count; at = at && nextDue(rule, at))
    found.push(local(at))
  return found
}

test('SHIFT-1 a cycle rings on its days and repeats, before its first date too', () => {
  const utc = rotation(twoOnTwoOff, { timezone: 'UTC' })
  const calls = ['2027-01-15T05:10', '2027-01-16T05:10', '2027-01-19T05:10', '2027-01-20T05:10']
  expect(next(utc, '2027-01-15T05:09:59Z', 4)).toEqual(calls)
  expect(next(utc, '2027-01-15T05:10:00Z', 1)).toEqual(['2027-01-16T05:10'])
  expect(next(utc, '2027-01-09T00:00Z', 3)).toEqual(['2027-01-11T05:10', '2027-01-12T05:10', '2027-01-15T05:10'])
})

test('SHIFT-1 the only call of the longest cycle comes every 56 days, and a date that its zone skips has none', () => {
  const times = Array.from({ length: 56 }, (_day, index) => (index === 20 ? '06:30' : null))
  const rare = rotation({ firstDate: '2027-01-01', times }, { timezone: 'UTC' })
  expect(next(rare, '2027-01-21T06:30:00Z', 2)).toEqual(['2027-03-18T06:30', '2027-05-13T06:30'])
  const apia = rotation({ firstDate: '2011-12-28', times: ['06:30', null] }, { timezone: 'Pacific/Apia' })
  expect(next(apia, '2011-12-28T17:00Z', 1)).toEqual(['2011-12-31T16:30']) // January 1 there
  const [from, to] = [Date.parse('2011-12-28T16:30Z'), Date.parse('2011-12-31T16:30Z')]
  expect(datesLeftOut(apia, from, to)).toEqual(['2011-12-30'])
})

test('SHIFT-1 a clock change moves neither days nor times, and a time that the clocks skip rings later by that much', () => {
  const cycle = { firstDate: '2027-03-26', times: ['02:30', null] }
  expect(next(rotation(cycle), '2027-03-26T00:00Z', 3)).toEqual([
    '2027-03-26T01:30',
    '2027-03-28T01:30', // 3:30 by the new clock
    '2027-03-30T00:30',
  ])
  expect(isMovedByClocks(rotation(cycle), Date.parse('2027-03-28T01:30Z'))).toBe(true)
  expect(isMovedByClocks(rotation(cycle), Date.parse('2027-03-30T00:30Z'))).toBe(false)
})

test('SHIFT-1 days off pause a rotation without shifting it, and only skips of its calls are kept', () => {
  const rule = rotation(twoOnTwoOff, { timezone: 'UTC', daysOff: [{ from: '2027-01-16', to: '2027-01-19' }] as never })
  expect(next(rule, '2027-01-15T06:00Z', 2)).toEqual(['2027-01-20T05:10', '2027-01-23T05:10'])
  expect(offUntil(rule, Date.parse('2027-01-15T06:00Z'))).toBe('2027-01-19')
  const [on, free] = [Date.parse('2027-01-20T05:10Z'), Date.parse('2027-01-21T05:10Z')]
  expect(skipsUnder(rule, [on, free])).toEqual({ kept: [on], dropped: [free] })
})

const weekly = (times: object, weekdays: readonly string[] = WEEKDAYS) =>
  ruleOf({ ...common, times, weekdays: [...weekdays] as never, cycle: null })
const weekOf = (firstDate: string, ...times: (string | null)[]) => rotation({ firstDate, times })

test('SCHED-6 WAKE-23 two schedules are duplicates when each day rings at the same time in both', () => {
  const one = weekly({ tue: '07:15' }, ['mon', 'tue'])
  const swapped = ruleOf({
    ...common,
    wakeupTime: '07:15',
    times: { mon: '06:30' },
    weekdays: ['tue', 'mon'],
    cycle: null,
  })
  expect(ringAlike(one, swapped)).toBe(true)
  expect(ringAlike(one, weekly({ tue: '07:15', wed: '09:00' }, ['mon', 'tue']))).toBe(true)
  expect(ringAlike(one, weekly({}, ['mon', 'tue']))).toBe(false)
  expect(ringAlike(one, weekly({ tue: '07:15' }, ['mon']))).toBe(false)
  const once: Rule = { kind: 'one-time', date: '2027-01-15', wakeupTime: '06:30', timezone: 'UTC' }
  const others: Rule[] = [{ ...once, date: '2027-01-16' }, { ...once, wakeupTime: '06:31' }, one]
  expect([{ ...once }, ...others].map((other) => ringAlike(once, other))).toEqual([true, false, false, false])
  expect(ringAlike(one, once)).toBe(false)
})

test('SCHED-6 SHIFT-1 rotations are duplicates when they ring alike day by day, whatever their first dates and lengths', () => {
  const one = rotation(twoOnTwoOff)
  expect(ringAlike(one, weekOf('2027-01-16', '05:10', null, null, '05:10'))).toBe(true)
  expect(ringAlike(one, weekOf('2027-01-19', ...twoOnTwoOff.times, ...twoOnTwoOff.times))).toBe(true)
  expect(ringAlike(one, weekOf('2027-01-16', ...twoOnTwoOff.times))).toBe(false)
  expect(ringAlike(one, weekOf('2027-01-15', '05:10', '05:11', null, null))).toBe(false)
  // Alike on all days but one of twelve.
  const long = [...twoOnTwoOff.times, ...twoOnTwoOff.times, '05:10', null, null, null]
  expect(ringAlike(one, weekOf('2027-01-15', ...long))).toBe(false)
  // January 17 is a Sunday.
  const sundays = weekOf('2027-01-17', '06:30', null, null, null, null, null, null)
  expect(ringAlike(weekly({}, ['sun']), sundays)).toBe(true)
  expect(ringAlike(weekly({}, ['mon']), sundays)).toBe(false)
  expect(ringAlike(sundays, ruleOf({ ...common, date: '2027-01-17' as never, cycle: null }))).toBe(false)
})

test.each<[string, (string | null)[]]>([
  ['4-day rotation: 5:10 AM, 5:10 AM, free, free', ['05:10', '05:10', null, null]],
  ['7-day rotation: 4 × 1:00 PM, 3 free', ['13:00', '13:00', '13:00', '13:00', null, null, null]],
  ['14-day rotation: 6:30 AM, 13 free', ['06:30', ...Array<null>(13).fill(null)]],
  ['5-day rotation: 5:10 AM, 1:10 PM, 9:10 PM, free, free', ['05:10', '13:10', '21:10', null, null]],
])('SHIFT-3 in words a rotation is %s', (words, times) => {
  expect(cycleText({ times })).toBe(words)
})

test('SHIFT-5 the earliest time of a rotation is found, whatever day has it', () => {
  expect(earliestTime({ firstDate: '2027-01-15', times: [null, '21:10', '05:10', '13:10'] })).toBe('05:10')
})
