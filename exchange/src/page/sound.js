// @ts-check
/* oxlint-disable unicorn/require-post-message-target-origin -- a message port has no origin */

/** Two seconds of ringing, four of silence, as in the US. */
const RING_ON_S = 2
const RING_CYCLE_S = 6
const RING_TONES_HZ = [440, 480]

/** @type {AudioContext | null} */
let context = null

/** Browsers allow sound only after the first click or key. */
export function unlockOnGesture() {
  const unlock = () => {
    context ??= new AudioContext()
    void context.resume()
  }
  for (const gesture of ['pointerdown', 'keydown']) addEventListener(gesture, unlock, { once: true })
}

export const isUnlocked = () => context?.state === 'running'

/**
 * Rings until the returned function is called. Silent before the first gesture.
 * @returns {() => void}
 */
export function startRingtone() {
  if (!context || context.state !== 'running') return () => {}
  const gain = new GainNode(context, { gain: 0 })
  gain.connect(context.destination)
  const tones = RING_TONES_HZ.map((frequency) => {
    const tone = new OscillatorNode(/** @type {AudioContext} */ (context), { frequency })
    tone.connect(gain)
    tone.start()
    return tone
  })
  const cycle = () => ringOnce(gain, /** @type {AudioContext} */ (context).currentTime)
  cycle()
  const timer = setInterval(cycle, RING_CYCLE_S * 1_000)
  return () => {
    clearInterval(timer)
    for (const tone of tones) tone.stop()
    gain.disconnect()
  }
}

/**
 * @param {GainNode} gain
 * @param {number} from
 */
function ringOnce(gain, from) {
  gain.gain.setTargetAtTime(0.08, from, 0.02)
  gain.gain.setTargetAtTime(0, from + RING_ON_S, 0.02)
}

/**
 * @typedef {{ play(frame: ArrayBuffer): void, silence(): void, close(): void }} Earpiece
 */

/**
 * Opens the earpiece. Call it from a click, or the browser allows no sound.
 * @param {(loudness: number) => void} onLoudness
 * @returns {Promise<Earpiece>}
 */
export async function openEarpiece(onLoudness) {
  context ??= new AudioContext()
  void context.resume()
  await loadReceiver(context)
  const receiver = new AudioWorkletNode(context, 'receiver', { numberOfInputs: 0, outputChannelCount: [1] })
  receiver.port.addEventListener('message', ({ data }) => onLoudness(data))
  receiver.port.start()
  receiver.connect(context.destination)
  return {
    play: (frame) => receiver.port.postMessage(frame, [frame]),
    silence: () => receiver.port.postMessage('silence'),
    close: () => receiver.disconnect(),
  }
}

/** @type {Promise<void> | null} */
let loading = null
/** @param {AudioContext} into */
const loadReceiver = (into) => (loading ??= into.audioWorklet.addModule('receiver.js'))

export const hasVoice = () => 'speechSynthesis' in window && speechSynthesis.getVoices().length > 0

/** Time to read a text, and about what it takes to say it. @param {string} text */
export const readingMs = (text) => 400 + text.length * 40

/**
 * Speaks, or without a voice leaves time to read, then calls `done`.
 * @param {string} text
 * @param {() => void} done
 */
export function speak(text, done) {
  if (!hasVoice()) return void setTimeout(done, readingMs(text))
  const words = new SpeechSynthesisUtterance(text)
  words.addEventListener('end', done)
  words.addEventListener('error', done)
  speechSynthesis.speak(words)
}

export const stopSpeaking = () => 'speechSynthesis' in window && speechSynthesis.cancel()
