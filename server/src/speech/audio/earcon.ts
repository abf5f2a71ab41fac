import { phoneClip } from './finish-clip.ts'

const RATE = 8000

/** G4, C5, E5 in Hz: low and rich, because a high beep wakes fewer people (docs/waking.md). */
const NOTES: readonly { hz: number; seconds: number }[] = [
  { hz: 392, seconds: 0.27 },
  { hz: 523.25, seconds: 0.27 },
  { hz: 659.26, seconds: 0.4 },
]

/** A square wave's odd harmonics, softened: a phone's small speaker hardly plays the first note itself. */
const HARMONICS: readonly (readonly [number, number])[] = [
  [1, 1],
  [3, 0.28],
  [5, 0.14],
  [7, 0.06],
]
/** A phone line carries nothing higher; it would only alias. */
const HIGHEST_HZ = 3400
const RISE_S = 0.015
const FALL_S = 0.07

/** Three rising notes, by which people recognize who is calling. */
export function earcon(): Buffer {
  const notes = NOTES.map(({ hz, seconds }) => note(hz, Math.round(seconds * RATE)))
  const samples = Float64Array.from(notes.flatMap((samplesOfNote) => [...samplesOfNote]))
  return phoneClip({ samples, rate: RATE })
}

function note(hz: number, length: number): Float64Array {
  const audible = HARMONICS.filter(([harmonic]) => harmonic * hz < HIGHEST_HZ)
  return Float64Array.from({ length }, (_, i) => {
    const [since, left] = [i / RATE, (length - i) / RATE]
    const tone = audible.reduce((sum, [n, strength]) => sum + strength * Math.sin(2 * Math.PI * n * hz * since), 0)
    return tone * soft(since / RISE_S) * soft(left / FALL_S)
  })
}

/** From silence to full strength without a click. */
const soft = (x: number): number => (x >= 1 ? 1 : (1 - Math.cos(Math.PI * x)) / 2)
