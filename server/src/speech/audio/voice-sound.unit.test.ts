import { expect, test } from 'vitest'
import { compress, saturate } from './dynamics.ts'
import { room, giveVoice, type VoiceSound } from './voice-sound.ts'

const RATE = 16_000
const PLAIN: VoiceSound = { base: 'slt', pitch: 1, tempo: 1, commaPauseS: 0, colour: () => [], drive: 0, room: 0 }

const tone = (hz: number, seconds: number, amplitude = 0.5) =>
  Float64Array.from({ length: seconds * RATE }, (_, i) => amplitude * Math.sin((2 * Math.PI * hz * i) / RATE))
const joined = (...parts: Float64Array[]) => Float64Array.from(parts.flatMap((part) => [...part]))
/** How many times a tone crosses zero upward. */
const turns = (samples: Float64Array) => samples.filter((sample, i) => sample > 0 && (samples[i - 1] ?? 0) <= 0).length
const loudest = (samples: Float64Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)

test('CALL-6 pitch makes a voice higher and quicker by the same factor, and comma pauses keep their length', () => {
  const samples = joined(tone(400, 1), new Float64Array(0.2 * RATE), tone(400, 1))
  const spoken = { samples, rate: RATE, pauses: [{ from: 1, to: 1.2 }] }
  const voice = giveVoice(spoken, { ...PLAIN, pitch: 2, commaPauseS: 0.3 })
  expect(voice.rate).toBe(RATE)
  expect(voice.samples.length / RATE).toBeCloseTo(0.5 + 0.3 + 0.5, 3)
  expect(Math.abs(turns(voice.samples.subarray(0, 0.5 * RATE)) - 400)).toBeLessThan(5) // 800 Hz for half a second
  expect(loudest(voice.samples.subarray(0.55 * RATE, 0.75 * RATE))).toBeLessThan(0.001)
  expect(giveVoice(spoken, PLAIN).samples).toEqual(samples)
})

test('CALL-6 a compressor evens a voice out, a drive warms it, and neither exceeds its limit', () => {
  const samples = joined(tone(400, 1, 0.8), tone(400, 1, 0.1))
  const difference = (sound: Partial<VoiceSound>) => {
    const voice = giveVoice({ samples, rate: RATE, pauses: [] }, { ...PLAIN, ...sound }).samples
    return loudest(voice.subarray(0.5 * RATE, RATE)) / loudest(voice.subarray(1.5 * RATE))
  }
  expect(difference({})).toBeCloseTo(8, 1)
  expect(difference({ compression: { ratio: 3, thresholdDb: -40 } })).toBeCloseTo(2, 0)
  const driven = saturate(Float64Array.of(0.001, 0.5, 100, -100), 4)
  expect(driven[0]).toBeCloseTo(0.001, 5)
  expect(driven[1]).toBeLessThan(0.25)
  expect([driven[2], driven[3]]).toEqual([0.25, -0.25])
})

test('CALL-6 a small room echoes a click within 7 to 41 ms, softer each time, and louder with more room', () => {
  const click = Float64Array.from({ length: 1_000 }, (_, i) => (i === 100 ? 1 : 0))
  const answers = (amount: number) =>
    [...room(click, RATE, amount)].flatMap((strength, i) =>
      strength === 0 ? [] : [{ afterS: (i - 100) / RATE, strength }],
    )
  const [itself, ...echoes] = answers(0.5)
  expect(itself).toEqual({ afterS: 0, strength: 1 })
  expect([echoes.length, echoes[0]!.afterS, echoes.at(-1)!.afterS]).toEqual([6, 0.007, 0.041])
  for (const [index, { strength }] of echoes.entries())
    expect(strength).toBeLessThan(echoes[index - 1]?.strength ?? 0.3)
  expect(answers(1)[1]!.strength).toBe(2 * echoes[0]!.strength)
  expect(answers(0)).toEqual([itself])
})

test('CALL-6 a compressor tames a sudden shout within 20 ms, and recovers slowly', () => {
  const samples = joined(tone(400, 0.3, 0.01), tone(400, 0.3, 0.8), tone(400, 0.7, 0.01))
  const even = compress(samples, RATE, { ratio: 4, thresholdDb: -30 })
  const peakIn = (fromS: number, toS: number) => loudest(even.subarray(fromS * RATE, toS * RATE))
  expect(peakIn(0.32, 0.33) / peakIn(0.5, 0.6)).toBeLessThan(1.15)
  expect(peakIn(0.3, 0.305) / peakIn(0.5, 0.6)).toBeGreaterThan(1.5)
  expect(peakIn(0.63, 0.64) / peakIn(0.2, 0.3)).toBeLessThan(0.3)
  expect(peakIn(1.2, 1.3) / peakIn(0.2, 0.3)).toBeCloseTo(1, 1)
})
