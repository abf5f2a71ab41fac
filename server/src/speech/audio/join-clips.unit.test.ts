import { expect, test } from 'vitest'
import { joinClips, muLawWav, readMuLawWav } from './wav.ts'

const RATE = 8000
const silence = (seconds: number) => Buffer.alloc(seconds * RATE, 0xff)
/** A constant tone between a clip's usual silences. */
const clip = (value: number, rate = RATE) =>
  muLawWav(Buffer.concat([silence(0.15), Buffer.alloc(400, value), silence(0.1)]), rate)

/** A file's content as runs of one value: [value, seconds]. */
function runsOf(file: Buffer) {
  const { data } = readMuLawWav(file)
  const runs: [number, number][] = []
  for (const byte of data) {
    const last = runs.at(-1)
    if (last?.[0] === byte) last[1] += 1 / RATE
    else runs.push([byte, 1 / RATE])
  }
  return runs.map(([value, seconds]) => [value, Number(seconds.toFixed(4))])
}

test('WAKE-35 joined clips keep their sound byte for byte, with a pause between sentences and a longer one between parts', () => {
  const joined = joinClips([[clip(1), clip(2)], [clip(3)]])
  expect(runsOf(joined)).toEqual([
    [0xff, 0.15],
    [1, 0.05],
    [0xff, 0.18],
    [2, 0.05],
    [0xff, 0.22],
    [3, 0.05],
    [0xff, 0.1],
  ])
})

test('WAKE-35 a single clip is unchanged, and silence inside a clip stays', () => {
  expect(joinClips([[clip(1)]])).toEqual(clip(1))
  const twice = muLawWav(Buffer.concat([silence(0.15), Buffer.from([5]), silence(0.5), Buffer.from([5])]), RATE)
  expect(joinClips([[twice]])).toEqual(twice)
})

test('WAKE-35 a silent clip takes no time', () => {
  const nothing = muLawWav(silence(0.3), RATE)
  expect(runsOf(joinClips([[nothing], [clip(1)]]))).toEqual([
    [0xff, 0.22],
    [1, 0.05],
    [0xff, 0.1],
  ])
})

test.each([
  ['nothing', [], /nothing/],
  ['two rates', [[clip(1), clip(1, 16_000)]], /rates/],
  ['a file that is not mu-law', [[Buffer.from('RIFF\x04\x00\x00\x00WAVE', 'latin1')]], /WAV/],
] as const)("WAKE-35 %s can't be joined", (_case, parts, why) => {
  expect(() => joinClips(parts)).toThrow(why)
})
