import { expect, test } from 'vitest'
import { decodeMuLaw } from '../../../test/harness/outside/decode-mu-law.ts'
import { truePeak } from '../../../test/listening/measure.ts'
import { powerSpectrum } from '../../../test/listening/spectrum.ts'
import { earcon } from './earcon.ts'
import { telephoneLevel } from './loudness.ts'
import { readMuLawWav } from './wav.ts'

const { data, rate } = readMuLawWav(earcon())
const samples = decodeMuLaw(data)

const FRAME = 1024

/** The power around a frequency in the frame that begins here. */
function powerNear(hz: number, startS: number): number {
  const start = Math.round(startS * rate)
  const bin = Math.round((hz * FRAME) / rate)
  const powers = powerSpectrum(samples.slice(start, start + FRAME))
  return powers.slice(bin - 2, bin + 3).reduce((sum, power) => sum + power, 0)
}

/** The strongest frequency in the frame that begins here. */
function loudestHz(startS: number): number {
  const start = Math.round(startS * rate)
  const powers = powerSpectrum(samples.slice(start, start + FRAME))
  return (powers.indexOf(Math.max(...powers)) * rate) / FRAME
}

// Phone clips begin with 0.15 s of silence. Each frame lies within one note.
const IN_NOTE_S = [0.22, 0.49, 0.8] as const

test('WAKE-1 the three notes rise: a fourth, then a third', () => {
  const heard = IN_NOTE_S.map(loudestHz)
  for (const [index, hz] of [392, 523.25, 659.26].entries()) {
    expect(Math.abs(heard[index]! - hz)).toBeLessThan(rate / FRAME)
  }
})

test("WAKE-1 the notes are softened square waves: odd harmonics, each weaker than a square's, and no even ones", () => {
  for (const [index, hz] of [392, 523.25, 659.26].entries()) {
    const [first, second, third, fifth] = [1, 2, 3, 5].map((n) => powerNear(n * hz, IN_NOTE_S[index]!))
    expect(third! / first!).toBeGreaterThan(0.01)
    expect(third! / first!).toBeLessThan(1 / 9)
    expect(fifth! / first!).toBeLessThan(1 / 25)
    expect(second! / first!).toBeLessThan(0.001)
  }
})

test('WAKE-1 the notes take at most 1.2 s, are as loud as the voices, and don’t click', () => {
  expect(samples.length / rate).toBeLessThanOrEqual(1.2)
  expect(Math.abs(telephoneLevel(samples, rate) + 18)).toBeLessThan(0.5)
  expect(truePeak(samples, rate)).toBeLessThan(-1)
  const steps = samples.slice(1).map((sample, i) => Math.abs(sample - samples[i]!))
  const edges = [0.15, 0.42, 0.69, 1.09].map((s) => Math.round(s * rate))
  for (const edge of edges) expect(Math.max(...steps.slice(edge - 10, edge + 10))).toBeLessThan(0.05)
})

test('WAKE-1 the notes are identical every time', () => {
  expect(earcon().equals(earcon())).toBe(true)
})
