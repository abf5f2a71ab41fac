import { expect, test } from 'vitest'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import type { Database } from '../platform/database/database.ts'
import { takeSlots } from './carrier-rate.sql.ts'
import { giveBackLeasesBut, leaseUpcoming } from './leases.sql.ts'

const DUE_AT = Date.parse('2027-01-15T05:30Z')
const CALLS = 10
const A_SECOND = 1000

/** One worker claims every call and assigns slots. Returns the slots in order, in seconds after the due instant. */
async function assignSlots(db: Database, owner: string, now: number): Promise<number[]> {
  const leased = await leaseUpcoming(db, { until: DUE_AT, owner, limit: CALLS })
  const slots = await takeSlots(db, {
    owner,
    ids: leased.map(({ id }) => id),
    now,
    intervalMs: A_SECOND,
    followUpsUntil: DUE_AT,
  })
  return slots.map(({ slotAt }) => (slotAt - DUE_AT) / A_SECOND).toSorted((a, b) => a - b)
}

test("CALL-11 a dead worker's calls keep the slots still ahead, and none is wasted", async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: CALLS, dueAt: DUE_AT })
  expect(await assignSlots(db, 'first', DUE_AT - 2 * A_SECOND)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  await giveBackLeasesBut(db, 'first', []) // as when it's presumed dead

  expect(await assignSlots(db, 'second', DUE_AT + 3.5 * A_SECOND)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
})

test('CALL-11 a call that another worker holds, or that is being dialed, gets no slot', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 3, dueAt: DUE_AT })
  const ids: number[] = []
  for (const owner of ['first', 'first', 'second'])
    ids.push(...(await leaseUpcoming(db, { until: DUE_AT, owner, limit: 1 })).map(({ id }) => id))
  await db.updateTable('calls').set({ stage: 'dialling' }).where('id', '=', ids[0]!).execute()
  const wanted = { owner: 'first', ids, now: DUE_AT, intervalMs: A_SECOND, followUpsUntil: DUE_AT }
  expect((await takeSlots(db, wanted)).map(({ id }) => id)).toEqual([ids[1]])
})

test("CARRIER-11 a call that moves to the other carrier takes a slot in that one's rate", async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 2, dueAt: DUE_AT })
  const ids = (await leaseUpcoming(db, { until: DUE_AT, owner: 'worker', limit: 2 })).map(({ id }) => id)
  const wanted = { owner: 'worker', now: DUE_AT - 2 * A_SECOND, intervalMs: A_SECOND, followUpsUntil: DUE_AT }
  const slotOf = async (id: number, carrier: 1 | 2) => {
    const [slot] = await takeSlots(db, { ...wanted, ids: [id], carrier })
    return (slot!.slotAt - DUE_AT) / A_SECOND
  }
  const [stays, moves] = [ids[0]!, ids[1]!]
  expect([await slotOf(stays, 1), await slotOf(moves, 1)]).toEqual([0, 1])
  expect([await slotOf(stays, 1), await slotOf(moves, 2)]).toEqual([0, 0])
})

test('CALL-11 at one instant nobody gets a second slot before everybody has a first', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: CALLS, dueAt: DUE_AT })
  const leased = await leaseUpcoming(db, { until: DUE_AT, owner: 'worker', limit: CALLS })
  const ids = leased.map(({ id }) => id).toSorted((a, b) => a - b)
  const [greedy, other] = [ids.slice(0, 3), ids.slice(3)]
  const { user_id } = await db.selectFrom('calls').select('user_id').where('id', '=', ids[0]!).executeTakeFirstOrThrow()
  await db.updateTable('calls').set({ user_id }).where('id', 'in', greedy).execute()

  const slots = await takeSlots(db, {
    owner: 'worker',
    ids,
    now: DUE_AT - 2 * A_SECOND,
    intervalMs: A_SECOND,
    followUpsUntil: DUE_AT,
  })
  const inOrder = slots.toSorted((a, b) => a.slotAt - b.slotAt).map(({ id }) => id)
  expect(inOrder).toEqual([greedy[0], ...other, greedy[1], greedy[2]])
})

test('CALL-11 CALL-5 a call whose slot would come too late takes none from later calls', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: CALLS, dueAt: DUE_AT })
  const intervalMs = 100 * A_SECOND
  const slotsOf = async (owner: string, limit: number) => {
    const ids = (await leaseUpcoming(db, { until: DUE_AT + 3600 * A_SECOND, owner, limit })).map(({ id }) => id)
    const slots = await takeSlots(db, { owner, ids, now: DUE_AT, intervalMs, followUpsUntil: DUE_AT })
    return slots.map(({ slotAt }) => (slotAt - DUE_AT) / A_SECOND).toSorted((a, b) => a - b)
  }
  await db
    .updateTable('calls')
    .set({ due_at: new Date(DUE_AT + 601 * A_SECOND), dial_at: new Date(DUE_AT + 601 * A_SECOND) })
    .where('id', '=', (eb) => eb.selectFrom('calls').select(eb.fn.max('id').as('id')))
    .execute()
  expect(await slotsOf('worker', CALLS - 1)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800]) // 600 is the last one in time
  expect(await slotsOf('worker', 1)).toEqual([700])
})

test('CALL-11 slots of two workers are never closer together than the carrier allows', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: CALLS, dueAt: DUE_AT })
  const halves = await Promise.all(
    ['first', 'second'].map(async (owner) => {
      const leased = await leaseUpcoming(db, { until: DUE_AT, owner, limit: CALLS / 2 })
      return takeSlots(db, {
        owner,
        ids: leased.map(({ id }) => id),
        now: DUE_AT,
        intervalMs: A_SECOND,
        followUpsUntil: DUE_AT,
      })
    }),
  )
  const seconds = halves.flat().map(({ slotAt }) => (slotAt - DUE_AT) / A_SECOND)
  expect(seconds.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('WAKE-36 first calls come before follow-ups that were due long before them', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: CALLS, dueAt: DUE_AT })
  const leased = await leaseUpcoming(db, { until: DUE_AT, owner: 'worker', limit: CALLS })
  const ids = leased.map(({ id }) => id).toSorted((a, b) => a - b)
  const followUps = ids.slice(0, 4)
  const early = new Date(DUE_AT - 300 * A_SECOND)
  await db
    .updateTable('calls')
    .set({ kind: 'retry', due_at: early, dial_at: early })
    .where('id', 'in', followUps)
    .execute()

  const followUpsUntil = DUE_AT + 7 * A_SECOND
  const slots = await takeSlots(db, { owner: 'worker', ids, now: DUE_AT, intervalMs: A_SECOND, followUpsUntil })
  const told = new Map(slots.map(({ id, slotAt, isTaken }) => [id, [(slotAt - DUE_AT) / A_SECOND, isTaken]]))
  expect(ids.slice(4).map((id) => told.get(id))).toEqual([0, 1, 2, 3, 4, 5].map((second) => [second, true]))
  expect(followUps.map((id) => told.get(id))).toEqual([
    [6, true],
    [7, true],
    [8, false],
    [8, false],
  ])
  const waiting = followUps.slice(2)
  expect(await db.selectFrom('calls').select('slot_at').where('id', 'in', waiting).execute()).toEqual([
    { slot_at: null },
    { slot_at: null },
  ])
  const later = await takeSlots(db, {
    owner: 'worker',
    ids: waiting,
    now: DUE_AT,
    intervalMs: A_SECOND,
    followUpsUntil: DUE_AT + 60 * A_SECOND,
  })
  expect(later.map(({ slotAt }) => (slotAt - DUE_AT) / A_SECOND).toSorted((a, b) => a - b)).toEqual([8, 9])
})
