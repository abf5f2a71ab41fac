import { expect, test } from 'vitest'
import { startCalls } from '../../test/harness/app/start-calls.ts'
import { settleCarrierCall } from './end-call.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')

test('S44 S46 a call of a deleted account is ended at the carrier, and its recordings are deleted there, not stored', async () => {
  const ended: string[] = []
  const carrier = {
    endCall: async (id: string) => void ended.push(id),
    recordingsOf: async (id: string) => [`${id}/1`, `${id}/2`],
  }
  await using started = await startCalls({ now: NOW, carrier })
  await settleCarrierCall(started.services, { carrierCallId: 'CA1' })
  expect(ended).toEqual(['CA1'])
  const left = started.db.selectFrom('carrier_recordings').selectAll().orderBy('recording_id')
  expect(await left.execute()).toMatchObject(
    ['CA1/1', 'CA1/2'].map((recording_id) => ({ recording_id, call_id: null, file_key: null, due_at: NOW })),
  )
})
