import type { Call } from '@reveille/contract/calls'
import type { Schedule } from '@reveille/contract/schedules'
import { expect, test } from 'vitest'
import { SCHEDULE_FIELDS } from '../../../test/harness/app/schedule-fields.ts'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'

const daily = { wakeupTime: '06:30', timezone: 'Europe/Berlin' }

test('SCHED-12 the list shows the next call up to its second, then the one after it', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:05:00+01:00' })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule(daily)
  const next = async () => (await person.get<Schedule[]>('/api/schedule')).body[0]
  const today = { date: '2027-01-15', time: '06:30', weekday: 'fri', today: '2027-01-15' }
  expect(await next()).toMatchObject({ nextCallAt: '2027-01-15T05:30:00.000Z', nextCallLocal: today })
  await app.clock.advance({ minutes: 24, seconds: 59 })
  expect(await next()).toMatchObject({ nextCallAt: '2027-01-15T05:30:00.000Z', skippedCallAt: null })
  await app.clock.advance({ seconds: 1 })
  await (await phone.expectCall()).decline()
  expect(await next()).toMatchObject({ nextCallAt: '2027-01-16T05:30:00.000Z', lastCallStatus: 'no_answer' })
})

test('API-5 schedules and calls have only the specified field names, and no call is shown as early', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:29:00+01:00' })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const schedule = await person.schedule(daily)
  expect(Object.keys(schedule).toSorted()).toEqual(SCHEDULE_FIELDS)
  await app.clock.advance({ minutes: 1 })
  await (await phone.expectCall()).decline()
  expect((await person.get<Schedule[]>('/api/schedule')).body[0]?.lastCalled).toBe('2027-01-15T05:30:00.000Z')
  const [call] = await person.history()
  expect(Object.keys(call as Call).toSorted()).toEqual([
    'callSid',
    'callTime',
    'callTimeLocal',
    'createdAt',
    'duration',
    'id',
    'kind',
    'morning',
    'phase',
    'reason',
    'recordingUrl',
    'scheduleId',
    'scheduleName',
    'secondNumber',
    'snoozed',
    'spokeOf',
    'status',
    'timezone',
    'userId',
    'voice',
  ])
})

test("CALL-11 calls of one second leave one by one at the carrier's rate, and show how long they wait", async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:20:00+01:00', settings: { CALLS_PER_SECOND: '0.5' } })
  const people = await Promise.all([1, 2, 3, 4].map(() => app.person()))
  const phones = await Promise.all(people.map(({ phone }) => app.phone(phone)))
  for (const person of people) await person.schedule(daily)
  await app.clock.advance({ minutes: 10, seconds: 30 })
  for (const phone of phones) await (await phone.expectCall()).decline()
  const due = Date.parse('2027-01-15T05:30:00Z')
  const left = (await app.carrierLog()).filter(({ kind }) => kind === 'call-created').map(({ at }) => at - due)
  expect(left.toSorted((a, b) => a - b)).toEqual([0, 2000, 4000, 6000])
  const timelines = await Promise.all(
    people.map(async (person) => {
      const [call] = await person.history()
      return (await person.get<{ timeline: { what: string }[] }>(`/api/call/${call?.id}`)).body.timeline
    }),
  )
  expect(timelines.flat().filter(({ what }) => what.startsWith('Busy morning'))).toHaveLength(3)
})
