import { expect, test } from 'vitest'
import { decodeSample, decodeWav, encodeSample, encodeWav } from './wav.ts'

test('every mu-law byte survives decoding and encoding, except negative zero', () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte)
  expect(bytes.map((byte) => encodeSample(decodeSample(byte)))).toEqual(
    bytes.map((byte) => (byte === 0x7f ? 0xff : byte)),
  )
})

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

test('16-bit stereo PCM at 16 kHz keeps its duration and its first channel', () => {
  const second = pcmFile({ rate: 16_000, channels: 2, frames: 16_000, sample: 1_000 })
  const decoded = decodeWav(second)
  expect(decoded.outcome === 'decoded' && decoded.mulaw.length).toBe(8_000)
  expect(decoded.outcome === 'decoded' && decoded.mulaw[4_000]).toBe(encodeSample(1_000))
})

test.each([
  ['an MP3 file', Uint8Array.from([0xff, 0xfb, 0x90, 0x00, 0, 0, 0, 0, 0, 0, 0, 0]), /MP3/],
  ['an HTML page', new TextEncoder().encode('<!doctype html><p>Not found</p>'), /not a WAV file/],
  ['an empty file', new Uint8Array(), /not a WAV file/],
  ['a header alone', encodeWav(new Uint8Array()).slice(0, 30), /no format/],
])('%s is refused with a message', (_case, file, words) => {
  expect(decodeWav(file)).toEqual({ outcome: 'unsupported', message: expect.stringMatching(words) })
})

function pcmFile({ rate, channels, frames, sample }: Record<'rate' | 'channels' | 'frames' | 'sample', number>) {
  const data = Buffer.alloc(frames * channels * 2)
  for (let i = 0; i < frames; i++) data.writeInt16LE(sample, i * channels * 2)
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
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}
