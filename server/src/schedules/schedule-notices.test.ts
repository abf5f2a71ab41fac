import type { DaysOff } from '@reveille/contract/days-off'
import type { Notices } from '@reveille/contract/notices'
import type { Schedule } from '@reveille/contract/schedules'
import { WEEKDAYS } from '@reveille/core/time/weekday'
import { expect, test } from 'vitest'
import type { Person, PersonOptions } from '../../test/harness/app/person.ts'
import { startCalls } from '../../test/harness/app/start-calls.ts'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { forgetDaysOff } from './days-off/days-off.sql.ts'
import { takeEveNotices } from './planner/cursors.sql.ts'
import { tellEveningBefore } from './schedule-notices.ts'

const titles = async (person: Person) =>
  (await person.get<Notices>('/api/notices')).body.notices.map(({ title }) => title)

/** A call on the morning of a clock change, and 6 PM the evening before, both in the zone's local time. */
test.each([
  ['America/Los_Angeles', '2027-03-14', '2027-03-13T18:00:00-08:00', 'Sun, Mar 14'],
  ['Pacific/Auckland', '2027-09-26', '2027-09-25T18:00:00+12:00', 'Sun, Sep 26'],
  ['Pacific/Auckland', '2027-04-04', '2027-04-03T18:00:00+13:00', 'Sun, Apr 4'],
  ['Australia/Lord_Howe', '2027-10-03', '2027-10-02T18:00:00+10:30', 'Sun, Oct 3'],
])(
  'SCHED-13 SHELL-11 a clock change in %s on %s is announced within a minute of six the evening before',
  async (timezone, date, evening, day) => {
    await using app = await startTestApp({
      now: new Date(Date.parse(evening) - 30 * 3_600_000).toISOString(),
    })
    const email = 'moved@example.com'
    const person = await app.person({ email })
    await person.schedule({ wakeupTime: '06:30', timezone, weekdays: ['sun'] })
    await person.schedule({ wakeupTime: '06:30', timezone, weekdays: ['mon'] })
    await app.clock.advance({ hours: 29, minutes: 59, seconds: 59 })
    expect(await titles(person)).toEqual([])
    await app.clock.advance({ minutes: 1 }) // checked every minute
    const told = `The clocks change before your next call on ${day} at 6:30 AM`
    expect(await titles(person)).toEqual([told])
    await app.clock.advance({ hours: 2 })
    expect((await app.mailbox.mails(email)).map(({ subject }) => subject)).toEqual([told])
  },
)

test('SCHED-13 everybody whose clocks change in one night is told at once, except people not called', async () => {
  await using app = await startTestApp({ now: '2027-03-27T17:00:00+01:00' })
  const people: Person[] = []
  for (let n = 0; n < 120; n++) people.push(await app.person())
  const [paused, skips] = people
  for (const person of people) {
    const { id } = await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
    if (person === paused) await person.post(`/api/schedule/${id}/toggle`)
    if (person === skips) await person.post(`/api/schedule/${id}/skip`)
  }
  await app.clock.advance({ hours: 1 })
  const told = await app.services.db
    .selectFrom('notices')
    .select('user_id')
    .where('kind', '=', 'clocks-change')
    .execute()
  expect(told.map(({ user_id }) => user_id).toSorted((a, b) => a - b)).toEqual(
    people.slice(2).map(({ userId }) => userId),
  )
})

test('WAKE-24 S44 after a week off, the evening before calls restart says so, however long ago the last day off was', async () => {
  await using app = await startTestApp({ now: '2027-01-15T12:00:00-08:00' }) // a Friday
  const person = await app.person()
  const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri']
  await person.schedule({ wakeupTime: '06:30', timezone: 'America/Los_Angeles', weekdays })
  await person.post('/api/days-off', { from: '2027-01-18', to: '2027-01-22' })
  await app.clock.advance({ hours: 9 * 24 + 5 }) // the hourly sweep runs at each stop
  await app.clock.advance({ hours: 1 })
  expect(await titles(person)).toEqual(['Your calls start again tomorrow at 6:30 AM'])
  await app.clock.advance({ hours: 2 })
  expect(await app.services.db.selectFrom('days_off').select('id').execute()).toEqual([])
})

test('WAKE-24 the evening before calls restart after three days off, bell and mail say once when', async () => {
  await using app = await startTestApp({ now: '2027-01-14T12:00:00Z' })
  const email = 'away@example.com'
  const person = await app.person({ email })
  for (const wakeupTime of ['07:15', '06:30']) await person.schedule({ wakeupTime, timezone: 'UTC' })
  await person.post('/api/days-off', { from: '2027-01-15', to: '2027-01-17' })
  await app.clock.advance({ hours: 77, minutes: 59 })
  expect(await titles(person)).toEqual([])
  await app.clock.advance({ minutes: 1 })
  const told = 'Your calls start again tomorrow at 6:30 AM'
  expect(await titles(person)).toEqual([told])
  await app.clock.advance({ hours: 5 })
  expect((await app.mailbox.mails(email)).map(({ subject }) => subject)).toEqual([told])
})

/** Sends the notices of this evening. Returns who has got one so far. */
async function toldBy({ services, db }: Awaited<ReturnType<typeof startCalls>>): Promise<number[]> {
  await tellEveningBefore(services)
  return (await db.selectFrom('notices').select('user_id').execute()).map(({ user_id }) => user_id)
}

test('WAKE-24 while one worker tells the evening before, another tells nobody, so two schedules of a person mean one notification', async () => {
  const evening = Date.parse('2027-01-17T18:00:00Z')
  await using started = await startCalls({ now: evening })
  const { db } = started
  const off = { schedule_id: null, name: null, from_date: '2027-01-15', to_date: '2027-01-17' }
  await db
    .insertInto('days_off')
    .values({ ...off, user_id: 1, created_at: new Date(evening) })
    .execute()
  await started.schedule(1, {
    wakeup_time: '06:30',
    timezone: 'UTC',
    weekdays: [...WEEKDAYS],
    next_due_at: new Date('2027-01-18T06:30Z'),
    clock_notice_at: new Date(evening),
  })
  await inTransaction(db, async (tx) => {
    expect(await takeEveNotices(tx, evening, 0)).toEqual([])
    expect(await toldBy(started)).toEqual([]) // by the other worker
  })
  expect(await toldBy(started)).toEqual([1])
})

test("WAKE-24 a restart that wasn't announced before midnight, as after an outage, isn't called tomorrow's", async () => {
  const midnight = Date.parse('2027-01-18T00:00:00-08:00')
  await using started = await startCalls({ now: midnight - 1 })
  const { db, clock } = started
  const off = { schedule_id: null, name: null, from_date: '2027-01-15', to_date: '2027-01-17' }
  const values = [1, 2].map((user_id) => ({ ...off, user_id, created_at: new Date(midnight) }))
  await db.insertInto('days_off').values(values).execute()
  const call = {
    wakeup_time: '06:30',
    timezone: 'America/Los_Angeles',
    next_due_at: new Date('2027-01-18T06:30-08:00'),
  }
  const missed = { clock_notice_at: new Date('2027-01-17T18:00-08:00') }
  await started.schedule(1, { ...call, weekdays: [...WEEKDAYS], ...missed })
  await started.schedule(2, { ...call, weekdays: [...WEEKDAYS] })
  expect(await toldBy(started)).toEqual([1])
  await started.schedule(2, missed)
  await clock.advance({ ms: 1 })
  expect(await toldBy(started)).toEqual([1])
})

test('SCHED-13 a clock change that was not announced in the evening, as after an outage, is announced until the call', async () => {
  const due = Date.parse('2027-03-14T06:30-07:00')
  await using started = await startCalls({ now: due - 1 })
  const { clock } = started
  const call = { wakeup_time: '06:30', timezone: 'America/Los_Angeles', next_due_at: new Date(due) }
  const missed = { clock_notice_at: new Date('2027-03-13T18:00-08:00') }
  await started.schedule(1, { ...call, weekdays: [...WEEKDAYS], ...missed })
  await started.schedule(2, { ...call, weekdays: [...WEEKDAYS] })
  expect(await toldBy(started)).toEqual([1])
  await started.schedule(2, missed)
  await clock.advance({ ms: 1 })
  expect(await toldBy(started)).toEqual([1])
})

test('S44 days off that are over stay for the notice of a recurring schedule, not for that of a one-time one', async () => {
  await using started = await startCalls({ now: Date.parse('2027-01-24T12:00:00Z') })
  const { db } = started
  const off = { schedule_id: null, name: null, from_date: '2027-01-18', to_date: '2027-01-22', created_at: new Date() }
  await db
    .insertInto('days_off')
    .values([1, 2].map((user_id) => ({ ...off, user_id })))
    .execute()
  const told = { clock_notice_at: new Date('2027-03-13T18:00-08:00') }
  await started.schedule(1, told)
  const once = {
    weekdays: [],
    is_recurring: false,
    date: '2027-03-14',
    one_time_at: new Date('2027-03-14T06:30-07:00'),
  }
  await started.schedule(2, { ...told, ...once })
  await forgetDaysOff(db, '2027-01-23')
  expect(await db.selectFrom('days_off').select('user_id').execute()).toEqual([{ user_id: 1 }])
})

test('WAKE-24 no restart is announced once the days off are removed, or the first call is skipped', async () => {
  await using app = await startTestApp({ now: '2027-01-15T12:00:00Z' })
  const [returns, skips] = [await app.person(), await app.person()]
  const ids: number[] = []
  for (const person of [returns, skips]) {
    await person.schedule({ wakeupTime: '06:30', timezone: 'UTC' })
    const { body } = await person.post<{ daysOff: DaysOff }>('/api/days-off', { from: '2027-01-15', to: '2027-01-17' })
    ids.push(body.daysOff.id)
  }
  const [schedule] = (await skips.get<Schedule[]>('/api/schedule')).body
  expect((await skips.post(`/api/schedule/${schedule!.id}/skip`)).status).toBe(200)
  await app.clock.advance({ hours: 53 })
  expect((await returns.delete(`/api/days-off/${ids[0]}`)).status).toBe(200)
  await app.clock.advance({ hours: 3 })
  for (const person of [returns, skips])
    expect((await titles(person)).filter((title) => title.includes('start again'))).toEqual([])
})

const CROWDED = 'Your call on Sat, Jan 16 at 6:30 AM may ring a few minutes late'

test('S85 CALL-11 the evening before, the operator sees which minute is too full, and its people are told once', async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const settings = { CALLS_PER_SECOND: '0.05' } // three a minute
  await using app = await startTestApp({ now: '2027-01-15T18:00:00Z', settings, logTo })
  const seen = async () => /^reveille_crowds_ahead (\d+)$/m.exec(await app.services.metrics.text())?.[1]
  const logged = () => lines.map((line) => JSON.parse(line) as { minutes?: unknown }).filter(({ minutes }) => minutes)
  const at = async (wakeupTime: string, options: PersonOptions = {}) => {
    const person = await app.person(options)
    people.push(person)
    return { person, schedule: await person.schedule({ wakeupTime, timezone: 'UTC' }) }
  }
  const people: Person[] = []
  for (let n = 0; n < 3; n++) await at('06:30')
  const skips = await at('06:30')
  const alone = await at('06:31')
  await skips.person.post(`/api/schedule/${skips.schedule.id}/skip`)
  await app.clock.advance({ hours: 1 })
  expect([await seen(), logged()]).toEqual(['0', []]) // exactly what the carrier can take

  const last = await at('06:30', { email: 'late@example.com', phone: '+4915123450085' })
  await app.clock.advance({ hours: 1 })
  expect(await seen()).toBe('1')
  expect(logged()).toMatchObject([{ level: 40, most: 3, minutes: [{ at: '2027-01-16T06:30:00.000Z', calls: 4 }] }])
  const told = [...people.slice(0, 3), last.person]
  for (const person of told) expect(await titles(person)).toEqual([CROWDED])
  for (const { person } of [skips, alone]) expect(await titles(person)).not.toContain(CROWDED)
  const { body } = await last.person.get<Notices>('/api/notices')
  expect(body.notices[0]?.text).toContain('up to 1 minute late')
  expect((await app.mailbox.mails('late@example.com')).map(({ subject }) => subject)).toContain(CROWDED)

  await app.clock.advance({ hours: 2 })
  for (const person of told) expect(await titles(person)).toEqual([CROWDED])
})
