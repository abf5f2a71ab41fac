import { expect, test } from 'vitest'
import { clipsOfAddress, EARCON_CLIP, fileAddress } from './address-clips.ts'

const HOUR_MS = 3_600_000
const NOW = Date.parse('2027-01-15T05:30:00Z')
const PARTS = [[EARCON_CLIP], ['speech/a.wav', 'speech/b.wav']]

const at = (now: number, sessionSecret = 'a secret of this test') => ({
  clock: { now: () => now },
  config: { sessionSecret, sessionSecretPrevious: null },
})

/** What the carrier sends back of an address. */
function brought(address: string) {
  const [, , , until, signature = '', file = ''] = address.split('/')
  return { until: Number(until), signature, file }
}

test('CALL-8 a clip, which may contain a name, opens only with its exact address, for at most two hours', () => {
  const address = brought(fileAddress(at(NOW))(PARTS))
  expect(clipsOfAddress(at(NOW), address)).toEqual(PARTS)
  const end = Date.parse('2027-01-15T07:00:00Z')
  expect(address.until).toBe(end) // one full hour and the rest of the current one
  expect(clipsOfAddress(at(end - 1), address)).toEqual(PARTS)
  expect(clipsOfAddress(at(end), address)).toBeNull()
  const forged = [
    { ...address, file: 'c' },
    { ...address, until: end + HOUR_MS },
    { ...address, signature: '' },
    { ...address, signature: brought(fileAddress(at(NOW, 'another'))(PARTS)).signature },
  ]
  for (const one of forged) expect(clipsOfAddress(at(NOW), one)).toBeNull()
})
