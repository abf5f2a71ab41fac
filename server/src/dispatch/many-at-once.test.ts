import { faults } from '@reveille/exchange/handset'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'

const NOW = '2027-01-15T06:29:50Z'
const AHEAD_MS = 10_000

test('SCHED-8 300 calls at one instant are marked earlier than a single call, but less than a second before it', async () => {
  await using app = await startTestApp({ now: NOW, settings: { CALLS_PER_SECOND: '1000000' } })
  const { db } = app.services
  const stages = async () => {
    const calls = await db.selectFrom('calls').select('stage').execute()
    return Map.groupBy(calls, ({ stage }) => stage)
  }
  // These people have no phone in the sandbox.
  await faults(app.sandbox.url).add({ fault: 'refuse', code: 21211, times: null })
  await putPlannedCalls(db, { count: 300, dueAt: app.clock.now() + AHEAD_MS })
  await app.clock.advance({ ms: AHEAD_MS - 1_000 })
  const aSecondBefore = await stages()
  await app.clock.advance({ ms: 300 })
  const later = await stages()
  await app.clock.advance({ seconds: 2 })
  expect([...aSecondBefore.keys()]).toEqual(['leased'])
  expect([...later.keys()]).toEqual(['dialling'])
})
