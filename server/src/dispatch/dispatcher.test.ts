import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { TestClock } from '../../test/harness/app/test-clock.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { Dispatcher } from './dispatcher.ts'
import { beat } from './leases.sql.ts'

const OWNER = 'a worker of this test'

test('CALL-1 CALL-3 CALL-11 a worker gives back its leases after a wrong clock or a failed statement, and each call is placed once', async () => {
  await using app = await startTestApp({
    now: '2027-01-15T06:29:53Z',
    settings: { ROLE: 'web', CALLS_PER_SECOND: '0.25' },
  })
  const { db } = app.services
  const dueAt = app.clock.now() + 7_000
  await putPlannedCalls(db, { count: 2, dueAt })
  const people = await db.selectFrom('users').select('phone').execute()
  const handsets = await Promise.all(people.map(({ phone }) => app.phone(phone!)))
  let isRight = true
  const dispatcher = new Dispatcher(app.services, { id: OWNER, isClockTrusted: () => isRight, aliveSince: () => null })
  const claim = async () => {
    await beat(db, { id: OWNER, home: 'here' }, app.clock.now())
    await dispatcher.claim()
  }
  const slots = async () => (await db.selectFrom('calls').select('slot_at').execute()).map(({ slot_at }) => slot_at)

  await claim()
  isRight = false
  await app.clock.advance({ seconds: 5, ms: 500 }) // past the moment slots are assigned
  expect(await slots()).toEqual([null, null])
  isRight = true
  await sql`alter table carrier_rate rename to out_of_reach`.execute(db)
  await claim()
  await expect(app.clock.advance({ ms: 500 })).rejects.toThrow('carrier_rate')
  await sql`alter table out_of_reach rename to carrier_rate`.execute(db)
  await claim()
  await app.clock.advance({ seconds: 6 })
  await dispatcher.dialled()
  // The second call waited for the carrier's rate.
  const waited = db.selectFrom('call_events').select('detail').where('kind', '=', 'waiting-for-capacity')
  expect(await waited.execute()).toEqual([{ detail: 'about 4 s' }])
  expect((await app.carrierLog()).filter(({ kind }) => kind === 'call-created')).toHaveLength(2)
  for (const handset of handsets) await (await handset.expectCall()).decline()
})

/** A worker with eight calls due at one instant, which freezes a second before it and wakes five seconds after it. */
async function startFreezing() {
  const app = await startTestApp({ now: '2027-01-15T06:29:55Z', settings: { ROLE: 'web', CALLS_PER_SECOND: '1' } })
  const { db, carrier } = app.services
  const clock = new TestClock(app.clock.now())
  const dueAt = clock.now() + 5_000
  await putPlannedCalls(db, { count: 8, dueAt })
  const asked: { token: string; ms: number }[] = []
  const placeCall: typeof carrier.placeCall = async ({ token }) => {
    asked.push({ token, ms: clock.now() - dueAt })
    return { outcome: 'accepted', carrierCallId: `CA${token}`, queueMs: null }
  }
  const [freezes, wakes] = [dueAt - 1_000, dueAt + 5_000]
  const until = clock.until.bind(clock)
  clock.until = (at) => until(at > freezes && at < wakes ? wakes : at)
  const services = { ...app.services, clock, carrier: { ...carrier, placeCall } }
  const dispatcher = new Dispatcher(services, { id: OWNER, isClockTrusted: () => true, aliveSince: () => null })
  await dispatcher.claim()
  const bySlot = async () => {
    const calls = await db.selectFrom('calls').select('token').orderBy('slot_at').execute()
    return calls.map(({ token }) => token)
  }
  return { db, clock, asked, dispatcher, bySlot, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

test.each([
  ['', false],
  [', and leases lost meanwhile take no turns', true],
])(
  'CALL-11 after a freeze calls leave at the carrier’s rate, in the order of their slots%s',
  async (_also, losesLeases) => {
    await using freezing = await startFreezing()
    await freezing.clock.advance({ ms: 4_500 })
    if (losesLeases) {
      freezing.dispatcher.letGoAll()
      await freezing.dispatcher.claim() // leases all of them again, and they keep their slots
    }
    await freezing.clock.advance({ seconds: 20 })
    await freezing.dispatcher.dialled()
    const tokens = await freezing.bySlot()
    const secondsWorth = [5_000, 5_000] // these two leave together, in either order
    const dueMs = [...secondsWorth, 6_000, 7_000, 8_000, 9_000, 10_000, 11_000]
    const left = freezing.asked.toSorted((a, b) => a.ms - b.ms || tokens.indexOf(a.token) - tokens.indexOf(b.token))
    expect(left).toEqual(tokens.map((token, place) => ({ token, ms: dueMs[place] })))
  },
)

test('SCHED-8 a pause made while calls wait their turn after a freeze stops those that wait', async () => {
  await using freezing = await startFreezing()
  await freezing.clock.advance({ seconds: 11 }) // the third call leaves a second after the freeze
  expect(freezing.asked).toHaveLength(3)
  await freezing.db.updateTable('schedules').set({ is_active: false }).execute()
  await freezing.clock.advance({ seconds: 20 })
  await freezing.dispatcher.dialled()
  expect(freezing.asked).toHaveLength(3)
})
