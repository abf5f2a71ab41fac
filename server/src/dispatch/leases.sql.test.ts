import { expect, test } from 'vitest'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import type { Database } from '../platform/database/database.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import {
  beat,
  doubtLostDialling,
  doubtPlanned,
  forgetDeadWorkers,
  forgetWorkers,
  freeLostLeases,
  giveBackLeases,
  giveBackLeasesBut,
  leaseUpcoming,
} from './leases.sql.ts'
import { HEARTBEAT_VALID_MS } from './liveness.ts'
import { markDialling } from './marks.sql.ts'

const DUE_AT = Date.parse('2027-01-15T05:30Z')

async function lease(db: Database, owner: string, limit: number): Promise<number[]> {
  return (await leaseUpcoming(db, { until: DUE_AT, owner, limit })).map(({ id }) => id)
}

/** Two workers with three leased calls each, of which each worker has marked one. */
async function startTwoWorkers(db: Database) {
  await putPlannedCalls(db, { count: 6, dueAt: DUE_AT })
  for (const id of ['one', 'two']) await beat(db, { id, home: id }, DUE_AT)
  const [ones, twos] = [await lease(db, 'one', 3), await lease(db, 'two', 3)]
  const mark = (owner: string, id: number) =>
    markDialling(db, {
      owner,
      ids: [id],
      now: DUE_AT,
      mostCalls: { hour: 30, day: 80 },
      callerNumbers: ['+12025550100'] as const,
    })
  await mark('one', ones[2]!)
  await mark('two', twos[2]!)
  return { ones, twos }
}

/** Stage and owner of these calls. */
async function held(db: Database, ids: readonly number[]): Promise<string[]> {
  const rows = await db.selectFrom('calls').select(['id', 'stage', 'lease_owner']).where('id', 'in', ids).execute()
  return ids.map((id) => {
    const { stage, lease_owner } = rows.find((row) => row.id === id)!
    return lease_owner === null ? stage : `${stage} by ${lease_owner}`
  })
}

test('CALL-3 CALL-11 a worker gives back only its own leases, and never a call being dialed', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const { ones, twos } = await startTwoWorkers(db)
  const untouched = ['leased by two', 'leased by two', 'dialling by two']

  await giveBackLeases(db, 'one', [ones[0]!, ones[2]!, ...twos])
  expect(await held(db, ones)).toEqual(['planned', 'leased by one', 'dialling by one'])
  expect(await held(db, twos)).toEqual(untouched)
  await giveBackLeasesBut(db, 'one', [ones[1]!])
  expect(await held(db, ones)).toEqual(['planned', 'leased by one', 'dialling by one'])
  await giveBackLeasesBut(db, 'one', [])
  expect(await held(db, ones)).toEqual(['planned', 'planned', 'dialling by one'])
  expect(await held(db, twos)).toEqual(untouched)
})

test('CALL-11 a call due later is not leased yet, nor is one given back until later', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 2, dueAt: DUE_AT })
  const [now, later] = (await db.selectFrom('calls').select('id').orderBy('id').execute()).map(({ id }) => id)
  const times = { dial_at: new Date(DUE_AT + 1), slot_at: new Date(DUE_AT + 1) }
  await db.updateTable('calls').set(times).where('id', '=', later!).execute()
  expect(await lease(db, 'one', 2)).toEqual([now])
  expect(await lease(db, 'two', 2)).toEqual([]) // already leased
  await giveBackLeases(db, 'one', [now!])
  expect(await lease(db, 'one', 2)).toEqual([now])
  await giveBackLeases(db, 'one', [now!], DUE_AT + 1)
  expect(await lease(db, 'one', 2)).toEqual([])
  expect((await leaseUpcoming(db, { until: DUE_AT + 1, owner: 'one', limit: 2 })).length).toBe(2)
  const slots = await db.selectFrom('calls').select('slot_at').orderBy('id').execute()
  expect(slots.map(({ slot_at }) => slot_at)).toEqual([null, DUE_AT + 1])
})

test("S84 of one instant's calls an established person's is leased first", async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 3, dueAt: DUE_AT })
  const { id } = await db.selectFrom('calls').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await db.updateTable('calls').set({ standing: 0 }).where('id', '=', id).execute()
  expect(await lease(db, 'one', 1)).toEqual([id])
})

test('CALL-3 S44 a worker is forgotten when it stops, when its folder starts again, or a day after its last heartbeat', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const aDayAgo = DUE_AT - 24 * 3_600_000
  for (const id of ['stops', 'stays', 'starts anew']) await beat(db, { id, home: `of ${id}` }, aDayAgo)
  await beat(db, { id: 'too old', home: 'there' }, aDayAgo - 1)
  const left = async () => (await db.selectFrom('workers').select('id').orderBy('id').execute()).map(({ id }) => id)
  await forgetDeadWorkers(db, DUE_AT)
  expect(await left()).toEqual(['starts anew', 'stays', 'stops'])
  await forgetWorkers(db, { id: 'stops' })
  expect(await left()).toEqual(['starts anew', 'stays'])
  await forgetWorkers(db, { home: 'of starts anew' })
  expect(await left()).toEqual(['stays'])
})

test('CALL-3 after a restore every due call is in doubt, at the number it rang, and one call per person holds the line', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 10, dueAt: DUE_AT })
  const calls = await db.selectFrom('calls').select(['id', 'user_id']).orderBy('id').execute()
  const ids = calls.map(({ id }) => id)
  const set = (index: number, values: { dial_at?: Date; user_id?: number; for_second?: boolean }) =>
    db.updateTable('calls').set(values).where('id', '=', ids[index]!).execute()
  const person = (
    index: number,
    values: { phone_verified?: boolean; second_phone?: string; second_phone_verified?: boolean },
  ) =>
    db
      .updateTable('users')
      .set({ second_phone_verified: true, ...values })
      .where('id', '=', calls[index]!.user_id)
      .execute()
  await lease(db, 'gone', 1)
  await set(1, { user_id: calls[0]!.user_id, dial_at: new Date(DUE_AT - 1) })
  await set(2, { dial_at: new Date(DUE_AT + 1) })
  await person(3, { phone_verified: false })
  for (const index of [4, 5]) await person(index, { second_phone: `+1213555100${index}` })
  await person(6, { second_phone: '+12135551006', second_phone_verified: false })
  for (const index of [4, 6]) await set(index, { for_second: true })
  // A person who is on the phone and whose next call was due.
  await db.updateTable('calls').set({ stage: 'placed', holds_line: true }).where('id', '=', ids[7]!).execute()
  await set(8, { user_id: calls[7]!.user_id })
  // The backup saw it leave, but not whether it left again, or by which carrier.
  const left = { stage: 'dialling', phone: '+12135551009', caller_number: '+12025550100', holds_line: true } as const
  await db.updateTable('calls').set(left).where('id', '=', ids[9]!).execute()
  expect(await doubtPlanned(db, DUE_AT)).toBe(6)
  const rows = await db
    .selectFrom('calls')
    .innerJoin('users', 'users.id', 'calls.user_id')
    .selectAll('calls')
    .select(['users.phone as first', 'users.second_phone as second'])
    .orderBy('calls.id')
    .execute()
  expect(
    rows.map(({ stage, phone, first, second, holds_line }) => [
      stage,
      phone === null ? null : phone === first ? 'first' : phone === second ? 'second' : 'another',
      holds_line,
    ]),
  ).toEqual([
    ['in_doubt', 'first', false],
    ['in_doubt', 'first', true],
    ['planned', null, false],
    ['planned', null, false],
    ['in_doubt', 'second', true],
    ['in_doubt', 'first', true],
    ['in_doubt', 'first', true],
    ['placed', null, true],
    ['in_doubt', 'first', false],
    ['in_doubt', 'another', true],
  ])
  expect(rows.at(-1)).toMatchObject({ caller_number: null })
})

test("CALL-3 a lease ends with its worker's heartbeat, not before, and the call being dialed is then in doubt", async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const { ones, twos } = await startTwoWorkers(db)
  const end = DUE_AT + HEARTBEAT_VALID_MS
  await beat(db, { id: 'two', home: 'two' }, DUE_AT + 1)
  const tidy = async (now: number) => {
    await freeLostLeases(db, now)
    await doubtLostDialling(db, now)
    return [await held(db, ones), await held(db, twos)]
  }
  const alive = (name: string) => [`leased by ${name}`, `leased by ${name}`, `dialling by ${name}`]
  const dead = ['planned', 'planned', 'in_doubt']
  expect(await tidy(end - 1)).toEqual([alive('one'), alive('two')])
  expect(await tidy(end)).toEqual([dead, alive('two')])
  expect(await tidy(end + 1)).toEqual([dead, dead])
})

test('CALL-3 a lost lease whose row somebody changes is left to the next look, so that no two wait for each other', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const { ones } = await startTwoWorkers(db)
  const later = DUE_AT + HEARTBEAT_VALID_MS
  await inTransaction(db, async (tx) => {
    await tx.selectFrom('calls').select('id').where('id', 'in', [ones[0]!, ones[2]!]).forUpdate().execute()
    await freeLostLeases(db, later)
    await doubtLostDialling(db, later)
    expect(await held(db, ones)).toEqual(['leased by one', 'planned', 'dialling by one'])
  })
  await freeLostLeases(db, later)
  await doubtLostDialling(db, later)
  expect(await held(db, ones)).toEqual(['planned', 'planned', 'in_doubt'])
})

test('CALL-3 a worker that died just after its clock jumped an hour ahead holds no call for that hour', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const { ones, twos } = await startTwoWorkers(db)
  await beat(db, { id: 'one', home: 'one' }, DUE_AT + 60 * 60_000)
  await freeLostLeases(db, DUE_AT + 1)
  await doubtLostDialling(db, DUE_AT + 1)
  expect(await held(db, ones)).toEqual(['planned', 'planned', 'in_doubt'])
  expect(await held(db, twos)).toEqual(['leased by two', 'leased by two', 'dialling by two'])
})

test("CALL-3 a live worker's request may still be answered after 30 seconds; then its call is in doubt", async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const { ones } = await startTwoWorkers(db)
  const doubted = async (now: number) => {
    await beat(db, { id: 'one', home: 'one' }, now)
    await doubtLostDialling(db, now)
    return (await held(db, ones))[2]
  }
  expect(await doubted(DUE_AT + 30_000)).toBe('dialling by one')
  expect(await doubted(DUE_AT + 30_001)).toBe('in_doubt')
})
