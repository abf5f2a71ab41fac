import { createMp3Encoder } from 'wasm-media-encoders'
import type { Sound } from './wav.ts'

/** Mono, 48 kbit/s: speech without audible loss, small enough to play at once. */
export async function encodeMp3({ samples, rate }: Sound): Promise<Buffer> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: rate as 16_000 | 22_050 | 24_000, channels: 1, bitrate: 48 })
  // The encoder reuses its buffer in the next call: copied at once.
  const body = Buffer.from(encoder.encode([Float32Array.from(samples)]))
  return Buffer.concat([body, Buffer.from(encoder.finalize())])
}
