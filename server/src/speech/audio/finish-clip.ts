import { createHash } from 'node:crypto'
import { normalize } from './dynamics.ts'
import { filter, highPass, resample } from './filters.ts'
import { loudness, telephoneLevel } from './loudness.ts'
import { encodeMuLaw, muLawWav, type Sound } from './wav.ts'

const PHONE_RATE = 8000
/** No phone plays lower frequencies, which would only take headroom from the rest. */
const LOWEST_HZ = 220
/** LUFS: as loud as a phone call may be without shouting. The ceiling leaves headroom for peaks between samples. */
const LOUDNESS = -18
const CEILING = 0.58

const FADE_SECONDS = 0.012
/** Phones swallow the first tenth of a second. */
const LEAD_SECONDS = 0.15
const TAIL_SECONDS = 0.1

/** What the carrier plays: WAV, 8 kHz, mono, mu-law, at equal loudness within a telephone's band. */
export function phoneClip({ samples, rate }: Sound): Buffer {
  const shaped = filter(samples, [highPass(LOWEST_HZ, rate), highPass(LOWEST_HZ, rate)])
  const narrow = { samples: resample(shaped, rate, PHONE_RATE), rate: PHONE_RATE }
  return muLawWav(encodeMuLaw(finish(narrow, telephoneLevel)), PHONE_RATE)
}

/** What a browser plays: mp3, mono. */
export async function previewClip({ samples, rate }: Sound): Promise<Buffer> {
  return encodeMp3({ samples: finish({ samples: filter(samples, [highPass(80, rate)]), rate }, loudness), rate })
}

/** Mono, 48 kbit/s: no audible loss for speech, and small enough to play at once. */
async function encodeMp3({ samples, rate }: Sound): Promise<Buffer> {
  const { createMp3Encoder } = await import('wasm-media-encoders') // lazy, because phone clips don't need it
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: rate as 16_000 | 22_050 | 24_000, channels: 1, bitrate: 48 })
  // Copy now: the encoder reuses its buffer in the next call.
  const body = Buffer.from(encoder.encode([Float32Array.from(samples)]))
  return Buffer.concat([body, Buffer.from(encoder.finalize())])
}

/** Normalizes a clip's loudness, without clicks at the ends, with a moment of silence around it. */
function finish(sound: Sound, measured: typeof loudness): Float64Array {
  const { samples, rate } = { ...sound, samples: withoutSilentEnds(sound) }
  const loud = normalize(samples, rate, { target: LOUDNESS, ceiling: CEILING, measured })
  const fade = Math.round(FADE_SECONDS * rate)
  const soft = loud.map((sample, i) => sample * Math.min(1, i / fade, (loud.length - 1 - i) / fade))
  const whole = new Float64Array(Math.round(LEAD_SECONDS * rate) + soft.length + Math.round(TAIL_SECONDS * rate))
  whole.set(soft, Math.round(LEAD_SECONDS * rate))
  return whole
}

/** Trims the engine's own silence, because the name must be heard within the first second. */
function withoutSilentEnds({ samples, rate }: Sound): Float64Array {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  if (loudest === 0) throw new Error('the engine spoke silence')
  const isHeard = (sample: number) => Math.abs(sample) > loudest / 60
  const margin = Math.round(0.03 * rate)
  const from = Math.max(0, samples.findIndex(isHeard) - margin)
  return samples.subarray(from, samples.findLastIndex(isHeard) + margin)
}

/** Throws on a sound that can't be these words: silent, cut off or endless. */
export function requirePlausibleLength(seconds: number, text: string): void {
  const secondsPerChar = seconds / text.length
  if (secondsPerChar < 0.02 || secondsPerChar > 0.8)
    throw new Error(`implausible length: ${secondsPerChar} s a character`)
}

/** Increase it when the same text would sound different, so that older clips are made again. */
const SOUND_VERSION = 3

/** What an engine's sound depends on, for its clips' keys. */
export const fingerprintOf = (...parts: unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([SOUND_VERSION, ...parts]))
    .digest('hex')
