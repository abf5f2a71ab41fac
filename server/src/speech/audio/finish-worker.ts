import { parentPort, workerData } from 'node:worker_threads'
import type { ClipForm } from '../engines/speech-engine.ts'
import { phoneClip, previewClip } from './finish-clip.ts'
import type { Sound } from './wav.ts'

// Half a second of arithmetic, in a thread of its own: the main thread dials calls to the millisecond.

const { sound, form } = workerData as { sound: Sound; form: ClipForm }
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(form === 'phone' ? phoneClip(sound) : await previewClip(sound))
