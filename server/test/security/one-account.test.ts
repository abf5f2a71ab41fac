import { MOST_KEPT } from '@reveille/core/accounts/retention-times'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requestExport } from '../../src/accounts/export/build-export.ts'
import { speechBudget } from '../../src/calls/message/speech-budget.ts'
import { countStored, lookAt, stored } from '../../src/platform/limits/budgets.ts'
import { enforceRetention } from '../../src/retention.ts'
import { speak, type ToSpeak } from '../../src/speech/clips/speak.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { turnCallsOn } from '../harness/app/visitor.ts'
import { countRows, largestRow } from '../harness/database/count-rows.ts'
import { ROW_BYTES, ROWS_A_CHANGE } from './default-costs.ts'

const NOW = '2027-01-15T06:00:00Z'
const DAY_S = 86_400
const EVERY_DAY = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** What an account can add all day, as its row counts. */
async function rowsOf({ services: { db } }: TestApp, userId: number) {
  const { rows } = await sql<Record<keyof typeof MOST_KEPT, number>>`
    select (select count(*)::integer from notices where user_id = ${userId}) as notices,
      (select count(*)::integer from consents where user_id = ${userId} and withdrawn_at is not null) as consents,
      (select count(*)::integer from known_browsers where user_id = ${userId}) as browsers,
      (select count(*)::integer from sessions where user_id = ${userId}) as sessions,
      (select count(*)::integer from occurrences where user_id = ${userId} and outcome = 'cancelled') as undialled
  `.execute(db)
  return rows[0]!
}

/** Pretends this account added `more` rows of each kind than it may keep, a second apart. */
async function addTooMany({ services: { db, clock } }: TestApp, userId: number, more: number): Promise<void> {
  const rows = (most: number) => sql`generate_series(1, ${most + more}::integer) as n`
  const at = sql`${new Date(clock.now() - 2 * DAY_S * 1000)}::timestamptz + n * interval '1 second'`
  await sql`insert into notices (user_id, kind, detail, created_at)
    select ${userId}, 'texts-stopped', '{}', ${at} from ${rows(MOST_KEPT.notices)}`.execute(db)
  await sql`insert into consents (user_id, kind, version, given_at, withdrawn_at)
    select ${userId}, 'recording', '1', ${at}, ${at} from ${rows(MOST_KEPT.consents)}`.execute(db)
  await sql`insert into known_browsers (user_id, browser_hash, signed_in_at)
    select ${userId}, 'browser ' || n, ${at} from ${rows(MOST_KEPT.browsers)}`.execute(db)
  await sql`insert into sessions (sid, sess, expire)
    select 'session ' || ${userId}::integer || ' ' || n, jsonb_build_object('userId', ${userId}::integer, 'lastSeenAt', n), 'infinity'
    from ${rows(MOST_KEPT.sessions)}`.execute(db)
  await sql`insert into occurrences (user_id, due_at, timezone, call_retry, outcome, created_at)
    select ${userId}, ${at}, 'UTC', false, 'cancelled', ${at} from ${rows(MOST_KEPT.undialled)}`.execute(db)
}

test("S64 S55 an account keeps the newest of what it can add all day; calls that rang, and other people's rows, stay", async () => {
  await using app = await startTestApp({ now: NOW })
  const { db, clock } = app.services
  const [many, few] = [await app.person(), await app.person()]
  await app.clock.advance({ minutes: 11 }) // past the day's first sweep
  await addTooMany(app, many.userId, 30)
  await addTooMany(app, few.userId, -30)
  const before = await rowsOf(app, few.userId)
  const due = new Date(clock.now() - 3 * DAY_S * 1000)
  const rang = await sql<{
    id: number
  }>`insert into occurrences (user_id, due_at, timezone, call_retry, outcome, created_at)
    values (${many.userId}, ${due}, 'UTC', false, 'missed', ${due}) returning id`.execute(db)
  const dialled = { kind: 'first', due_at: due, dial_at: due, marked_at: due, created_at: due } as const
  await db
    .insertInto('calls')
    .values({
      ...dialled,
      occurrence_id: rang.rows[0]!.id,
      user_id: many.userId,
      attempt: 1,
      stage: 'ended',
      token: 't',
      phone: null,
      voice: 'lily',
    })
    .execute()

  await app.clock.advance({ hours: 24 })
  await enforceRetention(app.services)
  expect(await rowsOf(app, many.userId)).toEqual({ ...MOST_KEPT })
  expect(await rowsOf(app, few.userId)).toEqual(before)
  const oldest = await db
    .selectFrom('notices')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('user_id', '=', many.userId)
    .executeTakeFirstOrThrow()
  expect(Number(oldest.at)).toBe(Date.parse(NOW) + 11 * 60_000 - 2 * DAY_S * 1000 + 31_000)
  expect((await sql`select 1 from calls where token = 't'`.execute(db)).rows).toHaveLength(1)
})

test('S64 S69 no change adds more rows, or larger ones, than the cost estimates assume', async () => {
  await using app = await startTestApp({ now: NOW })
  const { db } = app.services
  const person = await app.person()
  const long = 'x'.repeat(500)
  const preferences = { goals: ['other'], otherGoal: 'x', goalDescription: long, struggles: ['snooze'], voice: 'jocko' }
  const soon = { wakeupTime: '06:15', timezone: 'UTC', isRecurring: true, weekdays: EVERY_DAY, advanceNotice: true }
  const changes: [method: 'POST' | 'PUT' | 'PATCH', path: string, body: object][] = [
    ['POST', '/api/user/personalization', preferences],
    ['POST', '/api/schedule', { ...soon, callRetry: true }],
    ['POST', '/api/schedule?id=1', { ...soon, wakeupTime: '06:16', callRetry: true }],
    ['POST', '/api/schedule/1/skip', {}],
    ['POST', '/api/schedule/1/skip', {}],
    ['POST', '/api/schedule/1/toggle', {}],
    ['POST', '/api/schedule/1/toggle', {}],
    ['PUT', '/api/account/consents', { recording: true }],
    ['PUT', '/api/account/consents', { recording: false }],
    ['PUT', '/api/account/consents', { calls: false }],
    ['POST', '/api/account/code', { purpose: 'proof' }],
    ['POST', '/api/account/email', { email: `${'x'.repeat(60)}@example.com` }],
    ['POST', '/api/account/export', {}],
    ['POST', '/api/account/calendar/reset', {}],
    ['PATCH', '/api/account', { name: 'x'.repeat(100) }],
  ]
  for (const [method, path, body] of changes) {
    const before = await rowsInAll(app)
    const { status } = await (method === 'POST' ? person.post(path, body) : person.send(method, path, body))
    expect([path, status]).toEqual([path, 200])
    // Not counting rate-limit rows, which have their own line in the table.
    expect([path, (await rowsInAll(app)) - before <= ROWS_A_CHANGE]).toEqual([path, true])
  }
  const before = await rowsInAll(app)
  expect((await turnCallsOn(app, person)).status).toBe(200)
  expect((await rowsInAll(app)) - before).toBeLessThanOrEqual(2 * ROWS_A_CHANGE) // the code, and the consent
  expect(await largestRow(db)).toBeLessThanOrEqual(ROW_BYTES)
})

const rowsInAll = async ({ services }: TestApp) => {
  const { 'public.rate_limits': _counts, ...rows } = await countRows(services.db)
  return Object.values(rows).reduce((sum, count) => sum + count)
}

function spoken(
  app: TestApp,
  { kind, userId, text, isPersonal }: { kind: 'sample' | 'first'; userId: number; text: string; isPersonal: boolean },
): ToSpeak {
  const budget = speechBudget(app.services, { kind, userId }, isPersonal)
  return { voiceId: 'lily', text, form: 'phone', budget, ...(isPersonal && { owner: userId }) }
}

test('S66 ACCT-2 an account with too many files today gets no further archive until midnight UTC; others do', async () => {
  await using app = await startTestApp({ now: NOW, limits: { budgets: { named: { 'stored-per-person': 1_000 } } } })
  const [many, few] = [await app.person(), await app.person()]
  await countStored(app.services, many.userId, 1_000_000)
  expect(await many.post('/api/account/export')).toMatchObject({ status: 429, body: { retryAfterSeconds: 18 * 3600 } })
  expect((await few.post('/api/account/export')).status).toBe(200)
  await app.clock.advance({ hours: 18 })
  expect(await requestExport(app.services, many.userId, { ip: '203.0.113.7', browser: '' })).toMatchObject({
    outcome: 'requested',
  })
})

test('S66 archives, recordings and clips count for their owner', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  expect((await person.post('/api/account/export')).status).toBe(200)
  await app.clock.advance({ seconds: 5 })
  const archive = await storedKb(app, person.userId)
  expect(archive).toBeGreaterThan(0)
  await speak(app.services, [spoken(app, { kind: 'first', userId: person.userId, text: 'Paint.', isPersonal: true })])
  expect(await storedKb(app, person.userId)).toBeGreaterThan(archive)
})

const storedKb = async ({ services }: TestApp, userId: number) =>
  (await lookAt(services, stored, { keys: { person: String(userId) } })).used('person')
