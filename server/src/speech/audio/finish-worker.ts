import { parentPort } from 'node:worker_threads'
import type { ClipForm } from '../engines/speech-engine.ts'
import { phoneClip, previewClip } from './finish-clip.ts'
import type { Sound } from './wav.ts'

// A clip takes a tenth of a second of arithmetic. It runs in its own thread because the main thread dials by the
// millisecond.

parentPort!.on('message', ({ sound, form }: { sound: Sound; form: ClipForm }) => {
  // A clip that can't be finished ends the thread, and the caller gets the error.
  if (form === 'phone') answer(phoneClip(sound))
  else void previewClip(sound).then(answer)
})

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const answer = (clip: Uint8Array) => parentPort!.postMessage(clip)
