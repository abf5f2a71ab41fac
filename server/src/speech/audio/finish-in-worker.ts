import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ClipForm } from '../engines/speech-engine.ts'
import { requirePlausibleLength } from './plausible-length.ts'
import type { Sound } from './wav.ts'

/** Makes a finished clip of what a remote engine spoke, off the main thread. Throws on an implausible length. */
export async function finishInWorker(sound: Sound, text: string, form: ClipForm, signal: AbortSignal): Promise<Buffer> {
  requirePlausibleLength(sound.samples.length / sound.rate, text)
  const worker = new Worker(new URL('finish-worker.ts', import.meta.url), { workerData: { sound, form }, env: {} })
  try {
    const [clip] = (await once(worker, 'message', { signal })) as [Uint8Array]
    return Buffer.from(clip)
  } finally {
    await worker.terminate()
  }
}
