import { expect, test } from 'vitest'
import { startPlanned } from '../../../test/harness/database/start-planned.ts'
import {
  forgetCarrierRecording,
  insertCarrierRecordings,
  oldRecordings,
  setRecordingKey,
  stopSeeking,
  takeCarrierRecordings,
  takeUnheardRecordings,
} from './recordings.sql.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const MINUTE_MS = 60_000

test('CALL-13 S44 recordings are fetched, looked for, stored and forgotten one by one, each when due', async () => {
  await using planned = await startPlanned(NOW)
  const { db, changed, call } = planned
  const know = (callId: number | null, recordingId: string, now: number) =>
    insertCarrierRecordings(db, {
      callId,
      carrier: 1,
      recordings: [{ recordingId, fileKey: `${recordingId}.wav` }],
      now,
    })
  await know(1, 'one', NOW)
  await know(2, 'two', NOW + MINUTE_MS)
  await know(3, 'one', NOW - 1) // already known
  const take = async (now: number) =>
    (await takeCarrierRecordings(db, now, 9)).map(({ recordingId, tries }) => [recordingId, tries])
  expect([await take(NOW - 1), await take(NOW), await take(NOW + 29_999), await take(NOW + 30_000)]).toEqual([
    [],
    [['one', 1]],
    [],
    [['one', 2]],
  ])
  expect(await take(NOW + MINUTE_MS)).toEqual([['two', 1]]) // the other's wait doubled
  await db
    .updateTable('carrier_recordings')
    .set({ tries: 30, due_at: new Date(NOW) })
    .where('recording_id', '=', 'one')
    .execute()
  expect(await take(NOW + 1)).toEqual([['one', 31]])
  const { due_at } = await db
    .selectFrom('carrier_recordings')
    .select('due_at')
    .where('recording_id', '=', 'one')
    .executeTakeFirstOrThrow()
  expect(due_at).toBe(NOW + 1 + 6 * 60 * MINUTE_MS)
  await forgetCarrierRecording(db, 'one')
  expect(await db.selectFrom('carrier_recordings').select('recording_id').execute()).toEqual([{ recording_id: 'two' }])

  expect(await changed((tx) => setRecordingKey(tx, 2, 'recordings/2/2.wav'))).toEqual(['calls 2'])
  await call(1, { seek_recording_at: new Date(NOW) })
  await call(2, { seek_recording_at: new Date(NOW + 1), ended_at: new Date(NOW - 1) })
  await call(3, { ended_at: new Date(NOW - 1) })
  const unheard = async (now: number) =>
    (await takeUnheardRecordings(db, { now, againAt: NOW + 9, limit: 9 })).map(({ id }) => id)
  expect([await unheard(NOW), await unheard(NOW), await unheard(NOW + 1)]).toEqual([[1], [], [2]])
  expect(await changed((tx) => stopSeeking(tx, 1))).toEqual(['calls 1'])
  const old = async (before: number) => (await oldRecordings(db, before, 9)).map(({ callId }) => callId)
  expect([await old(NOW - 1), await old(NOW)]).toEqual([[], [2]])
})
