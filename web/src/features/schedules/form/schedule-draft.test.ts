import { expect, test } from 'vitest'
import { checkDraft, draftOf, newDraft, tomorrow, usualDate, withUsualDate } from './schedule-draft.ts'

const draft = newDraft('Australia/Sydney')

test('SCHED-1 a new schedule rings at 06:30 from Monday to Friday, with retries and without a text', () => {
  expect(draft).toEqual({
    name: '',
    times: {},
    wakeupTime: '06:30',
    timezone: 'Australia/Sydney',
    weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
    isRecurring: true,
    isRotating: false,
    firstDate: '',
    cycleTimes: [],
    date: '',
    callRetry: true,
    advanceNotice: false,
    proof: 'gentle',
    snoozeMinutes: 9,
    snoozeLimit: 3,
  })
})

test.each([
  ['no time', { ...draft, wakeupTime: '' }, 'wakeupTime', 'Please select a wakeup time.'],
  ['no day', { ...draft, weekdays: [] }, 'weekdays', 'Please select at least one day for your wakeup call.'],
  ['no date', { ...draft, isRecurring: false }, 'date', 'Please select a date for your one-time wakeup call.'],
])('SCHED-2 with %s the form says so', (_case, wrong, field, message) => {
  expect(checkDraft(wrong)).toEqual({ ok: false, faults: [{ field, message }] })
})

test('WAKE-23 an empty time is an error on a chosen day only', () => {
  const message = 'Please select a time for each of these days.'
  const wrong = { ...draft, times: { tue: '', sat: '' } }
  expect(checkDraft(wrong)).toEqual({ ok: false, faults: [{ field: 'times-tue', message }] })
  const checked = checkDraft({ ...draft, times: { tue: '07:15', sat: '' } })
  expect(checked).toMatchObject({ ok: true, schedule: { times: { tue: '07:15' } } })
  expect(checkDraft({ ...wrong, isRecurring: false, date: '2027-01-15' })).toMatchObject({ schedule: { times: {} } })
})

test('SCHED-1 a name that is too long is an error of its field', () => {
  const message = 'Please use at most 40 characters for the name.'
  expect(checkDraft({ ...draft, name: 'n'.repeat(41) })).toEqual({ ok: false, faults: [{ field: 'name', message }] })
})

test('SCHED-2 a one-time call needs no days, and sends none', () => {
  const checked = checkDraft({ ...draft, isRecurring: false, date: '2027-01-15' })
  expect(checked).toMatchObject({ ok: true, schedule: { weekdays: [], date: '2027-01-15', isRecurring: false } })
})

test('SCHED-2 a recurring call sends no date', () => {
  expect(checkDraft({ ...draft, date: '2027-01-15' })).toMatchObject({ ok: true, schedule: { date: null } })
})

test.each([null, '2027-01-15'])(
  'SCHED-3 a schedule that is opened and saved unchanged stays as it is (date: %s)',
  (date) => {
    const weekdays = date === null ? (['tue', 'sat'] as const) : []
    const rule = {
      name: 'Gym',
      wakeupTime: '05:10',
      times: date === null ? { sat: '08:00' } : {},
      timezone: 'Asia/Tokyo',
      weekdays: [...weekdays],
      isRecurring: date === null,
      date,
    }
    const waking = { callRetry: false, proof: 'strict', snoozeMinutes: 15, snoozeLimit: 2 } as const
    const saved = { ...rule, ...waking, advanceNotice: true }
    const opened = draftOf({ ...saved, id: 7, isActive: false } as Parameters<typeof draftOf>[0])
    expect(opened.date).toBe(date ?? '')
    expect(checkDraft(opened)).toEqual({ ok: true, schedule: saved })
  },
)

const cycle = { firstDate: '2027-01-15', times: [null, '05:10', '21:10'] }
const rotating = { ...draft, weekdays: [], date: null, cycle }
type Opened = Parameters<typeof draftOf>[0]

test('SHIFT-2 a rotation that is opened and saved unchanged stays as it is, whichever of its days comes next', () => {
  const opened = draftOf({ ...rotating, wakeupTime: '21:10' } as unknown as Opened)
  expect(draftOf({ ...rotating, wakeupTime: '05:10' } as unknown as Opened)).toEqual(opened)
  expect(checkDraft(opened)).toMatchObject({
    ok: true,
    schedule: { cycle, weekdays: [], times: {}, date: null, isRecurring: true },
  })
})

test('SHIFT-2 only a rotation sends a cycle, and one without a call says so at its days', () => {
  const typed = { ...draft, firstDate: '2027-01-15', cycleTimes: ['05:10', ''] }
  expect(checkDraft(typed)).toMatchObject({ ok: true, schedule: { weekdays: draft.weekdays } })
  expect(checkDraft(typed)).not.toHaveProperty('schedule.cycle')
  const message = 'Please select at least one day for your wakeup call.'
  const empty = { ...typed, isRotating: true, cycleTimes: ['', ''] }
  expect(checkDraft(empty)).toEqual({ ok: false, faults: [{ field: 'cycle-times', message }] })
})

test('SCHED-1 a one-time call is today while its time is ahead in its zone, until somebody chooses a date', () => {
  const now = Date.parse('2027-01-15T22:00:00Z') // 9 AM on the 16th in Sydney, 11 PM on the 15th in Berlin
  const dates = ['08:59', '09:00', '09:01', ''].map((wakeupTime) => usualDate({ ...draft, wakeupTime }, now))
  expect(dates).toEqual(['2027-01-17', '2027-01-17', '2027-01-16', '2027-01-17'])
  const once = { ...draft, isRecurring: false, date: '2027-01-17' }
  const later = { ...once, wakeupTime: '21:00' }
  expect(withUsualDate(once, later, now).date).toBe('2027-01-16')
  expect(withUsualDate(once, { ...later, timezone: 'Europe/Berlin' }, now).date).toBe('2027-01-16')
  expect(withUsualDate(once, { ...once, date: '2027-01-20' }, now).date).toBe('2027-01-20')
  expect(withUsualDate({ ...once, date: '2027-01-20' }, { ...later, date: '2027-01-20' }, now).date).toBe('2027-01-20')
})

test('SCHED-1 in a zone unknown to the browser, the first date offered is tomorrow', () => {
  expect(usualDate({ ...draft, timezone: '' }, new Date(2027, 0, 31, 23, 59).getTime())).toBe('2027-02-01')
  expect(tomorrow(new Date(2027, 0, 31, 23, 59).getTime())).toBe('2027-02-01')
})
