import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { composeCall } from '../core/src/message/compose-call.ts'
import { textOf } from '../core/src/message/sentence.ts'
import { ada, YEAR } from '../core/src/message/test-data/ada.ts'
import { VOICE_IDS, type VoiceId } from '../core/src/speech/voices.ts'
import { telephoneLevel } from '../server/src/speech/audio/loudness.ts'
import { joinClips, readMuLawWav } from '../server/src/speech/audio/wav.ts'
import { fliteSpeech } from '../server/src/speech/engines/flite.ts'
import { decodeMuLaw } from '../server/test/harness/outside/decode-mu-law.ts'
import { medianPitch, spectralTilt, truePeak } from '../server/test/listening/measure.ts'
import { levelAbove, longestWithoutPause, pitchSpread, shareAbove } from '../server/test/listening/telephone.ts'

// Measures the voices on the messages of three mornings as the phone plays them, how much they differ, what a clip
// costs, and how many messages a minute two processes make: npm run voices:measure [-- voice …]

const AT_ONCE = 2
const SILENCE = 0xff
const MORNINGS = [0, 5, 11]
/** Longer than an idle process of the engine lives. */
const UNTIL_ENDED_MS = 6_000
const chosen = VOICE_IDS.filter((voiceId) => process.argv.length === 2 || process.argv.includes(voiceId))

const callOf = (voiceId: VoiceId, seed: string, morning = 0) =>
  composeCall({ ...ada, voiceId, seed, localDate: YEAR[morning]! })

async function make(engine: ReturnType<typeof fliteSpeech>, voiceId: VoiceId, text: string): Promise<Buffer> {
  const result = await engine.synthesize({ voiceId, text, form: 'phone', signal: AbortSignal.timeout(600_000) })
  if (result.outcome !== 'spoken') throw new Error(`${voiceId}: ${result.outcome}`)
  return result.audio
}

/** CPU time of ended child processes (ms). Linux only. */
function childrenMs(): number {
  if (process.platform !== 'linux') return Number.NaN
  const fields = readFileSync('/proc/self/stat', 'utf8').replace(/.*\) /, '').split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}

async function measure(voiceId: VoiceId) {
  const engine = fliteSpeech({ atOnce: AT_ONCE })
  const before = childrenMs()
  const texts = MORNINGS.map((morning) => {
    const { name, message } = callOf(voiceId, 'bench', morning)
    return [...name, ...message].map(({ text }) => text)
  })
  const clips = await Promise.all(texts.map((said) => Promise.all(said.map((text) => make(engine, voiceId, text)))))
  await delay(UNTIL_ENDED_MS)
  const tookMs = childrenMs() - before
  const { data, rate } = readMuLawWav(joinClips(clips))
  const samples = decodeMuLaw(data)
  const edges = clips.flat().map((clip) => {
    const one = decodeMuLaw(readMuLawWav(clip).data)
    return Math.max(jump(one, 0.15 * rate), jump(one, -0.1 * rate))
  })
  const [seconds, words] = [samples.length / rate, texts.flat().join(' ').split(' ').length]
  return {
    voice: voiceId,
    'dB above 500 Hz': Number(levelAbove(samples, rate, 500).toFixed(1)),
    '% above 1 kHz': Number((100 * shareAbove(samples, rate, 1000)).toFixed(1)),
    'pitch spread, semitones': Number(pitchSpread(samples, rate).toFixed(1)),
    'longest without pause, s': Number(longestWithoutPause(samples, rate).toFixed(1)),
    'telephone level dB': Number(telephoneLevel(samples, rate).toFixed(2)),
    'true peak dB': Number(truePeak(samples, rate).toFixed(1)),
    'median pitch Hz': Math.round(medianPitch(samples, rate)),
    'words/min': Math.round((words / seconds) * 60),
    'tilt dB/octave': Number(spectralTilt(samples, rate).toFixed(1)),
    'silent first, ms': Math.round((data.findIndex((byte) => byte !== SILENCE) / rate) * 1000),
    'jump where a clip starts or ends': Number(Math.max(...edges).toFixed(4)),
    'CPU ms a clip': Math.round(tookMs / clips.flat().length),
  }
}

/** The largest step between samples where speech meets silence, which would be audible as a click. */
function jump(samples: ArrayLike<number>, at: number): number {
  const middle = at < 0 ? samples.length + at : at
  return Math.max(
    ...Array.from({ length: 80 }, (_, i) => Math.abs(samples[middle - 40 + i]! - samples[middle - 41 + i]!)),
  )
}

/** How much two voices differ: semitones of pitch, percent of pace, decibels per octave of timbre. */
const apart = (a: Row, b: Row): string =>
  [
    `${Math.abs(12 * Math.log2(a['median pitch Hz'] / b['median pitch Hz'])).toFixed(1)} st`,
    `${Math.abs(100 * (a['words/min'] / b['words/min'] - 1)).toFixed(0)} %`,
    `${Math.abs(a['tilt dB/octave'] - b['tilt dB/octave']).toFixed(1)} dB`,
  ].join(', ')
type Row = Awaited<ReturnType<typeof measure>>

const rows: Row[] = []
for (const voiceId of chosen) rows.push(await measure(voiceId))
console.table(rows)
console.table(
  Object.fromEntries(rows.map((a) => [a.voice, Object.fromEntries(rows.map((b) => [b.voice, apart(a, b)]))])),
)

const engine = fliteSpeech({ atOnce: AT_ONCE })
const started = performance.now()
const people = Array.from({ length: 48 }, (_, id) => chosen[id % chosen.length]!)
await Promise.all(people.map((voiceId, id) => make(engine, voiceId, textOf(callOf(voiceId, `person ${id}`).message))))
const minutes = (performance.now() - started) / 60_000
console.log(`${Math.round(people.length / minutes)} messages a minute, ${AT_ONCE} at once`)
