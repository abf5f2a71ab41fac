import { parentPort } from 'node:worker_threads'
import type { ClipForm } from '../engines/speech-engine.ts'
import { phoneClip, previewClip } from './finish-clip.ts'
import type { Sound } from './wav.ts'

// A tenth of a second of arithmetic a clip, in a thread of its own: the main thread dials calls to the millisecond.

parentPort!.on('message', ({ sound, form }: { sound: Sound; form: ClipForm }) => {
  // A clip that can't be finished ends the thread, and its caller hears why.
  if (form === 'phone') answer(phoneClip(sound))
  else void previewClip(sound).then(answer)
})

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const answer = (clip: Uint8Array) => parentPort!.postMessage(clip)
