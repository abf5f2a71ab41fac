import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { TestClock } from '../../test/harness/app/test-clock.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { carrierChoice } from './carrier-choice.ts'
import { takeSlots } from './carrier-rate.sql.ts'
import { createDialler } from './dialler.ts'
import { leaseUpcoming } from './leases.sql.ts'

const SIX_THIRTY = '2027-01-15T06:30:00Z'
const OWNER = 'a worker of this test'

/** A worker with five marked calls, one for each second from 06:30:00, that freezes until 06:30:03.500. */
async function startFrozen() {
  const app = await startTestApp({ now: SIX_THIRTY, settings: { ROLE: 'web', CALLS_PER_SECOND: '1' } })
  const { db, carrier } = app.services
  const clock = new TestClock(Date.parse(SIX_THIRTY))
  const [start, wakes] = [clock.now(), clock.now() + 3_500]
  const until = clock.until.bind(clock)
  clock.until = (at) => until(Math.max(at, wakes))
  clock.monotonic = () => 0 // keeps every mark fresh
  await putPlannedCalls(db, { count: 5, dueAt: start })
  const ids = (await leaseUpcoming(db, { until: start, owner: OWNER, limit: 5 })).map(({ id }) => id)
  await takeSlots(db, { owner: OWNER, ids, now: start, intervalMs: 1_000, followUpsUntil: start })

  const asked: { token: string; ms: number }[] = []
  const placeCall: typeof carrier.placeCall = async ({ token }) => {
    asked.push({ token, ms: clock.now() - start })
    return { outcome: 'accepted', carrierCallId: `CA${token}`, queueMs: null }
  }
  const services = { ...app.services, clock, carrier: { ...carrier, placeCall } }
  const self = { id: OWNER, isClockTrusted: () => true, aliveSince: () => null }
  const dialler = createDialler(services, self, carrierChoice(services))
  await dialler.dial(ids.map((id) => ({ id, lateMs: 0 })))
  return { db, clock, wakes, asked, dialler, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

test('CALL-11 calls that a freeze held up leave at the carrier’s rate, and in the order of their slots', async () => {
  await using frozen = await startFrozen()
  const bySlot = await frozen.db.selectFrom('calls').select('token').orderBy('slot_at').execute()
  await frozen.clock.advance({ seconds: 10 })
  await frozen.dialler.done()
  expect(frozen.asked.map(({ token }) => token)).toEqual(bySlot.map(({ token }) => token))
  // 06:30:03 was missed by half a second only.
  expect(frozen.asked.map(({ ms }) => ms)).toEqual([3_500, 4_000, 5_000, 6_000, 7_000])
})

test('CALL-11 CALL-5 without the rate’s next slots, calls that missed theirs are due again a second later', async () => {
  await using frozen = await startFrozen()
  await frozen.db.deleteFrom('carrier_rate').execute()
  await frozen.clock.advance({ seconds: 10 })
  await frozen.dialler.done()
  expect(frozen.asked).toHaveLength(2)
  const again = await frozen.db.selectFrom('calls').select('dial_at').where('stage', '=', 'planned').execute()
  expect(again).toEqual(Array.from({ length: 3 }, () => ({ dial_at: frozen.wakes + 1_000 })))
})
