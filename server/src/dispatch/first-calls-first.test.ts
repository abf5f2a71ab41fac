import { TRY_AFTER_MS } from '@reveille/core/calls/next-step'
import { MINUTE_MS } from '@reveille/core/time/duration'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { TestClock } from '../../test/harness/app/test-clock.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import type { WithCarrier } from '../carrier/carrier.ts'
import type { Database } from '../platform/database/database.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { planCalls } from '../schedules/planner/plan-calls.ts'
import { Dispatcher } from './dispatcher.ts'
import { beat } from './leases.sql.ts'

const SECOND_MS = 1_000
const SEVEN = Date.parse('2027-01-15T07:00:00Z')
const PEOPLE = 150
/** How many are called at 07:09, before the others' calls have all left. */
const LATER = 38
const A_SLOT_MS = 5_000
const RINGS_FOR_MS = 30 * SECOND_MS

type Asked = { at: number; kind: string; dueAt: number }

/** A worker with its own clock, and a carrier where every third first call rings out and gets a retry. */
async function startMorning(services: Services & WithCarrier, asked: Asked[]) {
  const clock = new TestClock(SEVEN - 20 * SECOND_MS)
  const { db } = services
  const own = { ...services, clock, carrier: { ...services.carrier, placeCall } }
  const worker = { id: 'worker', isClockTrusted: () => true, aliveSince: () => clock.now() }
  const dispatcher = new Dispatcher(own, worker)
  clock.nextDue = async (now) => now + A_SLOT_MS
  clock.every(0, 'claim', async () => {
    await beat(db, { id: 'worker', home: 'here' }, clock.now())
    await dispatcher.claim()
  })
  return clock

  async function placeCall({ token }: { token: string }) {
    const call = await db
      .selectFrom('calls')
      .select(['id', 'kind', 'due_at', 'occurrence_id', 'user_id'])
      .where('token', '=', token)
      .executeTakeFirstOrThrow()
    asked.push({ at: clock.now(), kind: call.kind, dueAt: call.due_at })
    if (call.kind === 'first' && call.id % 3 === 0)
      clock.spawn('ring out', async () => {
        await clock.until(clock.now() + RINGS_FOR_MS)
        await ringOut(call)
      })
    return { outcome: 'accepted' as const, carrierCallId: `CA${token}`, queueMs: null }
  }

  async function ringOut(call: { id: number; occurrence_id: number; user_id: number }): Promise<void> {
    const now = clock.now()
    await db
      .updateTable('calls')
      .set({ stage: 'ended', status: 'no_answer', ended_at: new Date(now), holds_line: false })
      .where('id', '=', call.id)
      .execute()
    const again = {
      occurrenceId: call.occurrence_id,
      userId: call.user_id,
      attempt: 2,
      kind: 'retry',
      proof: 'gentle',
    } as const
    const retry = { ...again, dueAt: now + TRY_AFTER_MS[0]!, voice: 'liam' as const }
    await inTransaction(db, (tx) => planCalls(own, tx, [retry]))
  }
}

async function putMornings(db: Database): Promise<void> {
  await putPlannedCalls(db, { count: PEOPLE, dueAt: SEVEN })
  await db.updateTable('occurrences').set({ call_retry: true }).execute()
  const nine = new Date(SEVEN + 9 * MINUTE_MS)
  const late = db.selectFrom('calls').select('id').orderBy('id', 'desc').limit(LATER)
  await db.updateTable('calls').set({ due_at: nine, dial_at: nine }).where('id', 'in', late).execute()
}

test('WAKE-36 with 150 mornings and a third unanswered, first calls keep their slots and follow-ups wait behind them', async () => {
  await using app = await startTestApp({
    now: new Date(SEVEN - MINUTE_MS).toISOString(),
    settings: { ROLE: 'web', CALLS_PER_SECOND: String(SECOND_MS / A_SLOT_MS) },
  })
  const { db } = app.services
  await putMornings(db)
  const asked: Asked[] = []
  const clock = await startMorning(app.services, asked)
  await clock.advance({ minutes: 22 })

  const firsts = asked.filter(({ kind }) => kind === 'first')
  const followUps = asked.filter(({ kind }) => kind !== 'first')
  const slots = Array.from({ length: PEOPLE }, (_, place) => SEVEN + place * A_SLOT_MS)
  expect(firsts.map(({ at }) => at)).toEqual(slots)
  expect(followUps.length).toBeGreaterThan(30)
  expect(followUps.filter(({ at }) => at < slots.at(-1)! + A_SLOT_MS)).toEqual([])
  expect(followUps.filter(({ at, dueAt }) => at < dueAt || at > dueAt + 10 * MINUTE_MS)).toEqual([])
  const gaps = asked.slice(1).map(({ at }, index) => at - asked[index]!.at)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(A_SLOT_MS)

  const undialled = await db
    .selectFrom('calls')
    .select(['failure', 'occurrence_id'])
    .where('stage', '=', 'ended')
    .where('marked_at', 'is', null)
    .execute()
  expect(undialled.length).toBeGreaterThan(0)
  expect(new Set(undialled.map(({ failure }) => failure))).toEqual(new Set(['no-capacity']))
  // Unanswered, not failed, so they are retried.
  const outcomes = await db
    .selectFrom('occurrences')
    .select('outcome')
    .where(
      'id',
      'in',
      undialled.map((call) => call.occurrence_id),
    )
    .where('outcome', 'is not', null)
    .execute()
  expect(outcomes).toEqual([])
})
