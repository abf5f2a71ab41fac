import { normalise } from './dynamics.ts'
import { filter, highPass } from './filters.ts'
import { encodeMuLaw } from './mu-law.ts'
import { resample } from './resample.ts'
import { muLawWav, type Sound } from './wav.ts'

const PHONE_RATE = 8000
/** LUFS: as loud as a phone call may be without shouting. The ceiling leaves headroom for peaks between the samples. */
const LOUDNESS = -18
const CEILING = 0.65

const FADE_SECONDS = 0.005
/** Phones swallow the first tenth of a second. */
const LEAD_SECONDS = 0.15
const TAIL_SECONDS = 0.1

/** What the carrier plays: WAV, 8 kHz, mono, mu-law. */
export function phoneClip({ samples, rate }: Sound): Buffer {
  const narrow = resample(filter(samples, [highPass(120, rate)]), rate, PHONE_RATE)
  return muLawWav(encodeMuLaw(finish({ samples: narrow, rate: PHONE_RATE })), PHONE_RATE)
}

/** What a browser plays: mp3, mono. */
export async function previewClip({ samples, rate }: Sound): Promise<Buffer> {
  const { encodeMp3 } = await import('./mp3.ts') // phone clips, the majority, start faster without it
  return encodeMp3({ samples: finish({ samples: filter(samples, [highPass(80, rate)]), rate }), rate })
}

/** Brings a clip to its loudness, with no click at either end and a moment of silence around it. */
function finish(sound: Sound): Float64Array {
  const { samples, rate } = { ...sound, samples: withoutSilentEnds(sound) }
  const loud = normalise(samples, rate, LOUDNESS, CEILING)
  const fade = Math.round(FADE_SECONDS * rate)
  const soft = loud.map((sample, i) => sample * Math.min(1, i / fade, (loud.length - 1 - i) / fade))
  const whole = new Float64Array(Math.round(LEAD_SECONDS * rate) + soft.length + Math.round(TAIL_SECONDS * rate))
  whole.set(soft, Math.round(LEAD_SECONDS * rate))
  return whole
}

/** Engines begin and end with silence of their own; the name must be heard within the first second. */
function withoutSilentEnds({ samples, rate }: Sound): Float64Array {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  if (loudest === 0) throw new Error('the engine spoke silence')
  const isHeard = (sample: number) => Math.abs(sample) > loudest / 60
  const margin = Math.round(0.03 * rate)
  const from = Math.max(0, samples.findIndex(isHeard) - margin)
  return samples.subarray(from, samples.findLastIndex(isHeard) + margin)
}
