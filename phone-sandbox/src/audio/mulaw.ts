/** ITU-T G.711 mu-law: one byte a sample, 8,000 samples a second. */
export const SAMPLE_RATE = 8_000
/** A telephone line's samples of 20 ms. */
export const FRAME_BYTES = 160
export const FRAME_MS = 20
export const SILENCE = 0xff

const BIAS = 0x84
const CLIP = 32_635

/** 16-bit linear sample to one mu-law byte. */
export function encodeSample(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0
  const magnitude = Math.min(Math.abs(sample), CLIP) + BIAS
  const exponent = 31 - Math.clz32(magnitude >> 7)
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f
  return ~(sign | (exponent << 4) | mantissa) & 0xff
}

/** One mu-law byte to a 16-bit linear sample. */
export function decodeSample(byte: number): number {
  const inverted = ~byte & 0xff
  const exponent = (inverted >> 4) & 0x07
  const magnitude = (((inverted & 0x0f) << 3) + BIAS) << exponent
  return inverted & 0x80 ? BIAS - magnitude : magnitude - BIAS
}
