import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/harness/app/start-test-app.ts'
import { mailedCode, signUp, verifyPhone, visitor } from '../test/harness/app/visitor.ts'
import { seedAnswered } from '../test/harness/database/seed-occurrences.ts'

const NOW = '2027-01-15T12:00:00Z'
const DAY_MS = 86_400_000

async function startApp(): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'reveille-retention-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return startTestApp({ now: NOW, settings: { STORAGE_URL: `file:${folder}` } })
}

test('S44 CALL-13 a recording is kept for 30 days and no longer', async () => {
  await using app = await startApp()
  const { db, storage, clock } = app.services
  const person = await app.person()
  await seedAnswered(db, person.userId, 1)
  await storage.put('recordings/1/1.wav', Buffer.from('RIFF'), 'audio/wav')
  await db
    .updateTable('calls')
    .set({ recording_key: 'recordings/1/1.wav', ended_at: new Date(clock.now()) })
    .execute()
  const play = async (id: number) =>
    (await fetch(`${app.url}/api/call/${id}/recording`, { headers: { cookie: person.cookie } })).status
  const { id } = await db.selectFrom('calls').select('id').executeTakeFirstOrThrow()

  await app.clock.advance({ hours: 30 * 24 - 2 })
  expect(await play(id)).toBe(200)
  await app.clock.advance({ hours: 3 })
  expect(await storage.exists('recordings/1/1.wav')).toBe(false)
  const { recording_key } = await db.selectFrom('calls').select('recording_key').executeTakeFirstOrThrow()
  expect(recording_key).toBeNull()
})

test('S44 codes go after a day, timelines after a year', async () => {
  await using app = await startApp()
  const { db } = app.services
  const person = await app.person()
  await mailedCode(app, visitor(app), 'nobody@example.com')
  await seedAnswered(db, person.userId, 3)
  const now = app.clock.now()
  const [fresh, old] = await db.selectFrom('call_events').select('id').orderBy('id').execute()
  const setAge = (id: number, ms: number) =>
    db
      .updateTable('call_events')
      .set({ at: new Date(now - ms) })
      .where('id', '=', id)
      .execute()
  await setAge(fresh!.id, 300 * DAY_MS)
  await setAge(old!.id, 364.5 * DAY_MS)
  const left = () => db.selectFrom('call_events').select('id').execute()
  const codes = () => db.selectFrom('one_time_codes').select('id').execute()

  await app.clock.advance({ hours: 2 })
  expect([(await left()).length, (await codes()).length]).toEqual([2, 1]) // the third was years old
  await app.clock.advance({ hours: 23 })
  expect([(await left()).map(({ id }) => id), await codes()]).toEqual([[fresh!.id], []])
})

const SPENT = [
  'one_time_codes',
  'spent_proofs',
  'sessions',
  'spending_stops',
  'texted_codes',
  'known_browsers',
] as const

test('S44 AUTH-7 CODE-2 what opens or proves nothing any more goes, and nothing before', async () => {
  await using app = await startApp()
  const { db } = app.services
  const browser = visitor(app)
  await signUp(app, browser, 'old@example.com')
  await verifyPhone(app, browser, '+12025550191') // else the account itself goes
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
  expect(await leftAfter(23)).toEqual(SPENT.filter((table) => table !== 'spent_proofs'))
  expect(await leftAfter(1)).toEqual(['one_time_codes', 'spending_stops', 'known_browsers'])
  expect(await leftAfter(1)).toEqual(['known_browsers'])
  expect(await leftAfter(365 * 24)).toEqual([])
})

test('S44 an account whose phone is never verified goes after 30 days, unless somebody is signed in to it', async () => {
  await using app = await startApp()
  const { db } = app.services
  const left = async () =>
    (await db.selectFrom('users').select('email').orderBy('id').execute()).map(({ email }) => email)
  await signUp(app, visitor(app), 'tourist@example.com') // a session of 24 hours
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
