import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { Dispatcher } from './dispatcher.ts'

const NOW = '2027-01-15T06:29:50Z'
const AHEAD_MS = 10_000

test('SCHED-8 201 calls at one instant are marked earlier than a single call, but less than a second before it', async () => {
  await using app = await startTestApp({ now: NOW, settings: { CALLS_PER_SECOND: '1000000' } })
  const { db } = app.services
  const stages = async () => {
    const calls = await db.selectFrom('calls').select('stage').execute()
    return Map.groupBy(calls, ({ stage }) => stage)
  }
  app.services.carrier.placeCall = async ({ token }) => ({
    outcome: 'accepted',
    carrierCallId: `CA${token}`,
    queueMs: null,
  })
  await putPlannedCalls(db, { count: 201, dueAt: app.clock.now() + AHEAD_MS })
  await app.clock.advance({ ms: AHEAD_MS - 1_000 })
  const aSecondBefore = await stages()
  await app.clock.advance({ ms: 300 })
  const later = await stages()
  await app.clock.advance({ seconds: 2 })
  expect([...aSecondBefore.keys()]).toEqual(['leased'])
  expect([...later.keys()]).toEqual(['dialling'])
})

test('CALL-1 one look claims all calls of an instant, however many', async () => {
  await using app = await startTestApp({ now: NOW, settings: { ROLE: 'web' } })
  const { db, clock } = app.services
  await putPlannedCalls(db, { count: 501, dueAt: clock.now() + 2_000 })
  const worker = { id: 'one', isClockTrusted: () => true, aliveSince: () => clock.now() }
  await new Dispatcher(app.services, worker).claim()
  const unclaimed = await db.selectFrom('calls').select('id').where('stage', '=', 'planned').execute()
  expect(unclaimed).toEqual([])
  await app.clock.advance({ ms: 0 })
})
