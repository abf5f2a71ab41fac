import { expect, test } from 'vitest'
import { startCalls } from '../../test/harness/app/start-calls.ts'
import { saveLocked, saveNotPlaced, saveUnlocked, type UnlockedChange } from './call-life.sql.ts'
import { findCall, readCalls } from './calls.sql.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const at = new Date(NOW)

test.each([
  ['when that line is free', 3_000, 3_000],
  ['no earlier than its own time, however old the end event', -500, 0],
])("CALL-14 CALL-1 a call that waited for its person's line is due %s", async (_when, freeMs, expectedMs) => {
  await using started = await startCalls({ now: NOW })
  const { inOne, db, addCall, call, callNow } = started
  const passedOver = { dial_at: new Date(NOW + 14_600) }
  await addCall(1, 2, { ...passedOver, stage: 'leased', lease_owner: 'w1', slot_at: at })
  await addCall(1, 3, { ...passedOver, stage: 'in_doubt' })
  await call(2, passedOver) // somebody else's
  const first = (await findCall(db, 1))!
  await inOne((tx) =>
    saveLocked(tx, {
      callId: 1,
      life: { ...first, stage: 'ended', status: 'completed', endedAt: NOW },
      carrierCallId: null,
      askAt: null,
      failure: null,
      entry: { at: NOW, kind: 'ended', detail: null },
      lineFree: { userId: 1, at: NOW + freeMs },
    }),
  )
  const waited = { stage: 'planned', lease_owner: null, slot_at: null, dial_at: NOW + expectedMs }
  expect(await callNow(4)).toMatchObject(waited)
  const others = [await callNow(1), await callNow(5), await callNow(2)].map(({ stage, dial_at }) => [stage, dial_at])
  expect(others).toEqual([
    ['ended', NOW],
    ['in_doubt', NOW + 14_600],
    ['planned', NOW + 14_600],
  ])
})

/** Three people's calls under way, and a change to one as read now. */
async function startUnderWay() {
  const started = await startCalls({ now: NOW })
  const { db, call } = started
  for (const id of [1, 2, 3]) await call(id, { stage: 'placed', holds_line: true, lease_owner: 'w1' })
  const read = async (id: number, over: Partial<UnlockedChange> = {}): Promise<UnlockedChange> => {
    const call = (await readCalls(db, [`token${id}`])).get(`token${id}`)!
    const life = { ...call, ringingAt: NOW }
    return {
      callId: id,
      version: call.version,
      life,
      carrierCallId: null,
      askAt: null,
      entry: null,
      confirmedEndAt: null,
      ...over,
    }
  }
  const end = async (id: number) => {
    const change = await read(id, { confirmedEndAt: NOW })
    return { ...change, life: { ...change.life, stage: 'ended' as const, endedAt: NOW } }
  }
  return { ...started, read, end, save: async (...changes: UnlockedChange[]) => [...(await saveUnlocked(db, changes))] }
}

test('CALL-10 an event is saved only to calls that are unchanged since they were read and not locked', async () => {
  await using started = await startUnderWay()
  const { inOne, db, call, callNow, read, save, lines, changed } = started
  const outdated = await read(3)
  await call(3, { queue_ms: 1 })
  const both = [await read(1, { entry: { at: NOW, kind: 'ringing', detail: 'x' } }), await read(2), outdated]
  const rows = await changed(async () => expect((await save(...both)).toSorted()).toEqual([1, 2]))
  expect(rows.filter((row) => !row.startsWith('call_events'))).toEqual(['calls 1', 'calls 2'])
  expect(await callNow(1)).toMatchObject({ ringing_at: NOW, holds_line: true, lease_owner: 'w1' })
  expect([await lines(1), await lines(2)]).toEqual([['ringing x'], []])
  const next = await read(1)
  await inOne(async (tx) => {
    await tx.selectFrom('calls').select('id').where('id', '=', 1).forUpdate().execute()
    expect(await saveUnlocked(db, [next])).toEqual(new Set())
  })
})

test('CALL-2 CALL-14 a proven end answers its open morning without a lock, unless more has to be settled', async () => {
  await using started = await startUnderWay()
  const { call, occurrence, schedule, addCall, callNow, outcome, read, end, save } = started
  await call(3, { stage: 'planned', holds_line: false }) // somebody else's
  expect([await save(await end(1)), await outcome(1)]).toEqual([[1], 'answered'])
  expect(await callNow(1)).toMatchObject({ stage: 'ended', holds_line: false, lease_owner: null })
  expect([await outcome(2), await outcome(3)]).toEqual([null, null])

  // Another call of this person waits for the line.
  await addCall(2, 2)
  for (const stage of ['planned', 'leased'] as const) {
    await call(4, { stage, lease_owner: 'w1' })
    expect(await save(await end(2))).toEqual([])
  }
  // A call under way doesn't wait, and keeps the morning open.
  await call(4, { stage: 'placed' })
  expect([await save(await end(2)), await outcome(2)]).toEqual([[2], null])
  await call(4, { stage: 'ended' })
  await call(2, { stage: 'placed' })
  expect([await save(await end(2)), await outcome(2)]).toEqual([[2], 'answered'])
  await call(2, { stage: 'placed' })
  await occurrence(2, { outcome: 'cancelled', outcome_at: at })
  expect([await save(await end(2)), await outcome(2)]).toEqual([[2], 'cancelled'])

  await call(3, { stage: 'placed' })
  await occurrence(3, { proof: 'strict' })
  expect(await save(await end(3))).toEqual([])
  await occurrence(3, { proof: 'firm' })
  await schedule(3, { is_recurring: false, date: '2027-01-15', weekdays: [], one_time_at: at })
  expect(await save(await end(3))).toEqual([])
  expect(await save(await read(3))).toEqual([3]) // a call in progress settles nothing
})

test('CALL-14 WAKE-16 a 1 confirms its morning without a lock, unless it needs a stronger proof or another one is due', async () => {
  await using started = await startUnderWay()
  const { call, occurrence, read, save, changed } = started
  const confirm = async (id: number) => {
    const change = await read(id)
    return save({ ...change, life: { ...change.life, confirmedAt: NOW } })
  }
  for (const id of [2, 3]) await occurrence(id, { due_at: new Date(NOW - 10 * 60_000) })
  expect(await changed(async () => expect(await confirm(1)).toEqual([1]))).toEqual(['calls 1', 'occurrences 1'])
  await occurrence(2, { proof: 'firm' })
  expect(await changed(async () => expect(await confirm(2)).toEqual([]))).toEqual([])
  await occurrence(2, { proof: 'gentle', user_id: 3 })
  expect(await confirm(3)).toEqual([])
  for (const over of [
    { outcome: 'missed' as const },
    { outcome: null, due_at: new Date(NOW + 1) },
    { due_at: new Date(NOW - 600_001) },
    { due_at: at, is_sample: true },
  ]) {
    await occurrence(2, over)
    await call(3, { confirmed_at: null })
    expect([over, await confirm(3)]).toEqual([over, [3]])
  }
})

test("CALL-3 WAKE-16 a call the carrier didn't take is due again if its mark still matches and no proof covers it", async () => {
  await using started = await startUnderWay()
  const { db, call, addCall, callNow, lines, changed } = started
  const due = { dialAt: NOW + 5, entry: { at: NOW, detail: '429' } }
  const dialling = { stage: 'dialling', lease_owner: 'w1', holds_line: true } as const
  const put = (id: number, mark: { worker?: string; markedAt?: number }) =>
    saveNotPlaced(db, id, { ...due, carrier: 1, markedAt: NOW, ...mark })
  for (const id of [1, 2, 3]) await call(id, { ...dialling, slot_at: at, ask_at: at, marked_at: at })
  const rows = await changed(async () => expect(await put(2, { worker: 'w1' })).toBe(true))
  expect(rows.filter((row) => !row.startsWith('call_events'))).toEqual(['calls 2'])
  const again = {
    stage: 'planned',
    lease_owner: null,
    holds_line: false,
    slot_at: null,
    ask_at: null,
    dial_at: NOW + 5,
  }
  expect([await callNow(2), await lines(2)]).toMatchObject([again, ['not-placed 429']])
  const outdated = [{ worker: 'w2' }, { worker: 'w1', markedAt: NOW - 1 }, {}]
  for (const mark of outdated) expect([mark, await put(1, mark)]).toEqual([mark, false])
  expect(await lines(1)).toEqual([])
  await call(1, { stage: 'in_doubt' })
  expect([await put(1, { markedAt: NOW - 1 }), await put(1, { worker: 'w1' })]).toEqual([false, false])
  expect(await put(1, {})).toBe(true)

  await addCall(3, 2, { stage: 'ended', confirmed_at: at })
  expect([await put(3, { worker: 'w1' }), await lines(3)]).toEqual([false, []])
  // Strict: the first proof doesn't cover the second check, but the second check's own proof does.
  await call(3, { kind: 'second-check' })
  expect(await put(3, { worker: 'w1' })).toBe(true)
  await call(3, dialling)
  await call(4, { kind: 'second-check' })
  expect(await put(3, { worker: 'w1' })).toBe(false)
  // Somebody else's proof doesn't count.
  await call(1, { ...dialling, confirmed_at: null })
  expect(await put(1, { worker: 'w1' })).toBe(true)
})
