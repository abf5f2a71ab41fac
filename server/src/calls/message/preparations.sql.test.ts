import { expect, test } from 'vitest'
import { startPlanned } from '../../../test/harness/database/start-planned.ts'
import { CALL } from '../../platform/database/columns.ts'
import { findAddressee, saveScript } from './messages.sql.ts'
import { prepareAgain, putBackPreparation, renewHold, takePreparation, type PreparedCall } from './preparations.sql.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const MINUTE_MS = 60_000

test('CALL-8 each call due for preparation is leased once at a time, and only its lease holder saves its words', async () => {
  await using planned = await startPlanned(NOW)
  const { db, changed, inOne, call } = planned
  const prepared = async (id: number) =>
    (await db.selectFrom('calls').select(CALL).where('id', '=', id).executeTakeFirstOrThrow()) as PreparedCall
  const take = async (now: number, ...exceptPeople: number[]) => (await takePreparation(db, { now, exceptPeople }))?.id
  await db.updateTable('calls').set({ prepare_at: null }).execute()
  expect(await take(NOW)).toBeUndefined()
  await call(1, { prepare_at: new Date(NOW), due_at: new Date(NOW + 1) })
  await call(2, { prepare_at: new Date(NOW) })
  await call(3, { prepare_at: new Date(NOW), stage: 'ended' })
  expect(await take(NOW - 1)).toBeUndefined()
  expect([await take(NOW, 2), await take(NOW), await take(NOW)]).toEqual([1, 2, undefined])

  const held = await prepared(2)
  expect(held.prepareAt).toBe(NOW + MINUTE_MS)
  expect(await changed((tx) => renewHold(tx, held, NOW + 29_999))).toEqual([])
  expect(await changed((tx) => renewHold(tx, held, NOW + 30_000))).toEqual(['calls 2'])
  expect(held.prepareAt).toBe(NOW + 90_000)
  const outdated = { ...held, prepareAt: NOW }
  expect(await changed((tx) => putBackPreparation(tx, outdated, NOW + 5))).toEqual([])
  await renewHold(db, outdated, NOW)
  expect(outdated.prepareAt).toBe(NOW)
  const saved = { script: {} as never, spokeOf: 'x', announcesRecording: false, named: null, isComplete: false }
  expect(await saveScript(db, outdated, saved)).toBe(false)
  expect(await changed((tx) => saveScript(tx, held, saved))).toEqual(['calls 2'])
  await call(2, { recorded: true })
  expect(await saveScript(db, held, saved)).toBe(false) // a recorded call must announce it
  expect(await saveScript(db, held, { ...saved, announcesRecording: true })).toBe(true)
  expect(await changed((tx) => putBackPreparation(tx, held, null))).toEqual(['calls 2'])
  await call(1, { prepare_at: new Date(NOW) })
  await saveScript(db, await prepared(1), { ...saved, named: { scheduleId: 2, at: NOW }, isComplete: true })
  const named = await db
    .selectFrom('calls')
    .select(['named_schedule_id', 'named_call_at', 'prepare_at'])
    .where('id', '=', 1)
    .execute()
  expect(named).toEqual([{ named_schedule_id: 2, named_call_at: NOW, prepare_at: null }])
  await call(1, { prepare_at: new Date(NOW) })
  await db.updateTable('users').set({ spoken_name: 'Rob' }).where('id', '=', 2).execute()
  const [addressee, nobody] = await inOne(async (tx) => [await findAddressee(tx, 2), await findAddressee(tx, 9)])
  expect([addressee, nobody]).toMatchObject([{ spokenName: 'Rob', goals: ['exercise'], struggles: ['snooze'] }, null])
  // After a restore, planned calls that have their words are prepared again.
  await call(1, { prepare_at: new Date(NOW + 5) })
  await call(3, { prepare_at: null })
  expect(await changed((tx) => prepareAgain(tx, NOW))).toEqual(['calls 2'])
})
