import { composeCall } from '../core/src/message/compose-call.ts'
import { textOf } from '../core/src/message/sentence.ts'
import { ada } from '../core/src/message/test-data/ada.ts'
import { VOICE_IDS, type VoiceId } from '../core/src/speech/voices.ts'
import { loudness } from '../server/src/speech/audio/loudness.ts'
import { decodeMuLaw } from '../server/src/speech/audio/mu-law.ts'
import { readMuLawWav } from '../server/src/speech/audio/wav.ts'
import { fliteSpeech } from '../server/src/speech/engines/flite.ts'
import { medianPitch, spectralTilt, truePeak } from '../server/test/listening/measure.ts'

// What the six voices sound like in numbers, on a whole message as the phone plays it, and how far they are apart; how
// long making one takes, and how many a minute two processes make. node bench/voices.ts

const AT_ONCE = 2
const SILENCE = 0xff
const engine = fliteSpeech({ atOnce: AT_ONCE })

const messageFor = (voiceId: VoiceId, seed: string): string => textOf(composeCall({ ...ada, voiceId, seed }).message)

async function make(voiceId: VoiceId, text: string): Promise<Buffer> {
  const result = await engine.synthesize({ voiceId, text, form: 'phone', signal: AbortSignal.timeout(600_000) })
  if (result.outcome !== 'spoken') throw new Error(`${voiceId}: ${result.outcome}`)
  return result.audio
}

async function measure(voiceId: VoiceId) {
  const message = messageFor(voiceId, 'bench')
  const startedAt = performance.now()
  const clip = await make(voiceId, message)
  const ms = performance.now() - startedAt
  const { data, rate } = readMuLawWav(clip)
  const samples = decodeMuLaw(data)
  const [seconds, words] = [samples.length / rate, message.split(' ').length]
  return {
    voice: voiceId,
    'median pitch Hz': Math.round(medianPitch(samples, rate)),
    'words/min': Math.round((words / seconds) * 60),
    LUFS: Number(loudness(samples, rate).toFixed(2)),
    'true peak dB': Number(truePeak(samples, rate).toFixed(1)),
    'tilt dB/octave': Number(spectralTilt(samples, rate).toFixed(1)),
    'silent first, ms': Math.round((data.findIndex((byte) => byte !== SILENCE) / rate) * 1000),
    'jump where it starts and ends': Number(
      Math.max(jump(samples, 0.15 * rate), jump(samples, -0.1 * rate)).toFixed(4),
    ),
    seconds: Number(seconds.toFixed(1)),
    words,
    'made in ms': Math.round(ms),
  }
}

/** The largest step from one sample to the next, around a place where speech meets silence: a click would be one. */
function jump(samples: ArrayLike<number>, at: number): number {
  const middle = at < 0 ? samples.length + at : at
  return Math.max(
    ...Array.from({ length: 80 }, (_, i) => Math.abs(samples[middle - 40 + i]! - samples[middle - 41 + i]!)),
  )
}

/** How far two voices are apart: semitones of pitch, per cent of pace, decibels an octave of colour. */
const apart = (a: Row, b: Row): string =>
  [
    `${Math.abs(12 * Math.log2(a['median pitch Hz'] / b['median pitch Hz'])).toFixed(1)} st`,
    `${Math.abs(100 * (a['words/min'] / b['words/min'] - 1)).toFixed(0)} %`,
    `${Math.abs(a['tilt dB/octave'] - b['tilt dB/octave']).toFixed(1)} dB`,
  ].join(', ')
type Row = Awaited<ReturnType<typeof measure>>

const rows: Row[] = []
for (const voiceId of VOICE_IDS) rows.push(await measure(voiceId))
console.table(rows)
console.table(
  Object.fromEntries(rows.map((a) => [a.voice, Object.fromEntries(rows.map((b) => [b.voice, apart(a, b)]))])),
)

const started = performance.now()
const people = Array.from({ length: 48 }, (_, id) => VOICE_IDS[id % VOICE_IDS.length]!)
await Promise.all(people.map((voiceId, id) => make(voiceId, messageFor(voiceId, `person ${id}`))))
const minutes = (performance.now() - started) / 60_000
console.log(`${Math.round(people.length / minutes)} messages a minute, ${AT_ONCE} at once`)
