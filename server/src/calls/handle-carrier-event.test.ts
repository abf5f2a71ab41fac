import type { CarrierEvent } from '@reveille/core/calls/call-lifecycle'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { logged, startCalls } from '../../test/harness/app/start-calls.ts'
import type { Database } from '../platform/database/database.ts'
import { handleCarrierEvent } from './handle-carrier-event.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const at = new Date(NOW)
const MINUTE_MS = 60_000
/** How long after the last event the carrier is asked about an unanswered call. An answered one gets the longest talk. */
const ASKED_AFTER_MS = 90_000
const LONGEST_CALL_MS = 210_000

const hungUp = (talkedS = 20): CarrierEvent => ({ type: 'ended', at: NOW, how: 'hung-up', talkedS })
const ended = (how: 'failed' | 'unwanted' | 'refused' | 'blocked' | 'busy', sip?: number): CarrierEvent => ({
  type: 'ended',
  at: NOW,
  how,
  talkedS: null,
  sip,
})

/** Three people's calls at the carrier, and what it reports about them. */
async function startPlaced() {
  const log = logged()
  const redirected: string[] = []
  const carrier = { redirect: async (id: string, path: string) => void redirected.push(`${id} ${path}`) }
  const started = await startCalls({ now: NOW, logTo: log.to, carrier })
  const { services, call } = started
  for (const id of [1, 2, 3]) await call(id, { stage: 'placed', holds_line: true, carrier_call_id: `CA${id}` })
  const tell = (id: number, event: CarrierEvent, carrierCallId: string | null = `CA${id}`) =>
    handleCarrierEvent(services, `token${id}`, carrierCallId, event)
  return { ...started, log, redirected, tell }
}

test("CALL-10 S24 an event counts only with its call's secret and id, for a call that was placed, and once", async () => {
  await using started = await startPlaced()
  const { services, tell, changed, call, published, log } = started
  const ringing: CarrierEvent = { type: 'ringing', at: NOW }
  const nothing = async (work: () => Promise<unknown>) => expect(await changed(work)).toEqual([])
  await nothing(async () => expect(await tell(1, ringing, 'CA2')).toBe('foreign'))
  await nothing(async () => expect(await handleCarrierEvent(services, 'token9', null, ringing)).toBe('foreign'))
  await call(2, { stage: 'planned', holds_line: false })
  await nothing(async () => expect(await tell(2, ringing)).toBe('handled'))
  expect([published, log.said('callback applied')]).toMatchObject([[], [{ callId: 2, news: false }]])
  const rows = await changed(() => tell(1, ringing))
  expect(rows.filter((row) => !row.startsWith('call_events'))).toEqual(['calls 1'])
  await nothing(() => tell(1, ringing))
  expect([published, log.said('callback applied')]).toMatchObject([
    ['calls of 1'],
    [{}, { callId: 1, event: 'ringing', news: true }, { news: false }],
  ])
})

test('CALL-10 HIST-4 each event advances its call, adds a timeline entry and sets the next lookup', async () => {
  await using started = await startPlaced()
  const { tell, call, callNow, lines, clock, redirected } = started
  await clock.advance({ seconds: 2 })
  await call(1, { stage: 'dialling', carrier_call_id: null })
  await tell(1, { type: 'queued', at: NOW }, 'CA7')
  expect(await callNow(1)).toMatchObject({
    stage: 'placed',
    carrier_call_id: 'CA7',
    ask_at: NOW + 2_000 + ASKED_AFTER_MS,
  })
  await call(2, { stage: 'in_doubt' })
  await tell(2, { type: 'queued', at: NOW })
  await tell(2, { type: 'ringing', at: NOW + 1_000 }, null)
  expect(await callNow(2)).toMatchObject({ ringing_at: NOW + 1_000, ask_at: NOW + 2_000 + ASKED_AFTER_MS })
  await tell(2, { type: 'picked-up', at: NOW + 2_000 })
  expect(await callNow(2)).toMatchObject({
    status: 'answered',
    answered_at: NOW + 2_000,
    ask_at: NOW + 2_000 + LONGEST_CALL_MS,
    carrier_call_id: 'CA2',
  })
  expect([await lines(1), await lines(2)]).toEqual([[], ['found-at-carrier', 'ringing', 'picked-up']])
  expect(redirected).toEqual([])
})

test('CALL-10 CALL-2 the end of a proven call answers its morning; a call that goes on leaves it open', async () => {
  await using started = await startPlaced()
  const { tell, call, callNow, lines, outcome, log, published } = started
  await call(1, { confirmed_at: at, keyed_at: at, answered_at: at })
  await tell(1, { type: 'machine', at: NOW })
  expect(await outcome(1)).toBeNull()
  await tell(1, hungUp())
  expect(await callNow(1)).toMatchObject({ stage: 'ended', status: 'completed', ended_at: NOW, ask_at: null })
  expect([await outcome(1), await lines(1)]).toEqual(['answered', ['ended hung-up']])
  expect(log.said('call ended')).toMatchObject([
    { callId: 1, status: 'completed', failure: null, carrierCallId: 'CA1' },
  ])
  expect(published).toEqual(['calls of 1'])
  // A snooze proves nothing, so a call follows.
  await call(2, { snoozed: true, keyed_at: at, answered_at: at })
  await tell(2, hungUp())
  expect(await outcome(2)).toBeNull()
  expect(await callNow(4)).toMatchObject({ kind: 'snooze', attempt: 2, due_at: NOW + 9 * MINUTE_MS })
})

test('WAKE-5 CALL-4 picking up without pressing a key is recorded and followed by a wake check', async () => {
  await using started = await startPlaced()
  const { tell, call, addCall, callNow, lines, clock } = started
  for (const id of [1, 2, 3]) await call(id, { answered_at: at })
  await call(2, { keyed_at: at })
  await addCall(2, 2, { dial_at: new Date(NOW + 1) })
  await clock.advance({ seconds: 2 })
  for (const id of [1, 2]) await tell(id, hungUp())
  await tell(3, hungUp(2))
  expect([await lines(1), await lines(2), await lines(3)]).toEqual([
    ['ended hung-up', 'unpressed'],
    ['ended hung-up'],
    ['ended hung-up'],
  ])
  expect([await callNow(1), await callNow(3)]).toMatchObject([{ status: 'unconfirmed' }, { status: 'no_answer' }])
  expect(await callNow(5)).toMatchObject({ kind: 'wake-check', user_id: 1, due_at: NOW + 5 * MINUTE_MS })
  // A call waiting for the line may ring 15 s after the end, however late the end was reported.
  expect(await callNow(4)).toMatchObject({ user_id: 2, dial_at: NOW + 15_000 })
})

test('WAKE-13 HIST-4 a call ended by the network says so, and whether anybody picked up', async () => {
  await using started = await startPlaced()
  const { db, tell, call, occurrence, callNow, lines } = started
  const cases = [
    [null, ended('failed', 503), 'carrier-failed', 'ended failed 503'],
    [at, ended('failed'), 'broke-off', 'ended failed'],
    [null, ended('unwanted', 607), 'unwanted', 'ended unwanted 607'],
    [null, ended('refused', 404), 'number-refused', 'ended refused 404'],
    [null, ended('busy'), null, 'ended busy'],
  ] as const
  for (const [answered_at, event, failure, line] of cases) {
    await call(1, { stage: 'placed', holds_line: true, ended_at: null, answered_at })
    await occurrence(1, { outcome: null, outcome_at: null })
    await db.deleteFrom('call_events').execute()
    await tell(1, event)
    expect([await callNow(1), await lines(1)]).toMatchObject([{ stage: 'ended', failure, holds_line: false }, [line]])
  }
})

test('WAKE-13 only a network that blocks calls alerts the operator, once an hour', async () => {
  await using started = await startPlaced()
  const { tell, log } = started
  await tell(3, ended('unwanted', 607))
  expect(log.said('a phone network blocked a call')).toEqual([])
  for (const id of [1, 2]) await tell(id, ended('blocked', 608))
  expect(log.said('a phone network blocked a call')).toMatchObject([{ alarm: 'blocked', callId: 1, sip: 608 }])
})

test('WAKE-11 CALL-4 I9 a machine hears only the name; after the call is over the verdict decides the morning again', async () => {
  await using started = await startPlaced()
  const { services, tell, call, occurrence, addCall, callNow, lines, outcome, redirected, log } = started
  const machine: CarrierEvent = { type: 'machine', at: NOW }
  await call(2, { carrier_call_id: null })
  await tell(2, machine, null) // no call id to redirect
  await tell(1, machine)
  await tell(1, machine)
  expect([redirected, await lines(1)]).toEqual([['CA1 /callbacks/voice/token1?machine=1'], ['machine name-only']])

  const over = { stage: 'ended', holds_line: false, answered_at: at, ended_at: at } as const
  await call(3, { ...over, status: 'unconfirmed' })
  await occurrence(3, { outcome: 'unconfirmed', outcome_at: at })
  await addCall(3, 2, { stage: 'planned', kind: 'wake-check' })
  await tell(3, machine)
  expect([redirected.length, await lines(3), await outcome(3)]).toEqual([1, ['machine'], 'missed'])
  expect(await callNow(3)).toMatchObject({ status: 'no_answer', machine: true, ask_at: null })
  await expect(callNow(4)).rejects.toThrow('no result')

  services.carrier.redirect = () => Promise.reject(new Error('not now'))
  await call(2, { carrier_call_id: 'CA2', machine: false })
  expect(await tell(2, machine)).toBe('handled')
  expect(log.said('redirect after machine detection failed')).toMatchObject([{ callId: 2 }])
})

test('CALL-10 events that arrive at once, five times each, are recorded once and none is lost', async () => {
  await using started = await startPlaced()
  const { tell, callNow, lines } = started
  const all = (...events: CarrierEvent[]) =>
    Promise.all(events.flatMap((event) => Array(5).fill(event)).map((event) => tell(1, event)))
  await all({ type: 'ringing', at: NOW }, { type: 'picked-up', at: NOW }, { type: 'machine', at: NOW })
  await all(hungUp(), { type: 'ringing', at: NOW })
  expect((await lines(1)).toSorted()).toEqual(['ended hung-up', 'machine name-only', 'picked-up', 'ringing'])
  expect(await callNow(1)).toMatchObject({ status: 'no_answer', duration_s: 20, ringing_at: NOW, machine: true })
})

test('CALL-10 a call that changed while its event was in flight is decided again under the lock', async () => {
  await using started = await startPlaced()
  const { tell, inOne, db, call, callNow, outcome, log, redirected, published } = started
  /** Sends an event while another transaction changes the call. */
  const meanwhile = async (id: number, event: CarrierEvent, values: object) => {
    let told: Promise<unknown> = Promise.resolve()
    await inOne(async (tx) => {
      await tx.updateTable('calls').set(values).where('id', '=', id).execute()
      told = tell(id, event)
      await expect.poll(() => waitsForLock(db)).toBe(true)
    })
    await told
  }
  await meanwhile(1, { type: 'picked-up', at: NOW }, { carrier_call_id: 'CA9' })
  expect(await callNow(1)).toMatchObject({ answered_at: null, carrier_call_id: 'CA9' })
  await meanwhile(2, { type: 'machine', at: NOW }, { keyed_at: at })
  expect([await callNow(2), redirected]).toMatchObject([{ machine: false }, []])
  await meanwhile(3, { type: 'ringing', at: NOW }, { queue_ms: 1 })
  expect(await callNow(3)).toMatchObject({
    stage: 'placed',
    ringing_at: NOW,
    ask_at: NOW + ASKED_AFTER_MS,
    holds_line: true,
  })
  await call(3, { confirmed_at: at, keyed_at: at })
  published.length = 0
  await meanwhile(3, hungUp(), { queue_ms: 2 })
  expect([await outcome(3), log.said('call ended').length, published]).toEqual(['answered', 1, ['calls of 3']])
  expect(log.said('callback applied').map(({ news }) => news)).toEqual([false, false, true, true])
})

async function waitsForLock(db: Database): Promise<boolean> {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await waiting.execute(db)).rows.length > 0
}
