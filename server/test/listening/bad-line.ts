import { filter, highPass, highShelf } from '../../src/speech/audio/filters.ts'
import { decodeMuLaw, encodeMuLaw } from '../../src/speech/audio/mu-law.ts'

/**
 * What a mobile phone at the edge of its cell makes of a clip: half as loud, without lows and highs, with noise 20 dB
 * below the speech and a lost packet of 20 ms each second. Deterministic, for tests.
 */
export function overABadLine(data: Uint8Array): Buffer {
  const narrow = filter(decodeMuLaw(data), [highPass(300, 8000), highShelf(3000, -12, 8000)])
  const power = narrow.reduce((sum, sample) => sum + sample * sample, 0) / narrow.length
  const noise = randomNumbers()
  const noisy = narrow.map((sample) => 0.5 * (sample + noise() * Math.sqrt(power * 3 * 0.01)))
  return encodeMuLaw(noisy.filter((_, i) => i % 8000 >= 160))
}

/** Uniform between -1 and 1, from a linear congruential generator. */
function randomNumbers(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}
