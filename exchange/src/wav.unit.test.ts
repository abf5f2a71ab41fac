import { expect, test } from 'vitest'
import { decodeWav, encodeSample, encodeWav } from './wav.ts'

test.each([
  [0, 0xff],
  [32_767, 0x80],
  [-32_768, 0x00],
  [1_000, 0xce],
])('sample %i is mu-law byte %i', (sample, byte) => {
  expect(encodeSample(sample)).toBe(byte)
})

test('a mu-law file decodes byte for byte', () => {
  const mulaw = Uint8Array.from({ length: 500 }, (_, i) => (i * 7) % 127)
  expect(decodeWav(encodeWav(mulaw))).toEqual({ outcome: 'decoded', mulaw })
})

test('16-bit PCM becomes mu-law, sample by sample', () => {
  const decoded = decodeWav(pcmFile({ rate: 8_000, channels: 1, samples: [0, 1_000, -32_768] }))
  expect(decoded).toEqual({ outcome: 'decoded', mulaw: Uint8Array.of(0xff, encodeSample(1_000), 0x00) })
})

test.each([
  ['a file in stereo', pcmFile({ rate: 8_000, channels: 2, samples: [0, 0] }), /one channel at 8 kHz/],
  ['a file at another rate', pcmFile({ rate: 16_000, channels: 1, samples: [0] }), /one channel at 8 kHz/],
  ['an HTML page', new TextEncoder().encode('<!doctype html><p>Not found</p>'), /not a WAV file/],
  ['an empty file', new Uint8Array(), /not a WAV file/],
  ['a header alone', encodeWav(new Uint8Array()).slice(0, 30), /no format/],
])('%s is refused with a message', (_case, file, words) => {
  expect(decodeWav(file)).toEqual({ outcome: 'unsupported', message: expect.stringMatching(words) })
})

function pcmFile({ rate, channels, samples }: { rate: number; channels: number; samples: number[] }): Uint8Array {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * channels * 2, 28)
  header.writeUInt16LE(channels * 2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(2 * samples.length, 40)
  return Buffer.concat([header, Buffer.from(Int16Array.from(samples).buffer)])
}
