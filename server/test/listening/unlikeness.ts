import { decodeMuLaw } from '../../src/speech/audio/mu-law.ts'
import { cepstra } from './cepstrum.ts'

/**
 * How far two phone sounds (mu-law, 8 kHz) are from saying the same, however slowly: the mean distance along the best
 * path through both (dynamic time warping). Good at telling a different or cut message, unsure about single words; the
 * number means something only in comparison with references.
 */
export function unlikeness(heard: Uint8Array, reference: Uint8Array): number {
  const [a, b] = [cepstra(decodeMuLaw(heard), 8000), cepstra(decodeMuLaw(reference), 8000)]
  // Two rows of the table are enough: each cell needs its neighbours only.
  let [before, row] = [new Float64Array(b.length + 1).fill(Infinity), new Float64Array(b.length + 1)]
  before[0] = 0
  for (const frame of a) {
    row[0] = Infinity
    for (let j = 0; j < b.length; j++) {
      const here = distance(frame, b[j] ?? frame)
      // A diagonal step counts double, as the two single steps that it replaces.
      row[j + 1] = Math.min((before[j] ?? 0) + 2 * here, (before[j + 1] ?? 0) + here, (row[j] ?? 0) + here)
    }
    ;[before, row] = [row, before]
  }
  return (before[b.length] ?? 0) / (a.length + b.length)
}

function distance(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let k = 0; k < a.length; k++) sum += ((a[k] ?? 0) - (b[k] ?? 0)) ** 2
  return Math.sqrt(sum)
}
