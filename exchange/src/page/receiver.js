// @ts-check
/* oxlint-disable unicorn/require-post-message-target-origin -- a message port has no origin */
/* The earpiece, on the audio thread: turns frames of 8 kHz mu-law into sound at the device's rate. */

const LINE_RATE = 8_000
/** A jitter buffer, so that a late frame makes no gap. */
const HEAD_START = LINE_RATE * 0.06
const LOUDNESS_EVERY = LINE_RATE / 20

/** Turns a mu-law byte into a sample from -1 to 1.
 * @param {number} byte */
function decode(byte) {
  const inverted = ~byte & 0xff
  const magnitude = (((inverted & 0x0f) << 3) + 0x84) << ((inverted >> 4) & 0x07)
  return (inverted & 0x80 ? 0x84 - magnitude : magnitude - 0x84) / 32_768
}

class Receiver extends AudioWorkletProcessor {
  /** @type {number[]} */
  queue = []
  position = 0
  isPlaying = false
  energy = 0
  counted = 0

  constructor() {
    super()
    this.port.addEventListener('message', ({ data }) => {
      if (data === 'silence') this.queue = []
      else for (const byte of new Uint8Array(data)) this.queue.push(decode(byte))
    })
    this.port.start()
  }

  /**
   * @param {Float32Array[][]} _inputs
   * @param {Float32Array[][]} outputs
   */
  process(_inputs, outputs) {
    const output = outputs[0]?.[0]
    if (!output) return true
    if (!this.isPlaying) this.isPlaying = this.queue.length >= HEAD_START
    const step = LINE_RATE / sampleRate
    for (let i = 0; i < output.length; i++) output[i] = this.isPlaying ? this.next(step) : 0
    return true
  }

  /** @param {number} step */
  next(step) {
    const [current, following] = this.queue
    if (current === undefined) {
      this.isPlaying = false
      this.port.postMessage(0)
      return 0
    }
    const sample = current + ((following ?? current) - current) * this.position
    this.position += step
    while (this.position >= 1) {
      this.position -= 1
      this.measure(this.queue.shift() ?? 0)
    }
    return sample
  }

  /** Reports the loudness twenty times a second. @param {number} sample */
  measure(sample) {
    this.energy += sample * sample
    this.counted += 1
    if (this.counted < LOUDNESS_EVERY) return
    this.port.postMessage(Math.sqrt(this.energy / this.counted))
    this.energy = 0
    this.counted = 0
  }
}

registerProcessor('receiver', Receiver)
