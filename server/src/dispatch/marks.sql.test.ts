import { sql, type Insertable, type Updateable } from 'kysely'
import { expect, test } from 'vitest'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { beat, leaseUpcoming } from './leases.sql.ts'
import { findUnmarked, markDialling, renewMarks } from './marks.sql.ts'

const DUE_AT = Date.parse('2027-01-15T05:30Z')
const CALLS = 400
const HOUR_MS = 60 * 60_000
const WEEK_MS = 7 * 24 * HOUR_MS

test('CALL-1 marking 400 calls reads each one once, even if the statistics know no leased call', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: CALLS, dueAt: DUE_AT })
  const leased = await leaseUpcoming(db, { until: DUE_AT, owner: 'worker', limit: CALLS })
  const ids = leased.map(({ id }) => id)

  const { marked, read } = await inTransaction(db, async (tx) => {
    const dialling = await markDialling(tx, {
      owner: 'worker',
      ids,
      now: DUE_AT,
      mostCalls: { hour: 30, day: 80 },
      callerNumbers: ['+12025550100'] as const,
    })
    return { marked: dialling.length, read: await rowsRead(tx) }
  })

  expect(marked).toBe(CALLS)
  // Comparing each call with each would read 160,000 rows.
  expect(read).toBeLessThan(30 * CALLS)
})

test('CALL-3 only the exact mark is renewed, and it is rewritten before it looks lost', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 2, dueAt: DUE_AT })
  await beat(db, { id: 'worker', home: 'home' }, DUE_AT)
  const ids = (await leaseUpcoming(db, { until: DUE_AT, owner: 'worker', limit: 2 })).map(({ id }) => id)
  const mark = {
    owner: 'worker',
    ids,
    now: DUE_AT,
    mostCalls: { hour: 30, day: 80 },
    callerNumbers: ['+12025550100'] as const,
  }
  const [marked, other] = await markDialling(db, mark)
  const { id, markedAt } = marked!

  const renew = async (of: { id: number; markedAt: number }, now: number, owner = 'worker') => {
    await beat(db, { id: owner, home: 'home' }, now)
    return [...(await renewMarks(db, owner, [of], now))]
  }
  expect(await renew({ id, markedAt: markedAt - 1 }, DUE_AT)).toEqual([])
  expect(await renew({ id, markedAt }, DUE_AT + 5_000)).toEqual([[id, markedAt]])
  expect(await renew({ id, markedAt }, DUE_AT + 5_000, 'another')).toEqual([])
  expect(await renew({ id, markedAt }, DUE_AT + 11_000)).toEqual([[id, DUE_AT + 11_000]])
  expect(await renew({ id, markedAt }, DUE_AT + 12_000)).toEqual([])
  // To other workers, a worker without a heartbeat is dead.
  expect(await renewMarks(db, 'worker', [{ id, markedAt: DUE_AT + 11_000 }], DUE_AT + 30_000)).toEqual(new Map())
  // The other call, marked at the same moment, keeps its mark until the carrier has it.
  expect(await renew(other!, DUE_AT + 9_000)).toEqual([[other!.id, markedAt]])
  await db.updateTable('calls').set({ stage: 'placed' }).where('id', '=', other!.id).execute()
  expect(await renew(other!, DUE_AT + 9_000)).toEqual([])
})

test('CALL-14 I15 when two calls of one person are marked at once, one gets the line and the other is passed over', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 1, dueAt: DUE_AT })
  await sql`
    with second as (
      insert into occurrences (user_id, is_sample, due_at, timezone, call_retry, created_at)
      select user_id, true, due_at, timezone, false, created_at from occurrences returning id
    )
    insert into calls (occurrence_id, user_id, attempt, kind, due_at, dial_at, token, voice, created_at)
    select second.id, user_id, 1, 'sample', due_at, dial_at, 'another token', voice, created_at from calls, second
  `.execute(db)
  const leased = await leaseUpcoming(db, { until: DUE_AT, owner: 'worker', limit: 2 })
  const mark = (id: number) => ({
    owner: 'worker',
    ids: [id],
    now: DUE_AT,
    mostCalls: { hour: 30, day: 80 },
    callerNumbers: ['+12025550100'] as const,
  })

  const { promise: firstMarked, resolve: hasMarked } = Promise.withResolvers<void>()
  const { promise: secondWaits, resolve: commit } = Promise.withResolvers<void>()
  const first = inTransaction(db, async (tx) => {
    const marked = await markDialling(tx, mark(leased[0]!.id))
    hasMarked()
    await secondWaits
    return marked
  })
  await firstMarked
  const second = markDialling(db, mark(leased[1]!.id))
  await expect.poll(() => waitingForLock(db)).toBe(true)
  commit()

  expect(await first).toHaveLength(1)
  expect(await second).toEqual([])
})

/** A leased call, its person, and the ids of rows that belong to it. */
type Leased = { db: Database; id: number; userId: number; occurrenceId: number; neighbour: number; phone: string }
type Case = [what: string, becomes: string, prepare: (call: Leased) => Promise<unknown>]

const callIs = (values: Updateable<Tables['calls']>) => (call: Leased) =>
  call.db.updateTable('calls').set(values).where('id', '=', call.id).execute()
const occurrenceIs = (values: Updateable<Tables['occurrences']>) => (call: Leased) =>
  call.db.updateTable('occurrences').set(values).where('id', '=', call.occurrenceId).execute()
const knows = (caller_number: string) => (call: Leased) =>
  call.db.updateTable('users').set({ caller_number }).where('id', '=', call.userId).execute()

/** Adds other calls to the occurrence, by its person or by somebody else who had the number. */
const alsoCalled = (times: number, before: number, values: Partial<Insertable<Tables['calls']>> = {}) =>
  async function insertCalls({ db, occurrenceId, neighbour, phone }: Leased) {
    const at = new Date(DUE_AT - before)
    for (let attempt = 2; attempt < 2 + times; attempt++)
      await db
        .insertInto('calls')
        .values({
          occurrence_id: occurrenceId,
          user_id: neighbour,
          attempt,
          kind: 'retry',
          due_at: at,
          dial_at: at,
          phone,
          stage: 'ended',
          marked_at: at,
          created_at: at,
          token: `${occurrenceId}/${attempt}`,
          voice: 'liam',
          ...values,
        })
        .execute()
  }

const stopped = (scopeOf: (call: Leased) => string, until = DUE_AT + 1, knownFor?: number) =>
  async function insertStop(call: Leased) {
    const stop = { scope: scopeOf(call), calls: 1, until_at: new Date(until) }
    await call.db.insertInto('spending_stops').values(stop).execute()
    if (knownFor !== undefined) await alsoCalled(1, knownFor)(call)
  }
const block = ({ phone }: Leased) => phone.slice(0, -4)
const person = ({ userId }: Leased) => `user ${userId}`

const agreedTo = (kind: string, words: 'none' | 'silent' | 'announced' = 'none', withdrawn = false) =>
  async function insertConsent(call: Leased) {
    const at = new Date(DUE_AT)
    const consent = { user_id: call.userId, kind, version: '1', given_at: at, withdrawn_at: withdrawn ? at : null }
    await call.db.insertInto('consents').values(consent).execute()
    await callIs({ script: words === 'none' ? null : '{}', announces_recording: words === 'announced' })(call)
  }

const CASES: Case[] = [
  ['may ring', 'marked', () => Promise.resolve()],
  ['is leased by another worker', 'not ours', callIs({ lease_owner: 'another' })],
  ['was given back', 'not ours', callIs({ stage: 'planned' })],
  ['is not asked for', 'not ours', () => Promise.resolve()],
  [
    'is paused',
    'not-callable',
    ({ db, userId }) => db.updateTable('schedules').set({ is_active: false }).where('user_id', '=', userId).execute(),
  ],
  ['is stopped', 'not-callable', occurrenceIs({ stopped_at: new Date(DUE_AT) })],
  ['has its outcome', 'not-callable', occurrenceIs({ outcome: 'answered' })],
  ['has lost its schedule', 'not-callable', occurrenceIs({ schedule_id: null })],
  ['is a sample', 'marked', occurrenceIs({ schedule_id: null, is_sample: true })],
  [
    'has to wait for another call',
    'line-busy',
    (call) => alsoCalled(1, WEEK_MS, { user_id: call.userId, stage: 'placed', holds_line: true })(call),
  ],
  ['follows another call', 'marked', (call) => alsoCalled(1, WEEK_MS, { user_id: call.userId })(call)],
  ['is the third within an hour', 'number-too-often', alsoCalled(2, HOUR_MS - 1)],
  ['is the third, an hour after the first two', 'marked', alsoCalled(2, HOUR_MS)],
  ['is the fourth within a day', 'number-too-often', alsoCalled(3, 24 * HOUR_MS - 1)],
  ['is the fourth, a day after the first three', 'marked', alsoCalled(3, 24 * HOUR_MS)],
  ['belongs to a stopped account', 'stopped', stopped(person)],
  ['belongs to a stopped account known for long', 'stopped', stopped(person, DUE_AT + 1, WEEK_MS + 1)],
  ['is in a stopped block', 'stopped', stopped(block)],
  ['is in a block whose stop is over', 'marked', stopped(block, DUE_AT)],
  ['is in a stopped block, to a number called for a week', 'stopped', stopped(block, DUE_AT + 1, WEEK_MS)],
  ['is in a stopped block, to a number called for longer', 'marked', stopped(block, DUE_AT + 1, WEEK_MS + 1)],
  ['is for somebody who knows our second number', 'marked, from +12025550101', knows('+12025550101')],
  ['is for somebody who knows a number we gave up', 'marked', knows('+12025550102')],
  ['may be recorded', 'marked, recorded', agreedTo('recording')],
  ['may be recorded and announces it', 'marked, recorded', agreedTo('recording', 'announced')],
  ['may be recorded but does not announce it', 'marked', agreedTo('recording', 'silent')],
  ['may no longer be recorded', 'marked', agreedTo('recording', 'none', true)],
  ['is for somebody who agreed to something else', 'marked', agreedTo('calls')],
]

test('CALL-12 CALL-13 CALL-14 CARRIER-6 SCHED-8 S35 of all leased calls only those that may ring now are marked, and the others get a reason', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: CASES.length + 1, dueAt: DUE_AT })
  // Gives each person a separate block of numbers.
  await sql`update users set phone = '+1' || (2000000000 + id * 10000)`.execute(db)
  await leaseUpcoming(db, { until: DUE_AT, owner: 'worker', limit: CASES.length })
  const rows = await sql<{ id: number; userId: number; occurrenceId: number; phone: string }>`
    select calls.id, user_id as "userId", occurrence_id as "occurrenceId", users.phone
    from calls join users on users.id = user_id order by user_id
  `.execute(db)
  const neighbour = rows.rows.at(-1)!.userId
  const calls = rows.rows.slice(0, -1)
  for (const [at, [, , prepare]] of CASES.entries()) await prepare({ db, neighbour, ...calls[at]! })

  const ids = calls.filter((_, at) => CASES[at]![0] !== 'is not asked for').map(({ id }) => id)
  const asked = { owner: 'worker', ids, now: DUE_AT, mostCalls: { hour: 2, day: 3 } }
  const marked = await markDialling(db, { ...asked, callerNumbers: ['+12025550100', '+12025550101'] })
  const passedOver = await findUnmarked(db, asked)
  const sought = await db.selectFrom('calls').select(['id', 'seek_recording_at']).execute()
  const became = calls.map(({ id }) => {
    const mark = marked.find((one) => one.id === id)
    if (mark === undefined) return passedOver.find((one) => one.id === id)?.why ?? 'not ours'
    const seekAt = mark.record ? DUE_AT + 20 * 60_000 : null
    expect(sought.find((one) => one.id === id)?.seek_recording_at).toBe(seekAt)
    const from = mark.callerNumber === '+12025550100' ? '' : `, from ${mark.callerNumber}`
    return `marked${from}${mark.record ? ', recorded' : ''}`
  })
  expect(CASES.map(([what], at) => `${what}: ${became[at]}`)).toEqual(
    CASES.map(([what, becomes]) => `${what}: ${becomes}`),
  )
})

async function waitingForLock(db: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  return rows.length > 0
}

/** Counts the rows the current transaction has read from our tables, by index or by scan. */
async function rowsRead(db: Pick<Database, 'getExecutor'>): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
  `.execute(db)
  return rows[0]!.read
}
