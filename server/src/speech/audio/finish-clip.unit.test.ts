import { expect, test } from 'vitest'
import { decodeMuLaw } from '../../../test/harness/outside/decode-mu-law.ts'
import { phoneClip, previewClip, requirePlausibleLength } from './finish-clip.ts'
import { telephoneLevel } from './loudness.ts'
import { readMuLawWav } from './wav.ts'

const RATE = 16_000
const MARGIN_S = 0.03

/** A second of tone between silences, at a level an engine may use. */
const spoken = (leadS: number, tailS: number, amplitude = 0.05) => {
  const tone = Float64Array.from({ length: RATE }, (_, i) => amplitude * Math.sin((2 * Math.PI * 1_000 * i) / RATE))
  const samples = new Float64Array((leadS + 1 + tailS) * RATE)
  samples.set(tone, leadS * RATE)
  return { samples, rate: RATE }
}

test('CALL-6 whatever silence an engine adds, a clip starts after 0.15 s and ends 0.1 s after its last word', () => {
  for (const sound of [spoken(0.7, 0.4), spoken(0.05, 1)]) {
    const { data, rate } = readMuLawWav(phoneClip(sound))
    const samples = decodeMuLaw(data)
    expect(data.length / rate).toBeCloseTo(0.15 + MARGIN_S + 1 + MARGIN_S + 0.1, 2)
    const heard = samples.findIndex((sample) => Math.abs(sample) > 0.05) / rate
    expect(Math.abs(heard - 0.15 - MARGIN_S)).toBeLessThan(0.005)
    expect(samples.subarray(0, 0.15 * rate).every((sample) => sample === 0)).toBe(true)
    expect(samples.subarray(-0.1 * rate).every((sample) => sample === 0)).toBe(true)
    expect(telephoneLevel(samples, rate)).toBeCloseTo(-18, 0)
  }
})

test('CALL-6 a clip that begins or ends at full volume does not click', () => {
  const samples = decodeMuLaw(readMuLawWav(phoneClip(spoken(0, 0))).data)
  const steps = samples.map((sample, i) => Math.abs(sample - (samples[i - 1] ?? 0)))
  const most = (fromS: number, toS: number) => Math.max(...steps.subarray(fromS * 8_000, toS * 8_000))
  expect(most(0.149, 0.152)).toBeLessThan(most(0.5, 0.6) / 4)
  const end = samples.length / 8_000 - 0.1
  expect(most(end - 0.002, end + 0.001)).toBeLessThan(most(0.5, 0.6) / 4)
})

test('CALL-8 silence is refused', () => {
  expect(() => phoneClip({ samples: new Float64Array(RATE), rate: RATE })).toThrow('silence')
})

test('VOICE-1 a preview is an mp3 of 48 kbit/s, as long as its speech', async () => {
  const clip = await previewClip(spoken(0.5, 0.5))
  expect(clip.readUInt16BE(0) & 0xfff6).toBe(0xfff2) // frame sync, MPEG 2, layer III
  expect(clip.length / (48_000 / 8)).toBeGreaterThan(1.2)
  expect(clip.length / (48_000 / 8)).toBeLessThan(1.6)
})

test.each([
  [0.19, false],
  [0.21, true],
  [7.9, true],
  [8.1, false],
])('CALL-8 ten characters that take %d s count as speech: %s', (seconds, isSpeech) => {
  const check = () => requirePlausibleLength(seconds, 'Good day. ')
  if (isSpeech) check()
  else expect(check).toThrow('implausible length')
})
