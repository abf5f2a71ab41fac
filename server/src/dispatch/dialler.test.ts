import { faults } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { saveNotPlaced } from '../calls/call-life.sql.ts'
import type { Clock } from '../platform/clock/clock.ts'
import { carrierChoice } from './carrier-choice.ts'
import { createDialler } from './dialler.ts'
import { beat, doubtLostDialling, leaseUpcoming } from './leases.sql.ts'

const OWNER = 'a worker of this test'
const MINUTE_MS = 60_000

test.each([
  ['a second before its ten minutes are over is dialed', 10 * MINUTE_MS - 1_000, 'placed', 1],
  [
    'a second after its ten minutes are over fails with a reason, and is not dialed',
    10 * MINUTE_MS + 1_000,
    'ended',
    0,
  ],
])('CALL-5 a call that was queued behind a slow carrier and whose slot comes %s', async (...row) => {
  const [, lateMs, stage, dialled] = row
  await using app = await startTestApp({ now: '2027-01-15T06:30:00Z', settings: { ROLE: 'web' } })
  const { db } = app.services
  const dueAt = app.clock.now()
  await putPlannedCalls(db, { count: 1, dueAt })
  const { phone } = await db.selectFrom('users').select('phone').executeTakeFirstOrThrow()
  const handset = await app.phone(phone!)
  const leased = await leaseUpcoming(db, { until: dueAt, owner: OWNER, limit: 1 })

  let now = dueAt
  const clock: Clock = {
    now: () => now,
    monotonic: () => 0, // keeps every mark fresh
    until: async () => void (now += lateMs),
    agreesWith: () => true,
    spawn: app.clock.spawn.bind(app.clock),
    every: app.clock.every.bind(app.clock),
  }
  const self = { id: OWNER, isClockTrusted: () => true, aliveSince: () => null }
  const dialler = createDialler({ ...app.services, clock }, self, carrierChoice(app.services))
  await dialler.dial(leased.map(({ id }) => ({ id, lateMs: 0 })))
  await dialler.done()

  const call = await db.selectFrom('calls').select(['stage', 'failure']).executeTakeFirstOrThrow()
  expect(call).toEqual({ stage, failure: dialled === 1 ? null : 'too-late' })
  expect((await app.carrierLog()).filter(({ kind }) => kind === 'call-created')).toHaveLength(dialled)
  if (dialled > 0) await (await handset.expectCall()).decline()
})

/** A worker that has leased `count` calls due now. `asks` runs for each request before it goes to the carrier. */
async function startDialling(count: number, asks: (dialling: Dialling, token: string) => Promise<void>) {
  const app = await startTestApp({ now: '2027-01-15T06:30:00Z', settings: { ROLE: 'web' } })
  const { db, carrier, live } = app.services
  await putPlannedCalls(db, { count, dueAt: app.clock.now() })
  await beat(db, { id: OWNER, home: 'here' }, app.clock.now())
  const moved = { ms: 0, monotonicMs: 0 }
  const clock: Clock = {
    now: () => app.clock.now() + moved.ms,
    monotonic: () => moved.monotonicMs,
    until: async () => undefined,
    agreesWith: () => true,
    spawn: app.clock.spawn.bind(app.clock),
    every: app.clock.every.bind(app.clock),
  }
  const recorded = Promise.withResolvers<void>()
  const placeCall: typeof carrier.placeCall = async (call) => {
    await asks(dialling, call.token)
    return carrier.placeCall(call)
  }
  const services = {
    ...app.services,
    clock,
    carrier: { ...carrier, placeCall },
    live: { ...live, publish: () => recorded.resolve() },
  }
  const dialler = createDialler(
    services,
    { id: OWNER, isClockTrusted: () => true, aliveSince: () => null },
    carrierChoice(services),
  )
  const dialling = {
    app,
    db,
    moved,
    clock,
    /** Resolves when the first answer is recorded. */
    recorded: recorded.promise,
    async dialAll(lateMs = 0) {
      const leased = await leaseUpcoming(db, { until: clock.now(), owner: OWNER, limit: count })
      await dialler.dial(leased.map(({ id }) => ({ id, lateMs })))
    },
    done: () => dialler.done(),
    calls: () => db.selectFrom('calls').select(['stage', 'holds_line', 'dial_at']).execute(),
    requests: async () => (await app.carrierLog()).filter(({ kind }) => kind === 'call-created').length,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
  return dialling
}
type Dialling = Awaited<ReturnType<typeof startDialling>>

test('CALL-3 CALL-5 a worker that freezes between checking a mark and sending sends nothing when it wakes, and the call is due again', async () => {
  await using dialling = await startDialling(1, async ({ moved }) => {
    moved.ms = moved.monotonicMs = MINUTE_MS
  })
  await dialling.dialAll()
  await dialling.done()
  const dial_at = dialling.clock.now() + 1_000
  expect(await dialling.calls()).toEqual([{ stage: 'planned', holds_line: false, dial_at }])
  expect(await dialling.requests()).toBe(0)
})

test('CALL-3 a frozen worker that wakes late leaves its own newer request for the same call untouched', async () => {
  let asked = 0
  await using dialling = await startDialling(1, async ({ db, moved, clock, recorded, dialAll }) => {
    asked++
    if (asked === 2) await recorded // the second request stays in flight until the first one's result is saved
    if (asked > 1) return
    moved.ms = moved.monotonicMs = MINUTE_MS // frozen, presumed dead, and the carrier knows no call
    await doubtLostDialling(db, clock.now())
    const { id, marked_at } = await db.selectFrom('calls').select(['id', 'marked_at']).executeTakeFirstOrThrow()
    const entry = { at: clock.now(), detail: null }
    await saveNotPlaced(db, id, { markedAt: marked_at!, dialAt: clock.now(), carrier: 1, entry })
    await beat(db, { id: OWNER, home: 'here' }, clock.now())
    await dialAll()
  })
  const { phone } = await dialling.db.selectFrom('users').select('phone').executeTakeFirstOrThrow()
  const handset = await dialling.app.phone(phone!)
  await dialling.dialAll()
  await dialling.done()
  expect(await dialling.calls()).toMatchObject([{ stage: 'placed', holds_line: true }])
  expect([asked, await dialling.requests()]).toEqual([2, 1])
  await (await handset.expectCall()).decline()
})

test('CALL-1 CALL-3 calls whose requests a busy process held up are sent at once, and none is in doubt', async () => {
  const asked: string[] = []
  await using dialling = await startDialling(300, async ({ db, moved, clock }, token) => {
    asked.push(token)
    if (asked.length % 100 !== 0) return
    moved.monotonicMs += 10_000 // longer than a mark holds; heartbeats arrive late
    await beat(db, { id: OWNER, home: 'here' }, clock.now())
  })
  // These people have no phone in the sandbox, so a refusal shows that a request arrived.
  await faults(dialling.app.sandbox.url).add({ fault: 'refuse', code: 21211, times: null })
  await dialling.dialAll()
  await dialling.done()
  const calls = await dialling.db.selectFrom('calls').select('failure').execute()
  expect(calls.filter(({ failure }) => failure !== 'invalid-number')).toEqual([])
  expect(new Set(asked).size).toBe(300)
  expect(asked.length).toBeGreaterThan(300) // some reached their connections too late
})

test('CALL-5 a slot that was assigned late counts as our delay', async () => {
  await using dialling = await startDialling(1, async () => undefined)
  const { app } = dialling
  await faults(app.sandbox.url).add({ fault: 'refuse', code: 21211 })
  await dialling.dialAll(400)
  await dialling.done()
  expect(await app.services.metrics.text()).toContain('reveille_call_delay_seconds_sum 0.4\n')
})
