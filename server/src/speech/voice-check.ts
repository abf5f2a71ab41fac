import { createHash } from 'node:crypto'
import { VOICE_IDS, VOICES, type VoiceId } from '@reveille/core/speech/voices'
import { StartRefusedError } from '../platform/process/start-and-stop.ts'
import type { Services } from '../platform/services.ts'
import { readMuLawWav } from './audio/wav.ts'
import type { EngineVoices, Speech, SpeechEngines, SpeechResult, WithSpeech } from './engines/speech-engine.ts'

/** A few seconds long, and used by no call. */
const SENTENCE = 'Good morning. This is how I sound on the phone.'
/** How long a call's longest sentence takes. */
const LONGEST_SENTENCE_S = 18

/** How one character sounds by one engine, for an operator. */
export type VoiceChecked = {
  engine: string
  voiceId: VoiceId
  /** The engine's name for it; null if it has none. */
  voice: string | null
  /** Seconds of work per second of speech; null if it said nothing. */
  realTimeFactor: number | null
  /** Null if it said nothing. */
  clip: Buffer | null
  /** What's wrong, as the end of a sentence about the character; null: it speaks. */
  problem: string | null
}

const lastChecks = new WeakMap<SpeechEngines, readonly VoiceChecked[]>()

/** Results of this process's last check of these engines; empty before the first one. */
export const lastVoiceCheck = (engines: SpeechEngines): readonly VoiceChecked[] => lastChecks.get(engines) ?? []

type CheckServices = Pick<Services, 'clock' | 'log'> & WithSpeech

/**
 * Has every external engine say a short sentence for each character, and reports failures: refused, broken, slow, not
 * listed by the server, or identical to another one. Costs about 300 characters per engine. Logs every problem; throws
 * only if `signal` aborts.
 */
export async function checkVoices(services: CheckServices, signal?: AbortSignal): Promise<VoiceChecked[]> {
  const checked: VoiceChecked[] = []
  for (const engine of services.speech)
    if (engine.voices !== undefined) checked.push(...(await checkEngine(services, engine, engine.voices, signal)))
  lastChecks.set(services.speech, checked)
  for (const { problem, clip: _clip, ...row } of checked)
    if (problem !== null)
      services.log.warn(
        { ...row, problem },
        `voice check: ${VOICES[row.voiceId].name} ${problem}; another engine may speak instead`,
      )
  return checked
}

async function checkEngine(
  { clock, log }: CheckServices,
  engine: Speech,
  voices: EngineVoices,
  signal: AbortSignal | undefined,
): Promise<VoiceChecked[]> {
  const listed = await namesOf(engine, voices, log)
  const rows: VoiceChecked[] = []
  const voiceOf = new Map<string, VoiceId>()
  for (const voiceId of VOICE_IDS) {
    signal?.throwIfAborted()
    const voice = voices.nameOf(voiceId)
    const row = { engine: engine.engine, voiceId, voice, realTimeFactor: null, clip: null }
    const began = clock.monotonic()
    const said = await saySentence(engine, voiceId, signal)
    if (typeof said === 'string') {
      rows.push({ ...row, problem: said })
      continue
    }
    const realTimeFactor = (clock.monotonic() - began) / 1000 / secondsOf(said)
    const digest = createHash('sha256').update(said).digest('hex')
    const same = voiceOf.get(digest)
    voiceOf.set(digest, voiceId)
    const isSlow = realTimeFactor * LONGEST_SENTENCE_S * 1000 > voices.timeLimitMs
    rows.push({ ...row, realTimeFactor, clip: said, problem: problemOf({ voice, listed, same, isSlow }) })
  }
  return rows
}

/** The names and kind of the server; null if it can't say. */
async function namesOf(engine: Speech, voices: EngineVoices, log: Services['log']): Promise<readonly string[] | null> {
  try {
    await voices.decide?.()
    const names = (await voices.list?.()) ?? null
    if (VOICE_IDS.some((id) => voices.nameOf(id) === null))
      log.warn(
        { engine: engine.engine, voices: names ?? 'it lists none' },
        'voice check: it is not known which voices of this server are ours: set SPEECH_PRESET or SPEECH_VOICES',
      )
    return names
  } catch (error) {
    log.warn({ engine: engine.engine, error }, 'voice check: speech server unavailable')
    return null
  }
}

/** The clip, or what's wrong as the end of a sentence. At one speed, so that one voice sounds identical. */
export async function saySentence(
  engine: Speech,
  voiceId: VoiceId,
  signal: AbortSignal = new AbortController().signal,
): Promise<Buffer | string> {
  const request = { voiceId, text: SENTENCE, form: 'phone', signal, speed: 1 } as const
  const result = await engine.synthesize(request).catch((error: unknown) => {
    signal.throwIfAborted()
    return { outcome: 'unsound', reason: error instanceof Error ? error.message : 'unknown' } as const
  })
  return result.outcome === 'spoken' ? result.audio : wordsFor(result)
}

/** A telephone line has no voice of its own, so without an engine that speaks nobody would hear a word. */
export async function refuseWithoutVoice({ speech }: WithSpeech): Promise<void> {
  const problems: string[] = []
  for (const engine of speech) {
    const said = await saySentence(engine, VOICE_IDS[0])
    if (typeof said !== 'string') return
    problems.push(`${engine.engine} ${said}`)
  }
  throw new StartRefusedError(
    `No speech engine works, and a telephone line has no voice of its own: ${problems.join('; ')}.`,
  )
}

function wordsFor(result: Exclude<SpeechResult, { outcome: 'spoken' }>): string {
  switch (result.outcome) {
    case 'no-words':
    case 'busy':
      return "was not said: the server is busy or doesn't know its voices yet"
    case 'unsound':
      return `was not said: ${result.reason}`
    case 'refused': {
      const { status = 0, code = null, hint } = result.refusal ?? {}
      const answer = [status === 0 ? null : `HTTP ${status}`, code, hint].filter((part) => part != null).join(', ')
      return `is refused (${result.reason}${answer === '' ? '' : `: ${answer}`})`
    }
  }
}

type Heard = { voice: string | null; listed: readonly string[] | null; same: VoiceId | undefined; isSlow: boolean }

function problemOf({ voice, listed, same, isSlow }: Heard): string | null {
  if (voice !== null && listed !== null && !isListed(voice, listed))
    return `asks for ${voice}, which the server doesn't list: somebody else may speak`
  if (same !== undefined) return `sounds the same as ${VOICES[same].name}`
  return isSlow ? 'is so slow that long sentences will not be ready in time: raise SPEECH_TIME_LIMIT' : null
}

/** A mixture such as `af_bella(2)+af_sky` exists if its parts do. */
function isListed(voice: string, listed: readonly string[]): boolean {
  const parts = voice.split('+').map((part) => part.replace(/\([\d.]+\)$/, ''))
  return listed.includes(voice) || parts.every((part) => listed.includes(part))
}

function secondsOf(clip: Buffer): number {
  const { data, rate } = readMuLawWav(clip)
  return Math.max(0.1, data.length / rate)
}
