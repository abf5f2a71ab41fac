const BIAS = 0x84
const CLIP = 32_635

/** G.711 mu-law: one byte for each sample of −1…1, with the finest steps where speech is quiet. */
export function encodeMuLaw(samples: Float64Array): Buffer {
  const bytes = Buffer.alloc(samples.length)
  for (const [i, sample] of samples.entries()) bytes[i] = muLawByte(Math.round(sample * 32_768))
  return bytes
}

/** The samples that a telephone makes of these bytes, −1…1. */
export function decodeMuLaw(bytes: Uint8Array): Float64Array {
  return Float64Array.from(bytes, (byte) => muLawSample(byte) / 32_768)
}

function muLawByte(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), CLIP) + BIAS
  const exponent = 24 - Math.clz32(magnitude) // 0…7: the highest bit set is bit 7…14
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff
}

function muLawSample(byte: number): number {
  const bits = ~byte & 0xff
  const magnitude = ((((bits & 0x0f) << 3) + BIAS) << ((bits >> 4) & 7)) - BIAS
  return bits & 0x80 ? -magnitude : magnitude
}
