import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { servicesOn } from '../test/harness/app/services-on.ts'
import { startTestApp, type TestApp } from '../test/harness/app/start-test-app.ts'
import { mailedCode, signUp, verifyPhone, visitor } from '../test/harness/app/visitor.ts'
import { AGED, isThere, type AgedKind } from '../test/harness/database/put-aged-data.ts'
import { startPlanned } from '../test/harness/database/start-planned.ts'
import { enforceRetention } from './retention.ts'

const NOW = '2027-01-15T12:00:00Z'
const DAY_MS = 86_400_000

async function startApp(): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'reveille-retention-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return startTestApp({ now: NOW, settings: { STORAGE_URL: `file:${folder}` } })
}

/** Three people, their stored data, and only the sweep, without the rest of the app. */
async function startSweeps() {
  const planned = await startPlanned(Date.parse(NOW) + DAY_MS)
  const joined = await servicesOn(planned, { now: Date.parse(NOW) })
  const { services, clock } = joined
  return {
    ...planned,
    services,
    now: clock.now(),
    async sweepAfter(time: Parameters<typeof clock.advance>[0]) {
      await clock.advance(time)
      await enforceRetention(services)
    },
    [Symbol.asyncDispose]: joined[Symbol.asyncDispose],
  }
}

test('S44 CALL-13 a recording is kept for 30 days and no longer', async () => {
  await using sweeps = await startSweeps()
  const { db, services, now, call, sweepAfter } = sweeps
  const { storage } = services
  const [key, newer] = ['recordings/1/1.wav', 'recordings/2/2.wav']
  for (const file of [key, newer]) await storage.put(file, Buffer.from('RIFF'), 'audio/wav')
  await call(1, { recording_key: key, ended_at: new Date(now) })
  await call(2, { recording_key: newer, ended_at: new Date(now + 2) })
  const kept = async () => [await storage.exists(key), await storage.exists(newer)]
  await sweepAfter({ hours: 30 * 24 - 1 })
  expect(await kept()).toEqual([true, true])
  await sweepAfter({ hours: 1, ms: 1 })
  expect(await kept()).toEqual([false, true])
  const keys = await db.selectFrom('calls').select('recording_key').orderBy('id').execute()
  expect(keys.map(({ recording_key }) => recording_key)).toEqual([null, newer, null])
})

test('S44 while the storage refuses to delete a recording, everything else that has expired is deleted', async () => {
  await using sweeps = await startSweeps()
  const { db, services, now, call, sweepAfter } = sweeps
  await call(1, { recording_key: 'recordings/1/1.wav', ended_at: new Date(now) })
  const values = { user_id: 1, schedule_id: null, name: null, from_date: '2027-01-15', to_date: '2027-01-15' }
  await db
    .insertInto('days_off')
    .values({ ...values, created_at: new Date(now) })
    .execute()
  services.storage.delete = async () => Promise.reject(new Error('the storage is away'))
  await expect(sweepAfter({ hours: 31 * 24 })).rejects.toThrow('the storage is away')
  expect(await db.selectFrom('days_off').selectAll().execute()).toEqual([])
})

test('S44 WAKE-24 days off are kept for two days after their last one', async () => {
  await using sweeps = await startSweeps()
  const { db, now, sweepAfter } = sweeps
  for (const to_date of ['2027-01-12', '2027-01-13']) {
    const values = { user_id: 1, schedule_id: null, name: null, from_date: '2027-01-11', to_date }
    await db
      .insertInto('days_off')
      .values({ ...values, created_at: new Date(now) })
      .execute()
  }
  const left = async () => (await db.selectFrom('days_off').select('to_date').execute()).map(({ to_date }) => to_date)
  await sweepAfter({ hours: 11 })
  expect(await left()).toEqual(['2027-01-13'])
  await sweepAfter({ hours: 2 })
  expect(await left()).toEqual([])
})

test('S44 SIGNAL-5 webhook events are kept for two days, and longer if they wait, are among the newest fifty or are the operator’s', async () => {
  await using sweeps = await startSweeps()
  const { db, now, sweepAfter } = sweeps
  await sql`insert into signal_people (user_id, since) values (1, now())`.execute(db)
  await sql`insert into signals (user_id, kind, data, created_at, expires_at, try_at, ended_at)
    select case when n > 1 then 1 end, 'call.due', '{}', at, at, at, case when n <> 3 then at end
    from generate_series(1, 60) as n, (select ${new Date(now)}::timestamptz as at)`.execute(db)
  const left = async () => (await db.selectFrom('signals').select('id').orderBy('id').execute()).map(({ id }) => id)
  await sweepAfter({ hours: 47 })
  expect(await left()).toHaveLength(60)
  await sweepAfter({ hours: 2 })
  expect(await left()).toEqual([1, 3, ...Array.from({ length: 50 }, (_, n) => n + 11)])
})

/** How many days each is kept, as /privacy says. 0 means until it expires. */
const KEPT: readonly [AgedKind, days: number][] = [
  ['codes', 1],
  ['counts of texted codes', 1],
  ['notes', 1],
  ['changes of numbers', 7],
  ['former addresses', 30],
  ['accounts without a number', 30],
  ['timelines of calls', 365],
  ['notices', 365],
  ['browsers of a person', 365],
  ['what happened to an account', 365],
  ['sessions', 0],
  ['solved puzzles', 0],
  ['stops of the breaker', 0],
  ['archives', 0],
]

test('S44 CODE-3 data stays until its last second and is deleted by the next hourly sweep', async () => {
  await using sweeps = await startSweeps()
  const { services, now, sweepAfter } = sweeps
  for (const [kind, days] of KEPT) {
    const [, , put] = AGED[kind]
    for (const [label, ms] of [
      ['in time', 1_000],
      ['too old', -1_000],
    ] as const) {
      const at = new Date(now - days * DAY_MS + ms)
      await put(services, { userId: 1, label: `${kind} ${label}`.replaceAll(' ', '-'), at })
    }
  }
  const left = (ms: number) =>
    Promise.all(KEPT.map(async ([kind, days]) => [kind, await isThere(services, kind, now - days * DAY_MS + ms)]))
  await sweepAfter({})
  expect(await left(1_000)).toEqual(KEPT.map(([kind]) => [kind, true]))
  expect(await left(-1_000)).toEqual(KEPT.map(([kind]) => [kind, false]))
  await sweepAfter({ minutes: 59 })
  expect(await left(1_000)).toEqual(KEPT.map(([kind]) => [kind, true])) // another worker swept within the hour
  await sweepAfter({ minutes: 1 })
  expect(await left(1_000)).toEqual(KEPT.map(([kind]) => [kind, false]))
})

test('S44 S55 old clips are deleted once a day, however often the sweep runs', async () => {
  await using sweeps = await startSweeps()
  const { services, sweepAfter } = sweeps
  const clip = 'speech/1/1/old.wav' // from the first two-week periods
  const leftAfter = async (hours: number) => {
    await services.storage.put(clip, Buffer.from('RIFF'), 'audio/wav')
    await sweepAfter({ hours })
    return services.storage.exists(clip)
  }
  expect([await leftAfter(0), await leftAfter(1), await leftAfter(22), await leftAfter(1)]).toEqual([
    false,
    true,
    true,
    false,
  ])
})

const SPENT = [
  'one_time_codes',
  'spent_proofs',
  'sessions',
  'spending_stops',
  'texted_codes',
  'known_browsers',
] as const

test('S44 AUTH-7 CODE-2 what no longer opens or proves anything is deleted, and nothing earlier', async () => {
  await using app = await startApp()
  const { db } = app.services
  const browser = visitor(app)
  await signUp(app, browser, 'old@example.com')
  await verifyPhone(app, browser, '+12025550191') // or the account itself would be deleted
  await mailedCode(app, browser, 'old@example.com')
  const until_at = new Date(app.clock.now() + 24.5 * 3_600_000)
  await db.insertInto('spending_stops').values({ scope: 'all', calls: 1, until_at }).execute()
  const leftAfter = async (hours: number) => {
    await app.clock.advance({ hours })
    const holds = SPENT.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length > 0)
    const held = await Promise.all(holds)
    return SPENT.filter((_table, index) => held[index])
  }

  expect(await leftAfter(0)).toEqual(SPENT)
  expect(await leftAfter(11)).toEqual(SPENT.filter((table) => table !== 'spent_proofs'))
  expect(await leftAfter(12)).toEqual(['one_time_codes', 'spending_stops', 'texted_codes', 'known_browsers'])
  expect(await leftAfter(1)).toEqual(['one_time_codes', 'spending_stops', 'texted_codes', 'known_browsers'])
  expect(await leftAfter(1)).toEqual(['known_browsers'])
  expect(await leftAfter(365 * 24)).toEqual([])
})

test('S44 an account whose phone is never verified is deleted after 30 days, unless somebody is signed in to it', async () => {
  await using app = await startApp()
  const { db } = app.services
  const left = async () =>
    (await db.selectFrom('users').select('email').orderBy('id').execute()).map(({ email }) => email)
  await signUp(app, visitor(app), 'tourist@example.com') // a session of at most 24 hours
  const remembered = await app.person({ email: 'remembered@example.com', hasPreferences: false }) // one of 30 days
  await db
    .updateTable('users')
    .set({ phone: null, phone_verified: false })
    .where('id', '=', remembered.userId)
    .execute()
  await db
    .updateTable('sessions')
    .set({ expire: new Date(app.clock.now() + 40 * DAY_MS) })
    .where('user_id', '=', remembered.userId)
    .execute()
  await app.person({ email: 'verified@example.com', hasPreferences: false })

  await app.clock.advance({ hours: 30 * 24 - 1 })
  expect(await left()).toHaveLength(3)
  await app.clock.advance({ hours: 2 })
  expect(await left()).toEqual(['remembered@example.com', 'verified@example.com'])
  await app.clock.advance({ hours: 11 * 24 })
  expect(await left()).toEqual(['verified@example.com'])
})
