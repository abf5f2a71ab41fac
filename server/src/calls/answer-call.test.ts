import type { CallPosition } from '@reveille/core/calls/call-keys'
import { expect, test } from 'vitest'
import { startCalls } from '../../test/harness/app/start-calls.ts'
import { failCall } from './end-call.ts'
import { handleCarrierEvent } from './handle-carrier-event.ts'
import { answerCall } from './handle-key.ts'

const NOW = Date.parse('2027-01-15T06:30:00Z')
const DAY_MS = 86_400_000
const at = new Date(NOW)
const TASKS = JSON.stringify([
  { kind: 'sum', a: 21, b: 9 },
  ...['456', '789'].map((digits) => ({ kind: 'digits', digits })),
])

const MESSAGE: CallPosition = { at: 'message', asked: 1 }
const menu = (openedAt: number): CallPosition => ({ at: 'menu', asked: 1, openedAt })
const task = (round: number): CallPosition => ({ at: 'task', round, silences: 0 })

/** Three people who picked up, and their keys. */
async function startTalking() {
  const started = await startCalls({ now: NOW })
  const { services, clock, call, db } = started
  const talking = { stage: 'placed', status: 'answered', answered_at: at, holds_line: true } as const
  for (const id of [1, 2, 3]) await call(id, { ...talking, carrier_call_id: `CA${id}`, phone: `+1200000000${id}` })
  const press = async (id: number, keys: string, position = MESSAGE) =>
    (await answerCall(services, `token${id}`, `CA${id}`, { keys, position, at: clock.now() }))?.effect ?? null
  return {
    ...started,
    press,
    skipped: async (id: number) =>
      (await db.selectFrom('schedules').select('skipped_calls').where('id', '=', id).executeTakeFirstOrThrow())
        .skipped_calls,
  }
}

test('CALL-7 1 proves its person once, with the time of the key, and a second 1 changes nothing', async () => {
  await using started = await startTalking()
  const { press, clock, callNow, lines, changed, published, outcome } = started
  await clock.advance({ seconds: 5 })
  const rows = await changed(async () => expect(await press(2, '1')).toBe('confirm'))
  expect(rows.filter((row) => !row.startsWith('call_events'))).toEqual(['calls 2', 'occurrences 2'])
  const proven = { keyed_at: NOW + 5_000, confirmed_at: NOW + 5_000, status: 'answered', machine: false }
  expect([await callNow(2), await lines(2), await outcome(2)]).toMatchObject([proven, ['key-1'], null])
  expect(published).toEqual(['calls of 2', 'schedules of 2'])
  await clock.advance({ seconds: 1 })
  expect(await changed(async () => expect(await press(2, '1')).toBe('confirm'))).toEqual([])
  // 2 promises no snooze to somebody who is already up.
  expect(await changed(async () => expect(await press(2, '2')).toBe('confirm'))).toEqual([])
})

test("CALL-10 S24 keys count only with a call's secret and id, and only while it may have been speaking", async () => {
  await using started = await startTalking()
  const { services, press, call, changed, callNow } = started
  const pressed = { keys: '1', position: MESSAGE, at: NOW }
  const nothing = async (token: string, id: string | null) =>
    expect(await changed(async () => expect(await answerCall(services, token, id, pressed)).toBeNull())).toEqual([])
  await nothing('token9', 'CA1')
  await nothing('token1', 'CA2')
  const over = { holds_line: false, answered_at: null } as const
  await call(3, { ...over, stage: 'planned', carrier_call_id: null })
  await nothing('token3', null)
  await call(3, { ...over, stage: 'ended', ended_at: at, status: 'failed' }) // never placed
  await nothing('token3', 'CA3')
  for (const stage of ['dialling', 'in_doubt'] as const) {
    await call(1, { stage, carrier_call_id: null, confirmed_at: null, keyed_at: null })
    expect(await press(1, '1')).toBe('confirm')
    expect(await callNow(1)).toMatchObject({ confirmed_at: NOW })
  }
})

test("WAKE-7 WAKE-8 Firm asks, counts each answer once, and accepts only the current round's answer", async () => {
  await using started = await startTalking()
  const { press, call, occurrence, callNow, lines, changed } = started
  for (const id of [1, 2]) {
    await occurrence(id, { proof: 'firm' })
    await call(id, { tasks: TASKS })
  }
  expect([await press(1, '1'), await callNow(1)]).toMatchObject(['ask-task', { confirmed_at: null, keyed_at: NOW }])
  expect([await press(1, '999', task(1)), await callNow(1)]).toMatchObject(['wrong-answer', { task_round: 2 }])
  expect(await changed(async () => expect(await press(1, '30', task(1))).toBe('repeated-answer'))).toEqual([])
  expect([await press(1, '456', task(2)), await callNow(1)]).toMatchObject(['confirm', { confirmed_at: NOW }])
  expect(await lines(1)).toEqual(['task-asked sum', 'answer-wrong', 'answer-right'])
  // No task is left, so none is asked.
  await call(2, { task_round: 4 })
  expect([await press(2, '1'), await lines(2)]).toEqual(['ask-task', []])
})

test('CALL-7 SCHED-9 9 skips the call it named and does what 1 does; if that call has changed, it skips nothing', async () => {
  await using started = await startTalking()
  const { press, call, schedule, occurrence, lines, callNow, skipped, changed } = started
  const tomorrow = NOW + DAY_MS
  for (const id of [1, 2, 3]) {
    await schedule(id, { next_due_at: new Date(tomorrow) })
    await call(id, { named_schedule_id: id, named_call_at: new Date(tomorrow) })
  }
  expect([await press(1, '9'), await skipped(1)]).toEqual(['skip-next', [tomorrow]])
  expect([await callNow(1), await lines(1)]).toMatchObject([{ confirmed_at: NOW }, ['key-9']])
  expect(await skipped(2)).toEqual([])
  // A second 9 doesn't repeat the skip, even after an undo on screen.
  await schedule(1, { skipped_calls: [] })
  expect(await changed(async () => expect(await press(1, '9')).toBe('skip-next'))).toEqual([])

  await occurrence(2, { proof: 'firm' })
  await call(2, { tasks: TASKS })
  expect([await press(2, '9'), await skipped(2)]).toEqual(['skip-next', [tomorrow]])
  expect([await callNow(2), await lines(2)]).toMatchObject([{ confirmed_at: null }, ['key-9']])

  await call(3, { named_call_at: new Date(tomorrow + 1) }) // moved on screen in the meantime
  expect([await press(3, '9'), await skipped(3)]).toEqual(['confirm', []])
  expect([await callNow(3), await lines(3)]).toMatchObject([{ confirmed_at: NOW }, ['key-9 gone']])
})

test('CALL-7 CALL-14 9 skips the call it named even if another call of the same minute waits', async () => {
  await using started = await startTalking()
  const { press, db, call, schedule, skipped } = started
  // Another schedule of the same person, whose call at this minute waits for the line.
  await call(2, { stage: 'planned', holds_line: false, carrier_call_id: null })
  for (const table of ['schedules', 'occurrences', 'calls'] as const)
    await db.updateTable(table).set({ user_id: 1 }).where('id', '=', 2).execute()
  await schedule(2, { next_due_at: new Date(NOW + DAY_MS) })
  await call(1, { named_schedule_id: 2, named_call_at: new Date(NOW + DAY_MS) })
  expect([await press(1, '9'), await skipped(2)]).toEqual(['skip-next', [NOW + DAY_MS]])
})

test('CALL-7 9 works only when a call comes next', async () => {
  await using started = await startTalking()
  const { press, schedule, lines } = started
  await schedule(1, { is_active: false })
  expect([await press(1, '9'), await lines(1)]).toEqual(['only-these-keys', []])
})

test('WAKE-28 2 snoozes as often as chosen, once a call, and never in a sample or a second check', async () => {
  await using started = await startTalking()
  const { press, call, occurrence, addCall, callNow, lines, changed } = started
  await occurrence(1, { snooze_limit: 1 })
  expect([await press(1, '2'), await callNow(1)]).toMatchObject(['snooze', { snoozed: true, confirmed_at: null }])
  expect(await changed(async () => expect(await press(1, '2')).toBe('snooze'))).toEqual([])
  expect(await lines(1)).toEqual(['key-2'])
  // The next call: the only snooze is used up.
  const next = { stage: 'placed', carrier_call_id: 'CA4', token: 'token4' } as const
  await addCall(1, 2, next)
  expect([await press(4, '2'), (await callNow(4)).snoozed]).toEqual(['no-snoozes', false])

  await occurrence(2, { snooze_minutes: 0 })
  expect(await press(2, '2')).toBe('only-these-keys')
  await call(3, { kind: 'second-check' })
  expect(await press(3, '2')).toBe('no-snoozes')
  await call(3, { kind: 'sample' })
  expect(await press(3, '2')).toBe('only-these-keys')
  await call(3, { kind: 'first' })
  const late: Parameters<typeof answerCall>[3] = { keys: '2', position: MESSAGE, at: NOW + 52 * 60_000 }
  expect((await answerCall(started.services, 'token3', 'CA3', late))?.effect).toBe('no-snoozes') // after the last instant
})

test('WAKE-14 SCHED-8 no snooze is promised in a call whose morning was stopped while it rang', async () => {
  await using started = await startTalking()
  await started.occurrence(1, { stopped_at: at })
  expect([await started.press(1, '2'), (await started.callNow(1)).snoozed]).toEqual(['no-snoozes', false])
})

test('WAKE-4 WAKE-8 0 opens the menu, a sleepy double tap reopens it, even when delivered twice, and a later 0 stops all', async () => {
  await using started = await startTalking()
  const { db, press, clock, lines, callNow, outcome, published, changed } = started
  expect([await press(1, '0'), await lines(1), (await callNow(1)).keyed_at]).toEqual(['open-menu', [], NOW])
  expect([await press(1, '0', menu(NOW)), await lines(1)]).toEqual(['open-menu', [`key-0 too-soon ${NOW}`]])
  await clock.advance({ seconds: 5 })
  expect(await changed(async () => expect(await press(1, '0', menu(NOW))).toBe('open-menu'))).toEqual([])
  expect(await press(1, '3', menu(NOW))).toBe('say-message')
  expect(await press(2, '0', menu(NOW + 1_501))).toBe('open-menu')

  published.length = 0
  expect(await press(1, '0', menu(NOW + 1))).toBe('stop-all')
  expect(published).toEqual(expect.arrayContaining(['schedules of 1', 'account of 1']))
  expect([await lines(1), await outcome(1)]).toEqual([[`key-0 too-soon ${NOW}`, 'key-0'], 'cancelled'])
  expect(await callNow(1)).toMatchObject({ confirmed_at: NOW + 5_000 })
  const stopped = await db.selectFrom('opt_outs').select(['phone', 'kind']).execute()
  expect(stopped).toEqual([{ phone: '+12000000001', kind: 'calls' }])
  const events = await db.selectFrom('account_events').select(['user_id', 'kind', 'at']).execute()
  expect(events).toEqual([{ user_id: 1, kind: 'calls-stopped-by-phone', at: NOW + 5_000 }])
  const told = await db.selectFrom('notices').select(['user_id', 'kind', 'detail']).execute()
  expect(told).toEqual([{ user_id: 1, kind: 'calls-stopped', detail: { by: 'phone' } }])
  const active = await db.selectFrom('schedules').select('is_active').orderBy('id').execute()
  expect(active.map(({ is_active }) => is_active)).toEqual([false, true, true])
  expect(await changed(async () => expect(await press(1, '0', menu(NOW + 1))).toBe('stop-all'))).toEqual([])
  // A person already proven up keeps that time.
  await press(3, '1')
  await clock.advance({ seconds: 9 })
  published.length = 0
  expect([await press(3, '0', menu(NOW)), (await callNow(3)).confirmed_at]).toEqual(['stop-all', NOW + 5_000])
  expect(published).toContain('account of 3')
})

test('WAKE-12 CALL-4 the first key of any kind is stored as proof of a person', async () => {
  await using started = await startTalking()
  const { press, call, clock, callNow, lines, changed, published } = started
  await call(1, { machine: true })
  await clock.advance({ seconds: 3 })
  expect([await press(1, '7'), await callNow(1)]).toMatchObject([
    'only-these-keys',
    { keyed_at: NOW + 3_000, machine: false, confirmed_at: null, status: 'answered' },
  ])
  await clock.advance({ seconds: 3 })
  expect(await changed(async () => expect(await press(1, '8')).toBe('only-these-keys'))).toEqual([])
  expect([await lines(1), published.includes('account of 1')]).toEqual([[], false])
  // On what seemed a machine, a key starts the message.
  expect(await press(2, '5', { at: 'machine', said: 1 })).toBe('say-message')
})

test('CALL-10 WAKE-6 a key that arrives after the end decides the morning again', async () => {
  await using started = await startTalking()
  const { press, call, occurrence, addCall, callNow, outcome, lines } = started
  const over = { stage: 'ended', holds_line: false, ended_at: at, status: 'no_answer' } as const
  for (const id of [1, 2, 3]) {
    await call(id, over)
    await occurrence(id, { outcome: 'missed', outcome_at: at })
  }
  await addCall(1, 2) // the retry planned without that key
  expect([await press(1, '1'), await outcome(1)]).toEqual(['confirm', 'answered'])
  expect(await callNow(1)).toMatchObject({ stage: 'ended', status: 'completed', ended_at: NOW })
  await expect(callNow(4)).rejects.toThrow('no result')

  expect([await press(2, '2'), await callNow(2)]).toMatchObject(['snooze', { status: 'completed', snoozed: true }])
  expect(await outcome(2)).toBeNull()
  expect(await callNow(5)).toMatchObject({ kind: 'snooze', user_id: 2 })

  expect([await press(3, '5'), await callNow(3)]).toMatchObject(['only-these-keys', { status: 'unconfirmed' }])
  expect([await outcome(3), (await callNow(6)).kind]).toEqual([null, 'wake-check'])
  // A key that adds nothing decides nothing.
  await call(6, { stage: 'leased', lease_owner: 'w1' })
  expect([await press(3, '6'), (await callNow(6)).stage, await lines(3)]).toEqual(['only-these-keys', 'leased', []])
})

test('WAKE-16 a late key proves its morning while a retry is in doubt, which the carrier settles', async () => {
  await using started = await startTalking()
  const { services, press, call, occurrence, addCall, callNow, outcome } = started
  await call(1, { stage: 'ended', holds_line: false, ended_at: at, status: 'no_answer' })
  await occurrence(1, { outcome: null })
  await addCall(1, 2, { stage: 'in_doubt', marked_at: at })
  expect([await press(1, '1'), await outcome(1), (await callNow(4)).stage]).toEqual(['confirm', null, 'in_doubt'])
  await failCall(services, 4, 'proven', { stage: 'in_doubt', markedAt: at.getTime() })
  expect(await outcome(1)).toBe('answered')
})

test('WAKE-6 a late key that adds nothing sends no second notice', async () => {
  await using started = await startTalking()
  const { services, press, call, outcome, enqueued } = started
  await call(1, { kind: 'wake-check' })
  const hungUp = { type: 'ended', at: NOW + 20_000, how: 'hung-up', talkedS: 20 } as const
  await handleCarrierEvent(services, 'token1', 'CA1', hungUp)
  expect([await outcome(1), enqueued]).toEqual(['unconfirmed', ['send-notice 1']])
  expect([await press(1, '5'), await outcome(1), enqueued.length]).toEqual(['only-these-keys', 'unconfirmed', 1])
})

test('WAKE-4 CALL-10 0 0 that arrives after the end cancels the morning', async () => {
  await using started = await startTalking()
  const { press, call, occurrence, outcome } = started
  await call(1, { stage: 'ended', holds_line: false, ended_at: at, status: 'unconfirmed' })
  await occurrence(1, { outcome: 'unconfirmed', outcome_at: at })
  expect([await press(1, '0', menu(0)), await outcome(1)]).toEqual(['stop-all', 'cancelled'])
})

test('CALL-12 a key in a sample affects only that sample', async () => {
  await using started = await startTalking()
  const { press, call, occurrence, callNow, changed } = started
  await call(1, { kind: 'sample', tasks: TASKS })
  await occurrence(1, { proof: 'strict', is_sample: true })
  expect(await press(1, '9')).toBe('only-these-keys')
  const rows = await changed(async () => expect(await press(1, '1')).toBe('confirm'))
  expect(rows.filter((row) => !row.startsWith('call_events'))).toEqual(['calls 1', 'occurrences 1'])
  await call(2, { kind: 'sample', stage: 'ended', holds_line: false, ended_at: at, status: 'no_answer' })
  await press(2, '5')
  expect(await callNow(2)).toMatchObject({ status: 'completed' }) // a sample only needs to be heard
})
