import { expect, test } from 'vitest'
import { decodeMuLaw } from '../../../test/harness/outside/decode-mu-law.ts'
import { compress, limit, normalize } from './dynamics.ts'
import { filter, highPass, highShelf, lowPass, lowShelf, peak, resample } from './filters.ts'
import { phoneClip } from './finish-clip.ts'
import { loudness, telephoneLevel } from './loudness.ts'
import { lengthenPauses } from './voice-sound.ts'
import { encodeMuLaw, muLawWav, readMuLawWav, readPcmWav } from './wav.ts'

const tone = (hz: number, rate: number, amplitude = 0.5, seconds = 1) =>
  Float64Array.from({ length: rate * seconds }, (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / rate))
const rms = (samples: Float64Array) => Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length)
const db = (ratio: number) => 20 * Math.log10(ratio)
/** Without the ends, where a filter is still settling. */
const middle = (samples: Float64Array) => samples.subarray(samples.length / 4, (3 * samples.length) / 4)

test.each([
  [0, 0xff],
  [8, 0xfe],
  [-8, 0x7e],
  [100, 0xf2],
  [-1000, 0x4e],
  [8031, 0xa0],
  [8063, 0x9f],
  [32_767, 0x80],
  [-32_768, 0x00],
])('mu-law encodes %i as G.711 does', (sample, byte) => {
  expect(encodeMuLaw(Float64Array.of(sample / 32_768))[0]).toBe(byte)
})

test('mu-law decodes and encodes each of its values unchanged', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i)).filter((byte) => byte !== 0x7f) // negative zero
  expect(encodeMuLaw(decodeMuLaw(bytes))).toEqual(Buffer.from(bytes))
})

test('a phone file is tagged mu-law, has a fact chunk, and its data begins at an even offset', () => {
  const file = muLawWav(Buffer.from([1, 2, 3]), 8000)
  expect(file.toString('latin1', 0, 4)).toBe('RIFF')
  expect(file.readUInt32LE(4)).toBe(file.length - 8)
  expect(file.readUInt16LE(20)).toBe(7)
  expect(file.toString('latin1', 38, 42)).toBe('fact')
  expect(file.readUInt32LE(46)).toBe(3)
  expect(readMuLawWav(file)).toEqual({ data: Buffer.from([1, 2, 3]), rate: 8000 })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a web page', Buffer.from('<!doctype html><title>Sign in</title>')],
  ['a mu-law file', muLawWav(Buffer.alloc(8), 8000)],
  ['only a header', Buffer.from('RIFF\x04\x00\x00\x00WAVE', 'latin1')],
])('%s is refused as engine output', (_case, file) => {
  expect(() => readPcmWav(file)).toThrow(/WAV|mono/)
})

test.each([
  ['unknown', 0xffffffff],
  ['left at zero', 0],
])('CALL-8 a streamed WAV file with its length %s is read to the end', (_case, length) => {
  const file = Buffer.from(
    '524946460000000057415645666d74201000000001000100803e0000007d00000200100064617461000000000100ff7f',
    'hex',
  )
  file.writeUInt32LE(length, 40)
  expect(readPcmWav(file)).toEqual({ samples: Float64Array.of(1 / 32_768, 32_767 / 32_768), rate: 16_000 })
})

test('resampling keeps an in-band tone within 0.1 dB', () => {
  for (const hz of [200, 1000, 3000]) {
    expect(Math.abs(db(rms(middle(resample(tone(hz, 16_000), 16_000, 8000))) / rms(tone(hz, 8000))))).toBeLessThan(0.1)
  }
})

test("resampling leaves less than -90 dB of frequencies a phone can't carry", () => {
  for (const hz of [4500, 6000, 7500]) {
    expect(db(rms(middle(resample(tone(hz, 16_000), 16_000, 8000))) / rms(tone(hz, 16_000)))).toBeLessThan(-90)
  }
})

test('resampling by odd ratios keeps the length and moves the pitch by exactly the ratio', () => {
  const moved = resample(tone(440, 12_000), 12_000, 16_000)
  expect(moved.length).toBe(16_000)
  const same = middle(tone(440, 16_000))
  const difference = middle(moved).map((x, i) => x - (same[i] ?? 0))
  expect(db(rms(difference))).toBeLessThan(-80)
})

test.each([
  ['a high-pass', highPass(1000, 16_000), 100, -40, 1],
  ['a low-pass', lowPass(1000, 16_000), 4000, -28, 1],
  ['a low-pass, below', lowPass(1000, 16_000), 100, 0, 0.1],
  ['a peak', peak(1000, 6, 1, 16_000), 1000, 6, 0.1],
  ['a peak, far away', peak(1000, 6, 4, 16_000), 100, 0, 0.1],
  ['a low shelf', lowShelf(1000, 5, 16_000), 100, 5, 0.1],
  ['a low shelf, above', lowShelf(1000, 5, 16_000), 7000, 0, 0.1],
  ['a high shelf', highShelf(1000, -6, 16_000), 7000, -6, 0.1],
  ['a high shelf, below', highShelf(1000, -6, 16_000), 100, 0, 0.1],
])('%s changes a tone as designed', (...[, biquad, hz, expectedDb, within]) => {
  const changed = db(rms(middle(filter(tone(hz, 16_000), [biquad]))) / rms(tone(hz, 16_000)))
  expect(Math.abs(changed - expectedDb)).toBeLessThan(within)
})

test('a full-scale 997 Hz tone on one channel measures -3.01 LUFS at any rate', () => {
  for (const rate of [8000, 16_000, 48_000]) expect(loudness(tone(997, rate, 1, 3), rate)).toBeCloseTo(-3.01, 1)
})

test('loudness ignores pauses, which the relative gate leaves out', () => {
  const speech = tone(997, 8000, 0.25, 3)
  const withPause = new Float64Array(speech.length * 3)
  withPause.set(speech)
  withPause.set(speech, speech.length * 2)
  expect(Math.abs(loudness(withPause, 8000) - loudness(speech, 8000))).toBeLessThan(0.5)
  expect(loudness(new Float64Array(8000), 8000)).toBe(-Infinity)
})

test('CALL-6 over a telephone a hum does not count, and a tone counts in full', () => {
  expect(telephoneLevel(tone(1000, 8000, 0.5, 3), 8000)).toBeCloseTo(-9, 0)
  expect(telephoneLevel(tone(100, 8000, 0.5, 3), 8000)).toBeLessThan(-40)
})

test('CALL-8 audio of which a telephone carries nothing is refused instead of becoming a clip of noise', () => {
  const rumble = tone(50, 16_000, 0.3, 3)
  const swelling = rumble.map((sample, i) => sample * Math.sin((Math.PI * i) / rumble.length))
  expect(() => phoneClip({ samples: swelling, rate: 16_000 })).toThrow('inaudible')
})

test('CALL-6 a pause is lengthened where it is quietest, without a click, and speech stays unchanged', () => {
  const rate = 16_000
  const hum = (seconds: number, amplitude: number) => tone(300, rate, amplitude, seconds)
  const joined = (...parts: Float64Array[]) => Float64Array.from(parts.flatMap((part) => [...part]))
  const spoken = joined(hum(1, 0.5), hum(0.15, 0.01), hum(0.05, 0.001), hum(1, 0.5))
  const longer = lengthenPauses(spoken, rate, [{ from: 1, to: 1.2 }], 0.35)
  expect(longer.length).toBe(spoken.length + 0.15 * rate)
  expect(longer.subarray(200, 1.14 * rate)).toEqual(spoken.subarray(200, 1.14 * rate))
  expect(longer.subarray(1.36 * rate, -200)).toEqual(spoken.subarray(1.21 * rate, -200))
  expect(longer.subarray(1.2 * rate, 1.3 * rate).every((sample) => sample === 0)).toBe(true)
  expect(lengthenPauses(spoken, rate, [{ from: 1, to: 1.2 }], 0.19)).toEqual(spoken)
})

test('normalizing reaches the target loudness and never exceeds the ceiling, even with a loud burst', () => {
  const samples = tone(300, 8000, 0.05, 4)
  for (let i = 12_000; i < 12_100; i++) samples[i] = (i % 2 ? 1 : -1) * 0.9
  const loud = normalize(samples, 8000, { target: -18, ceiling: 0.65, measured: loudness })
  expect(Math.abs(loudness(loud, 8000) + 18)).toBeLessThan(0.1)
  expect(Math.max(...loud.map(Math.abs))).toBeLessThanOrEqual(0.65)
})

test('the limiter reduces the gain ahead of a peak and does not click', () => {
  const samples = tone(200, 8000, 0.3).map((x, i) => (i > 4000 ? 3 * x : x))
  const limited = limit(samples, 8000, 0.5)
  const steepest = (s: Float64Array) =>
    s.reduce((most, x, i) => Math.max(most, i ? Math.abs(x - (s[i - 1] ?? 0)) : 0), 0)
  expect(steepest(limited)).toBeLessThan(steepest(tone(200, 8000, 0.55)))
})

test('compression brings loud and soft closer by its ratio', () => {
  const level = (amplitude: number) =>
    db(rms(middle(compress(tone(500, 16_000, amplitude), 16_000, { ratio: 4, thresholdDb: -30 }))))
  expect(level(0.8) - level(0.2)).toBeCloseTo(12 / 4, 0)
  expect(level(0.002) - db(rms(tone(500, 16_000, 0.002)))).toBeCloseTo(0, 1)
})
