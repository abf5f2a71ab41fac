import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { limiter } from '../../platform/concurrency/limiter.ts'
import type { ClipForm } from '../engines/speech-engine.ts'
import { requirePlausibleLength } from './finish-clip.ts'
import type { Sound } from './wav.ts'

/** The thread ends after this long without a clip. */
const IDLE_MS = 60_000

/** One thread for all clips: starting one costs more than a clip, and twenty would starve the callbacks of calls. */
const inTurn = limiter(1)
let thread: Worker | null = null
let idle: NodeJS.Timeout | undefined

/** Finishes a remote engine's clip off the main thread. Throws on an implausible length. */
export async function finishInWorker(sound: Sound, text: string, form: ClipForm, signal: AbortSignal): Promise<Buffer> {
  requirePlausibleLength(sound.samples.length / sound.rate, text)
  return inTurn.run(() => finish({ sound, form }, signal), signal)
}

async function finish(work: { sound: Sound; form: ClipForm }, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted()
  clearTimeout(idle)
  thread ??= new Worker(new URL('finish-worker.ts', import.meta.url), { env: {} })
  thread.ref()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  thread.postMessage(work)
  try {
    const [clip] = (await once(thread, 'message', { signal })) as [Uint8Array]
    thread.unref()
    idle = setTimeout(endThread, IDLE_MS).unref()
    return Buffer.from(clip)
  } catch (error) {
    endThread() // it failed, or still works on an unwanted clip
    throw error
  }
}

function endThread(): void {
  void thread?.terminate()
  thread = null
}
