import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { nextStoredDue } from '../test/harness/app/next-due.ts'
import { servicesOn } from '../test/harness/app/services-on.ts'
import { startPlanned } from '../test/harness/database/start-planned.ts'
import { quickVoice } from '../test/harness/outside/quick-voice.ts'
import { lastSigns } from './calls/carrier-trouble.sql.ts'
import { startWorker } from './worker.ts'

const DUE = Date.parse('2027-01-15T06:30:00Z')
const SECOND_MS = 1_000

/** Three people's calls and a carrier that accepts them, so a worker runs without a web role or a job queue. */
async function startWork(now: number) {
  const planned = await startPlanned(DUE)
  const { db } = planned
  const placed: [to: string, second: number][] = []
  const asked: string[] = []
  const outside = { carrierIsSilent: false }
  const joined = await servicesOn(planned, {
    now,
    settings: { CALLS_PER_SECOND: '1000' },
    carrier: {
      placeCall: async ({ to }) => {
        placed.push([to, clock.now() - (clock.now() % SECOND_MS)])
        return { outcome: 'accepted', carrierCallId: `CA${placed.length}`, queueMs: 0 }
      },
      fetchCall: async () => null,
      recentCalls: async (to) => {
        asked.push(`calls to ${to}`)
        return []
      },
      callsSince: async () => {
        asked.push('calls to everybody')
        if (outside.carrierIsSilent) throw new Error('no answer')
        return []
      },
      recordingsOf: async (carrierCallId) => {
        asked.push(`recordings of ${carrierCallId}`)
        return []
      },
      deleteRecording: async (recordingId) => void asked.push(`delete ${recordingId}`),
    },
  })
  const { services, clock, enqueued } = joined
  services.speech = [quickVoice]
  clock.nextDue = (at) => nextStoredDue(db, at)
  const phones = (await db.selectFrom('users').select('phone').orderBy('id').execute()).map(({ phone }) => phone!)
  return {
    ...planned,
    services,
    clock,
    enqueued,
    phones,
    placed,
    asked,
    outside,
    stages: async () =>
      (await db.selectFrom('calls').select('stage').orderBy('id').execute()).map(({ stage }) => stage),
    workers: async () => (await db.selectFrom('workers').select('id').execute()).map(({ id }) => id),
    [Symbol.asyncDispose]: joined[Symbol.asyncDispose],
  }
}

test("CALL-1 CALL-8 a worker prepares each call's words, dials it on its second, and plans the next", async () => {
  await using work = await startWork(DUE - 10 * 60 * SECOND_MS)
  const { db, services, clock, schedule, phones, placed } = work
  await schedule(1, { wakeup_time: '07:00', next_due_at: new Date(DUE + 30 * 60 * SECOND_MS) })
  const worker = await startWorker(services)
  await clock.advance({ minutes: 9, seconds: 59, ms: 999 })
  await worker.hasSpoken()
  expect(placed).toEqual([])
  const unspoken = db.selectFrom('calls').select('id').where('script', 'is', null).where('id', '<=', 3)
  expect(await unspoken.execute()).toEqual([])
  await clock.advance({ ms: 5 })
  expect(placed.toSorted()).toEqual(phones.map((phone) => [phone, DUE]))
  await clock.advance({ minutes: 29, seconds: 59 })
  expect(placed).toHaveLength(3)
  await clock.advance({ seconds: 1 })
  expect(placed[3]).toEqual([phones[0], DUE + 30 * 60 * SECOND_MS])
  await worker.stop()
})

test('CALL-1 CALL-3 a stopping worker gives back unmarked calls and is forgotten, and another one dials them', async () => {
  await using work = await startWork(DUE - 10 * SECOND_MS)
  const { db, services, clock, placed, stages, workers } = work
  const { dataDir: home } = services.config
  const before = { id: 'before', home, beat_at: new Date(clock.now()) }
  await db.insertInto('workers').values(before).execute()
  const worker = await startWorker(services)
  await clock.advance({ seconds: 5 })
  // On an embedded database any earlier worker is gone.
  expect([await stages(), await workers()]).toEqual([Array(3).fill('leased'), [worker.id]])
  await worker.stop()
  expect([await stages(), await workers()]).toEqual([Array(3).fill('planned'), []])
  await clock.advance({ seconds: 4 })
  expect([await stages(), placed]).toEqual([Array(3).fill('planned'), []])
  await db.insertInto('workers').values(before).execute()
  services.config = { ...services.config, databaseUrl: 'postgres://elsewhere' }
  const next = await startWorker(services)
  expect((await workers()).toSorted()).toEqual([next.id, 'before'].toSorted())
  await clock.advance({ seconds: 1, ms: 5 })
  expect(placed.map(([, at]) => at)).toEqual([DUE, DUE, DUE])
  await next.stop()
})

test('CALL-1 CALL-3 a worker with a wrong clock, or without a heartbeat, says so and does nothing', async () => {
  await using work = await startWork(DUE - 10 * SECOND_MS)
  const { services, clock, placed, workers, occurrence, enqueued } = work
  const worker = await startWorker(services)
  await clock.advance({ seconds: 2 })
  expect(worker.state()).toBe('working')
  clock.agreesWith = () => false
  await occurrence(1, { announce_at: new Date(clock.now() + SECOND_MS) })
  await clock.advance({ seconds: 1 })
  expect([worker.state(), await workers()]).toEqual(['wrong-clock', []])
  await clock.advance({ seconds: 10 })
  expect([placed, enqueued]).toEqual([[], []])
  await worker.stop()
  await clock.advance({ minutes: 1 })
  expect(worker.state()).toBe('silent')
})

test('CALL-9 CALL-10 CALL-13 S35 S44 SHELL-11 a worker does everything else that is due within its minute', async () => {
  const now = DUE - 60 * 60 * SECOND_MS
  await using work = await startWork(now)
  const { db, services, clock, enqueued, asked, phones, call, occurrence, schedule } = work
  const { config } = services
  services.config = { ...config, mostCallsAnHour: { ...config.mostCallsAnHour, all: 0 } }
  await occurrence(1, { announce_at: new Date(now) })
  const over = { one_time_at: new Date(now), ended_at: new Date(now) }
  await schedule(2, { date: '2027-01-14', is_recurring: false, is_active: false, ...over })
  await schedule(3, { clock_notice_at: new Date(now) })
  await call(1, {
    stage: 'dialling',
    lease_owner: 'dead',
    marked_at: new Date(now - 60 * SECOND_MS),
    phone: phones[0]!,
  })
  await call(2, { carrier_call_id: 'CA2', seek_recording_at: new Date(now) })
  await call(3, { duration_s: 61, marked_at: new Date(now), phone: phones[2]! })
  const due_at = new Date(now)
  await db.insertInto('carrier_recordings').values({ recording_id: 'RE1', due_at, created_at: due_at }).execute()
  await db
    .insertInto('texted_codes')
    .values({ country: 'DE', slot_at: new Date(now - 30 * 60 * SECOND_MS), sent: 20 })
    .execute()
  await db.insertInto('spent_proofs').values({ hash: 'old', expires_at: due_at }).execute()
  const beat_at = new Date(now - 25 * 60 * 60 * SECOND_MS)
  await db.insertInto('workers').values({ id: 'dead', home: 'elsewhere', beat_at }).execute()
  const worker = await startWorker(services)
  await clock.advance({ minutes: 1 })
  await worker.stop()

  expect(enqueued).toContain('send-announcement 1')
  expect(asked.toSorted()).toEqual(
    [`calls to ${phones[0]}`, 'calls to everybody', 'delete RE1', 'recordings of CA2'].map(
      (one) => expect.stringContaining(one) as string,
    ),
  )
  const notices = await db.selectFrom('notices').select(['user_id', 'kind']).orderBy('user_id').execute()
  expect(notices).toContainEqual({ user_id: 2, kind: 'schedule-ended' })
  const { rows } = await sql`select
    (select count(*)::int from texted_codes where alarmed) as alarms,
    (select count(*)::int from spending_stops) as stops,
    (select count(*)::int from spent_proofs) as proofs,
    (select count(*)::int from workers) as workers,
    (select count(*)::int from users where caller_number is null) as strangers,
    (select count(*)::int from schedules where clock_notice_at is not null) as evenings,
    (select count(*)::int from schedules where zone_data is null and ended_at is null) as old_zones,
    (select array_agg(key order by key) from installation where key in ('turn: crowded minutes', 'turn: call minutes')) as claimed
  `.execute(db)
  expect(rows).toEqual([
    {
      alarms: 1,
      stops: 1,
      proofs: 0,
      workers: 0,
      strangers: 0,
      evenings: 0,
      old_zones: 0,
      claimed: ['turn: call minutes', 'turn: crowded minutes'],
    },
  ])
})

test('CALL-1 CALL-3 a worker looks for calls twice a second, sends a heartbeat each second, and nothing runs less than hourly', async () => {
  await using work = await startWork(DUE)
  const { services, clock } = work
  const rhythms = new Map<string, number>()
  const every = clock.every.bind(clock)
  clock.every = (ms, name, loop) => {
    rhythms.set(name, ms)
    return every(ms, name, loop)
  }
  const worker = await startWorker(services)
  await worker.stop()
  const [half, hour] = [SECOND_MS / 2, 3_600 * SECOND_MS]
  expect([rhythms.get('claim'), rhythms.get('prepare speech'), rhythms.get('heartbeat')]).toEqual([
    half,
    half,
    SECOND_MS,
  ])
  expect([...rhythms].filter(([, ms]) => ms < half || ms > hour)).toEqual([])
  // What people or the carrier wait for.
  for (const name of ['zone data', 'plan', 'ask carrier', 'recordings', 'announce'])
    expect(rhythms.get(name)).toBeLessThanOrEqual(5 * SECOND_MS)
})

test('DASH-4 one worker checks every five minutes whether the carrier answers, and only an answer counts', async () => {
  await using work = await startWork(DUE - 60 * 60 * SECOND_MS)
  const { db, services, clock, asked, outside } = work
  const workers = [await startWorker(services), await startWorker(services)]
  const answeredAt = async () => (await lastSigns(db)).answeredAt
  const start = clock.now()
  const pass = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed++) await clock.advance({ minutes: 1 })
  }
  await pass(12)
  expect(asked).toEqual(Array(3).fill('calls to everybody'))
  const before = await answeredAt()
  expect(before! - start).toBeGreaterThan(9 * 60 * SECOND_MS)
  outside.carrierIsSilent = true
  await pass(10)
  expect(asked).toHaveLength(5)
  expect(await answeredAt()).toBe(before)
  await Promise.all(workers.map((worker) => worker.stop()))
})
