import { expect, test } from 'vitest'
import { servicesOn } from '../../../test/harness/app/services-on.ts'
import { startPlanned } from '../../../test/harness/database/start-planned.ts'
import { lockCallee } from '../../people/with-person.ts'
import { takeBack } from './replan.ts'
import { isStillWanted, settleOccurrence } from './settle-occurrence.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')

/** Three people with a call due now, and the state of each occurrence. */
async function start() {
  const planned = await startPlanned(NOW)
  const { db, inOne } = planned
  const joined = await servicesOn(planned, { now: NOW })
  const { services } = joined
  return {
    ...planned,
    ...joined,
    takeBack: (id: number, followUps: 'stay' | 'end') => inOne((tx) => takeBack(services, tx, id, followUps)),
    settle: (id: number) =>
      inOne(async (tx) => settleOccurrence(services, tx, { occurrenceId: id, callee: (await lockCallee(tx, id))! })),
    isWanted: (id: number) => inOne(async (tx) => isStillWanted(tx, id, (await lockCallee(tx, id))!)),
    async outcomes() {
      const rows = await db.selectFrom('occurrences').select('outcome').orderBy('id').execute()
      return rows.map(({ outcome }) => outcome)
    },
    async notices() {
      const rows = await db.selectFrom('notices').select(['user_id', 'kind']).orderBy('id').execute()
      return rows.map(({ user_id, kind }) => `${user_id} ${kind}`)
    },
    async planned() {
      const rows = await db
        .selectFrom('calls')
        .select(['occurrence_id', 'attempt'])
        .where('stage', '=', 'planned')
        .orderBy('id')
        .execute()
      return rows.map(({ occurrence_id, attempt }) => `${occurrence_id}.${attempt}`)
    },
  }
}

test('I14 SCHED-8 an edit cancels a future call; a due or dialed one goes on until everything ends', async () => {
  await using started = await start()
  const { occurrence, call, takeBack, outcomes, planned } = started
  const later = new Date(NOW + 60_000)
  await occurrence(1, { due_at: later })
  await occurrence(3, { due_at: later })
  await call(3, { stage: 'placed' })
  for (const id of [1, 2, 3]) await takeBack(id, 'stay')
  expect([await outcomes(), await planned()]).toEqual([['cancelled', null, null], ['2.1']])
  for (const id of [2, 3]) await takeBack(id, 'end')
  expect([await outcomes(), await planned()]).toEqual([['cancelled', 'cancelled', null], []]) // the last call is in progress
})

test('CALL-2 CALL-4 WAKE-15 nothing is decided before the last call ends; then a retry follows, or its person is told', async () => {
  await using started = await start()
  const { db, occurrence, call, addCall, settle, outcomes, notices, planned, isWanted, schedule } = started
  const missed = { stage: 'ended', status: 'no_answer', ended_at: new Date(NOW) } as const
  const waitOf = async (id: number) => {
    const query = db.selectFrom('calls').select('dial_at').where('occurrence_id', '=', id).where('attempt', '=', 2)
    return ((await query.executeTakeFirstOrThrow()).dial_at - NOW) / 1000
  }
  await call(1, missed)
  await addCall(1, 2)
  await settle(1)
  expect([await outcomes(), await planned()]).toEqual([
    [null, null, null],
    ['2.1', '3.1', '1.2'],
  ])

  await occurrence(2, { call_retry: true })
  await call(2, missed)
  await settle(2)
  expect([await outcomes(), await planned(), await notices()]).toEqual([[null, null, null], ['3.1', '1.2', '2.2'], []])
  expect(await waitOf(2)).toBe(300) // the old wait, since nobody here agreed to five tries
  expect(await isWanted(2)).toBe(true)
  await schedule(2, { is_active: false })
  expect(await isWanted(2)).toBe(false)

  await call(3, missed)
  await settle(3)
  expect([await outcomes(), await notices()]).toEqual([[null, null, 'missed'], ['3 call-missed']])
})

test("CALL-12 a sample's result is reported only when calls to the number are stopped", async () => {
  await using started = await start()
  const { occurrence, call, settle, notices, outcomes, isWanted } = started
  const samples = [
    { status: 'no_answer' },
    { status: 'failed', failure: 'invalid-number' },
    { status: 'failed', failure: 'too-many-calls' },
  ] as const
  for (const [index, ended] of samples.entries()) {
    await occurrence(index + 1, { is_sample: true, schedule_id: null })
    if (index === 0) expect(await isWanted(1)).toBe(true)
    await call(index + 1, { stage: 'ended', ended_at: new Date(NOW), ...ended })
    await settle(index + 1)
  }
  expect([await outcomes(), await notices()]).toEqual([['missed', 'failed', 'failed'], ['3 call-failed']])
})
