import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { servicesOn } from '../../test/harness/app/services-on.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import type { Carrier, ListedCall } from '../carrier/carrier.ts'
import { reconcileCalls } from './reconcile.ts'

const NOW = Date.parse('2027-01-15T05:31Z')
const MARKED_AT = NOW - 50_000
const phoneOf = (n: number) => `+4915000000${100 + n}`

/** Creates this many people whose calls are in doubt. */
async function doubtfulCalls(count: number, now = NOW) {
  const database = await createTestDatabase()
  const at = sql`${new Date(MARKED_AT)}::timestamptz`
  await sql`
    with people as (
      insert into users (email, name, phone, phone_verified, created_at, updated_at)
      select 'sleeper' || n, 'Robin', '+4915000000' || (100 + n), true, ${at}, ${at} from generate_series(1, ${count}::int) as n
      returning id, phone
    ), due as (
      insert into occurrences (user_id, is_sample, due_at, timezone, call_retry, created_at)
      select id, true, ${at}, 'UTC', false, ${at} from people returning id, user_id
    )
    insert into calls (occurrence_id, user_id, attempt, kind, due_at, dial_at, stage, holds_line, token, phone, marked_at, ask_at, voice, created_at)
    select due.id, user_id, 1, 'sample', ${at}, ${at}, 'in_doubt', true, 'token ' || phone, phone, ${at}, ${at}, 'liam', ${at}
    from due join people on people.id = due.user_id
  `.execute(database.db)
  return { db: database.db, ...(await servicesOn(database, { now })) }
}

/** A carrier that accepted these calls and counts its lookups. */
function carrierWith(listed: readonly ListedCall[]) {
  const asked = { number: 0, everybody: [] as number[] }
  const carrier: Pick<Carrier, 'recentCalls' | 'callsSince'> = {
    async recentCalls(to) {
      asked.number++
      return listed.filter((call) => call.to === to)
    },
    async callsSince(since) {
      asked.everybody.push(since)
      return [...listed]
    },
  }
  return { asked, carrier }
}

const ringing = (n: number): ListedCall => ({
  carrierCallId: `CA${n}`,
  to: phoneOf(n),
  createdAt: MARKED_AT + 1_000,
  event: { type: 'ringing', at: NOW },
})

test.each([
  ['20 calls in doubt are looked up one by one', 20, { number: 20, lists: 0 }],
  ['21 calls in doubt are looked up in one list', 21, { number: 0, lists: 1 }],
])('CALL-3 %s; calls the carrier has are adopted, the others are redialed', async (_case, count, expected) => {
  await using started = await doubtfulCalls(count)
  const { db, services } = started
  const { asked, carrier } = carrierWith(Array.from({ length: count - 1 }, (_, n) => ringing(n + 1)))
  Object.assign(services.carrier, carrier)
  await reconcileCalls(services)

  expect({ number: asked.number, lists: asked.everybody.length }).toEqual(expected)
  for (const since of asked.everybody) expect(since).toBeLessThan(MARKED_AT)
  const calls = await db
    .selectFrom('calls')
    .select(['phone', 'stage', 'carrier_call_id', 'holds_line'])
    .orderBy('id')
    .execute()
  expect(calls).toEqual(
    calls.map(({ phone }) => {
      const n = Number(phone!.slice(-3)) - 100
      return n < count
        ? { phone, stage: 'placed', carrier_call_id: `CA${n}`, holds_line: true }
        : { phone, stage: 'planned', carrier_call_id: null, holds_line: false }
    }),
  )
})

test('CALL-3 a lookup started under one mark decides nothing about a later mark of the same call', async () => {
  await using started = await doubtfulCalls(1)
  const { db, services } = started
  const remarked = new Date(NOW - 1_000)
  services.carrier.recentCalls = async () => {
    await db.updateTable('calls').set({ marked_at: remarked }).execute() // dialed again, and in doubt again, in the meantime
    return []
  }
  await reconcileCalls(services)
  const call = await db.selectFrom('calls').select(['stage', 'holds_line']).executeTakeFirstOrThrow()
  expect(call).toEqual({ stage: 'in_doubt', holds_line: true })
})

const CUT_OFF = MARKED_AT + 10 * 60_000

/** A call the carrier accepted that is due for a lookup. */
async function placedCall(now: Instant) {
  const started = await doubtfulCalls(1, now)
  await started.db.updateTable('calls').set({ stage: 'placed', carrier_call_id: 'CA1' }).execute()
  return started
}

test('CALL-14 a call answered at the last moment is not cut off even if its callback was lost', async () => {
  const now = CUT_OFF + 90_000
  await using started = await placedCall(now)
  const { carrier } = started.services
  const ended: string[] = []
  const event = { type: 'picked-up', at: now } as const
  carrier.fetchCall = async (carrierCallId) => ({ carrierCallId, createdAt: MARKED_AT, event })
  carrier.endCall = async (carrierCallId) => void ended.push(carrierCallId)
  await reconcileCalls(started.services)
  expect(ended).toEqual([])
})

test('CALL-5 a call that starts to ring while given up as still queued goes on', async () => {
  const now = CUT_OFF + 1_000
  await using started = await placedCall(now)
  const { db, services } = started
  services.carrier.fetchCall = async (carrierCallId) => {
    await db
      .updateTable('calls')
      .set({ ringing_at: new Date(now) })
      .execute() // its callback arrives in between
    return { carrierCallId, createdAt: MARKED_AT, event: { type: 'queued', at: now } }
  }
  await reconcileCalls(services)
  const call = await db.selectFrom('calls').select(['stage', 'failure']).executeTakeFirstOrThrow()
  expect(call).toEqual({ stage: 'placed', failure: null })
})
