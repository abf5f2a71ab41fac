import { expect, test } from 'vitest'
import { startCalls } from '../../../test/harness/app/start-calls.ts'
import { handleRecordingCallback, recordingKey, seekRecordings, transferRecordings } from './fetch-recordings.ts'
import { insertCarrierRecordings } from './recordings.sql.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')

/** Three people's calls, what the carrier has recorded, and what we have stored. */
async function startRecordings() {
  const sounds = new Map<string, Buffer>()
  const files = new Set<string>()
  const deleted: string[] = []
  let ofCalls: Record<string, string[]> | null = {}
  const started = await startCalls({
    now: NOW,
    carrier: {
      async fetchRecording(id) {
        const bytes = sounds.get(id)
        return bytes === undefined ? null : { bytes, contentType: 'audio/wav' }
      },
      deleteRecording: async (id) => void deleted.push(id),
      async recordingsOf(carrierCallId) {
        if (ofCalls === null) throw new Error('no answer')
        return ofCalls[carrierCallId] ?? []
      },
    },
    storage: { put: async (key) => void files.add(key), delete: async (key) => void files.delete(key) },
  })
  const { db } = started
  return {
    ...started,
    sounds,
    files,
    deleted,
    carrierKnows: (next: Record<string, string[]> | null) => (ofCalls = next),
    know: (callId: number | null, recordingId: string, fileKey: string | null = null) =>
      insertCarrierRecordings(db, { callId, carrier: 1, recordings: [{ recordingId, fileKey }], now: NOW }),
    known: async () =>
      (await db.selectFrom('carrier_recordings').select('recording_id').orderBy('recording_id').execute()).map(
        ({ recording_id }) => recording_id,
      ),
    keys: async () =>
      (await db.selectFrom('calls').select('recording_key').orderBy('id').execute()).map(
        ({ recording_key }) => recording_key,
      ),
  }
}

test('CALL-13 S44 a recording is copied once and deleted at the carrier; one that belongs to nobody is only deleted; a failed one waits', async () => {
  await using started = await startRecordings()
  const { db, services, sounds, files, deleted, published, know, known, keys, call } = started
  const keyOf = (id: number) => recordingKey({ id, userId: id })
  sounds.set('mine', Buffer.from('RIFF')).set('empty', Buffer.alloc(0)).set('again', Buffer.from('RIFF'))
  files.add('left of a deleted account')
  await call(3, { recording_key: keyOf(3) })
  files.add(keyOf(3)) // already stored
  await know(1, 'mine', keyOf(1))
  await know(2, 'empty', keyOf(2))
  await know(3, 'again', keyOf(3))
  await know(null, 'nobody’s', 'left of a deleted account')
  await know(null, 'nobody’s either')
  await transferRecordings(services)
  expect(deleted.toSorted()).toEqual(['again', 'mine', 'nobody’s', 'nobody’s either'])
  expect([await known(), await keys()]).toEqual([['empty'], [keyOf(1), null, keyOf(3)]])
  expect([[...files].toSorted(), published]).toEqual([[keyOf(1), keyOf(3)], ['calls of 1']])
  expect(await db.selectFrom('call_events').select(['call_id', 'kind', 'at']).execute()).toEqual([
    { call_id: 1, kind: 'recorded', at: NOW },
  ])

  // Nothing is due right away. After eight tries the carrier counts as having lost it.
  await transferRecordings(services)
  const due = (tries: number) =>
    db
      .updateTable('carrier_recordings')
      .set({ tries, due_at: new Date(NOW) })
      .execute()
  await due(7)
  await transferRecordings(services)
  expect(await known()).toEqual(['empty'])
  await due(8)
  await transferRecordings(services)
  expect([await known(), await keys()]).toEqual([[], [keyOf(1), null, keyOf(3)]])
})

test('CALL-13 S44 of two recordings of one call, one is kept and neither stays at the carrier', async () => {
  await using started = await startRecordings()
  const { services, sounds, files, deleted, know, known, keys } = started
  const key = recordingKey({ id: 1, userId: 1 })
  sounds.set('first half', Buffer.from('RIFF')).set('second half', Buffer.from('RIFF'))
  await know(1, 'first half', key)
  await know(1, 'second half', key)
  await transferRecordings(services)
  expect(deleted.toSorted()).toEqual(['first half', 'second half'])
  expect([await known(), [...files], (await keys())[0]]).toEqual([[], [key], key])
  expect(await started.db.selectFrom('call_events').select('kind').execute()).toEqual([{ kind: 'recorded' }])
})

test('CALL-10 CALL-13 an unreported recording is looked up, and again while the call goes on or the lookup fails', async () => {
  await using started = await startRecordings()
  const { db, services, clock, carrierKnows, known, call } = started
  const soughtAt = async () =>
    (await db.selectFrom('calls').select('seek_recording_at').orderBy('id').execute()).map(
      (row) => row.seek_recording_at,
    )
  const sought = { seek_recording_at: new Date(NOW) }
  await call(1, { ...sought, stage: 'ended', carrier_call_id: 'CA1' })
  await call(2, { ...sought, stage: 'placed', carrier_call_id: 'CA2' })
  await call(3, { ...sought, stage: 'ended' })
  const again = NOW + 30 * 60_000
  carrierKnows(null)
  await seekRecordings(services)
  expect(await soughtAt()).toEqual([again, again, null])
  carrierKnows({ CA1: ['of 1'], CA2: ['of 2'] })
  await clock.advance({ minutes: 30 })
  await seekRecordings(services)
  expect([await soughtAt(), await known()]).toEqual([
    [null, again + 30 * 60_000, null],
    ['of 1', 'of 2'],
  ])
  const kept = await db.selectFrom('carrier_recordings').select(['call_id', 'file_key']).orderBy('call_id').execute()
  expect(kept.map(({ call_id, file_key }) => [call_id, file_key !== null])).toEqual([
    [1, true],
    [2, true],
  ])
})

test('CALL-13 S44 a recording is assigned only to its own recorded call; any other is only noted for deletion', async () => {
  await using started = await startRecordings()
  const { db, services, call } = started
  const hear = (token: string, carrierCallId: string, news: object) =>
    handleRecordingCallback(services, token, { carrierCallId, ...news } as Parameters<
      typeof handleRecordingCallback
    >[2])
  const kept = async () =>
    (
      await db.selectFrom('carrier_recordings').select(['recording_id', 'call_id']).orderBy('recording_id').execute()
    ).map(({ recording_id, call_id }) => [recording_id, call_id])
  const recorded = {
    recorded: true,
    seek_recording_at: new Date(NOW),
    stage: 'placed',
    carrier_call_id: 'CA1',
  } as const
  await call(1, recorded)
  await hear('token1', 'CA1', { state: 'recording', recordingId: 'one' })
  expect(await kept()).toEqual([])
  await hear('token1', 'CA9', { state: 'ready', recordingId: 'another’s' })
  await hear('token9', 'CA1', { state: 'ready', recordingId: 'nobody’s' })
  await hear('token2', 'CA2', { state: 'ready', recordingId: 'unasked' })
  const sought = () => db.selectFrom('calls').select('seek_recording_at').where('id', '=', 1).executeTakeFirstOrThrow()
  expect((await sought()).seek_recording_at).toBe(NOW)
  await hear('token1', 'CA1', { state: 'ready', recordingId: 'mine' })
  expect((await kept()).toSorted()).toEqual([
    ['another’s', null],
    ['mine', 1],
    ['nobody’s', null],
    ['unasked', null],
  ])
  expect((await sought()).seek_recording_at).toBeNull()
  await call(1, recorded)
  await hear('token1', 'CA1', { state: 'none' })
  expect([(await sought()).seek_recording_at, (await kept()).length]).toEqual([null, 4])
})
