import { CONSENTS } from '@reveille/core/consents/consents'
import { expect, test } from 'vitest'
import { startCalls } from '../../../test/harness/app/start-calls.ts'
import { findCall } from '../calls.sql.ts'
import { messageRequest } from './compose-message.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const DAY_MS = 86_400_000
const at = new Date(NOW)

/** Three people's calls, and what their messages are composed from. */
async function startComposing() {
  const started = await startCalls({ now: NOW })
  const { db, inOne, schedule } = started
  for (const id of [1, 2, 3]) await schedule(id, { next_due_at: new Date(NOW + DAY_MS) })
  return {
    ...started,
    request: async (callId: number) => {
      const call = (await findCall(db, callId))!
      return inOne((tx) => messageRequest(tx, call))
    },
    agree: (userId: number, kind: 'recording' | 'calls-and-texts') =>
      db
        .insertInto('consents')
        .values({ user_id: userId, kind, version: CONSENTS[kind].version, ip: '198.51.100.7', given_at: at })
        .execute(),
  }
}

test('CALL-6 WAKE-26 a message is composed from its person, their day and schedule, and the next call', async () => {
  await using started = await startComposing()
  const { request, schedule, occurrence, db } = started
  expect(await request(1)).toMatchObject({
    name: 'Robin',
    voiceId: 'liam',
    goals: ['exercise'],
    struggles: ['snooze'],
    kind: 'first',
    attempt: 1,
    tryNumber: 1,
    localDate: '2027-01-15',
    localTime: '05:30',
    weekday: 'fri',
    occasion: 'firstCall',
    nextCallWeekday: 'sat',
    named: { scheduleId: 1, at: NOW + DAY_MS },
    note: null,
    dateOrder: 'month-first',
    snoozesLeft: 3,
    proof: 'gentle',
    isTriedAgain: true,
    isCheckedAgain: false,
    saysHowToStop: true,
    recorded: false,
    seed: '1',
  })
  await schedule(2, { is_active: false, next_due_at: null, note: 'exam at 9', note_at: at })
  await occurrence(2, { timezone: 'Etc/UTC', snooze_minutes: 0, proof: 'strict' })
  await db.updateTable('users').set({ phone: '+4915123456789', spoken_name: 'Rob' }).where('id', '=', 2).execute()
  expect(await request(2)).toMatchObject({
    spokenName: 'Rob',
    note: 'exam at 9',
    localTime: null, // their zone is unknown
    nextCallWeekday: null,
    named: null,
    dateOrder: 'decimal-comma',
    snoozesLeft: 0,
    isCheckedAgain: true,
  })
  await occurrence(2, { schedule_id: null })
  expect(await request(2)).toMatchObject({ note: null })
  await db.deleteFrom('personalizations').where('user_id', '=', 3).execute()
  expect(await request(3)).toBeNull()
})

test("SHIFT-3 a rotation's next call is named by its weekday within a week only", async () => {
  await using started = await startComposing()
  const { request, schedule } = started
  const rotates = { cycle: JSON.stringify({ firstDate: '2027-01-15', times: ['05:30', null] }) }
  await schedule(1, { ...rotates, next_due_at: new Date(NOW + 7 * DAY_MS) })
  expect(await request(1)).toMatchObject({ nextCallWeekday: 'fri' })
  await schedule(1, { next_due_at: new Date(NOW + 8 * DAY_MS) })
  expect(await request(1)).toMatchObject({ nextCallWeekday: 'later' })
  await schedule(2, { next_due_at: new Date(NOW + 8 * DAY_MS) })
  expect(await request(2)).toMatchObject({ nextCallWeekday: 'sat' })
})

test('S46 a call whose account is deleted while it rings has nothing to say', async () => {
  await using started = await startComposing()
  const { db, inOne } = started
  const call = (await findCall(db, 1))!
  await db.deleteFrom('users').where('id', '=', 1).execute()
  expect(await inOne((tx) => messageRequest(tx, call))).toBeNull()
})

test('WAKE-10 WAKE-15 a follow-up knows what came before and what may follow; a call that never rang counts as no try', async () => {
  await using started = await startComposing()
  const { request, call, occurrence, addCall, agree } = started
  const over = { stage: 'ended', ended_at: at } as const
  await occurrence(1, { call_retry: true, snooze_limit: 2 })
  await call(1, { ...over, status: 'failed', failure: 'carrier-failed' })
  await addCall(1, 2, { ...over, status: 'no_answer', ringing_at: at, snoozed: true })
  await addCall(1, 3)
  expect(await request(4)).toMatchObject({ kind: 'first', attempt: 2, tryNumber: 1, snoozesLeft: 2 })
  expect(await request(5)).toMatchObject({
    kind: 'retry',
    attempt: 3,
    tryNumber: 2,
    snoozesLeft: 1,
    isTriedAgain: true,
  })
  // After two retries only a person who agreed to the whole ladder is called again.
  await addCall(1, 4)
  await call(4, { snoozed: false })
  await call(5, { ...over, status: 'no_answer', ringing_at: at })
  expect(await request(6)).toMatchObject({ tryNumber: 3, isTriedAgain: false })
  await agree(2, 'calls-and-texts')
  expect(await request(6)).toMatchObject({ isTriedAgain: false })
  await agree(1, 'calls-and-texts')
  expect(await request(6)).toMatchObject({ isTriedAgain: true })
})

test('CALL-6 the occasion of a morning comes from earlier mornings and clock changes', async () => {
  await using started = await startComposing()
  const { request, db, call, occurrence } = started
  const sunday = Date.parse('2027-03-28T05:30:00Z') // the clocks went forward in Berlin
  await call(1, { due_at: new Date(sunday) })
  for (const table of ['occurrences', 'calls'] as const)
    await db.updateTable(table).set({ user_id: 1 }).where('id', '=', 2).execute()
  await occurrence(2, { due_at: new Date(sunday - DAY_MS), outcome: 'answered' })
  const occasion = async () => (await request(1))?.occasion
  expect(await occasion()).toBeNull()
  await occurrence(2, { outcome: 'missed' })
  expect(await occasion()).toBe('afterMissed')
  await occurrence(1, { timezone: 'Europe/Berlin' })
  expect(await occasion()).toBe('clocksForward')
  expect(await request(1)).toMatchObject({ localTime: '07:30', localDate: '2027-03-28', weekday: 'sun' })
  await call(1, { due_at: new Date(sunday + DAY_MS) })
  expect(await occasion()).toBe('afterMissed')
})

test('CALL-13 until it is dialed a call announces a recording by consent, and afterwards by whether it is recorded', async () => {
  await using started = await startComposing()
  const { request, call, agree, db } = started
  await agree(1, 'recording')
  const recorded = async (id: number) => (await request(id))?.recorded
  expect([await recorded(1), await recorded(2)]).toEqual([true, false])
  await call(1, { stage: 'dialling' })
  expect(await recorded(1)).toBe(false)
  await call(1, { recorded: true })
  await db.updateTable('consents').set({ withdrawn_at: at }).execute()
  expect(await recorded(1)).toBe(true)
  await call(1, { stage: 'leased', lease_owner: 'w1' })
  expect(await recorded(1)).toBe(false)
})

test("WAKE-3 a sample says how to stop calls, but not a number's fourth call", async () => {
  await using started = await startComposing()
  const { request, call, addCall } = started
  const made = { stage: 'ended', marked_at: at, phone: '+12000000001' } as const
  for (const attempt of [2, 3, 4]) await addCall(1, attempt, made)
  expect((await request(1))?.saysHowToStop).toBe(false)
  await call(1, { kind: 'sample' })
  expect((await request(1))?.saysHowToStop).toBe(true)
})
