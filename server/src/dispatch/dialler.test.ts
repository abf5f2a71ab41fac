import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import type { Clock } from '../platform/clock/clock.ts'
import { createDialler } from './dialler.ts'
import { leaseUpcoming } from './leases.sql.ts'

const OWNER = 'a worker of this test'
const MINUTE_MS = 60_000

test.each([
  ['a second before its ten minutes are over is dialled', 10 * MINUTE_MS - 1_000, 'placed', 1],
  ['a second after its ten minutes are over is failed with words, and not dialled', 10 * MINUTE_MS + 1_000, 'ended', 0],
])('CALL-5 a call that was queued behind a slow carrier and whose slot comes %s', async (...row) => {
  const [, lateMs, stage, dialled] = row
  await using app = await startTestApp({ unheard: true, now: '2027-01-15T06:30:00Z', settings: { ROLE: 'web' } })
  const { db } = app.services
  const dueAt = app.clock.now()
  await putPlannedCalls(db, { count: 1, dueAt })
  const { phone } = await db.selectFrom('users').select('phone').executeTakeFirstOrThrow()
  const handset = await app.phone(phone!)
  const leased = await leaseUpcoming(db, { until: dueAt, owner: OWNER, limit: 1 })

  let now = dueAt
  const clock: Clock = {
    now: () => now,
    monotonic: () => 0, // no mark is too old
    until: async () => void (now += lateMs),
    agreesWith: () => true,
    spawn: app.clock.spawn.bind(app.clock),
    every: app.clock.every.bind(app.clock),
  }
  const self = { id: OWNER, isClockTrusted: () => true, aliveSince: () => null }
  const dialler = createDialler({ ...app.services, clock }, self)
  await dialler.dial(leased.map(({ id }) => ({ id, lateMs: 0 })))
  await dialler.done()

  const call = await db.selectFrom('calls').select(['stage', 'failure']).executeTakeFirstOrThrow()
  expect(call).toEqual({ stage, failure: dialled === 1 ? null : 'too-late' })
  expect((await app.carrierLog()).filter(({ kind }) => kind === 'call-created')).toHaveLength(dialled)
  if (dialled > 0) await (await handset.expectCall()).decline()
})

test('CALL-3 a worker that froze between its last look at a mark and the first byte sends nothing when it wakes', async () => {
  await using app = await startTestApp({ unheard: true, now: '2027-01-15T06:30:00Z', settings: { ROLE: 'web' } })
  const { db, carrier } = app.services
  await putPlannedCalls(db, { count: 1, dueAt: app.clock.now() })
  const leased = await leaseUpcoming(db, { until: app.clock.now(), owner: OWNER, limit: 1 })
  let monotonic = 0
  const placeCall: typeof carrier.placeCall = (call) => {
    monotonic = MINUTE_MS
    return carrier.placeCall(call)
  }
  const clock: Clock = {
    now: app.clock.now.bind(app.clock),
    monotonic: () => monotonic,
    until: async () => undefined,
    agreesWith: () => true,
    spawn: app.clock.spawn.bind(app.clock),
    every: app.clock.every.bind(app.clock),
  }
  const self = { id: OWNER, isClockTrusted: () => true, aliveSince: () => null }
  const dialler = createDialler({ ...app.services, clock, carrier: { ...carrier, placeCall } }, self)
  await dialler.dial(leased.map(({ id }) => ({ id, lateMs: 0 })))
  await dialler.done()

  expect(await db.selectFrom('calls').select('stage').executeTakeFirstOrThrow()).toEqual({ stage: 'in_doubt' })
  expect((await app.carrierLog()).filter(({ kind }) => kind === 'call-created')).toEqual([])
})
