const BIAS = 0x84

/** The samples that a telephone makes of these bytes, −1…1. */
export function decodeMuLaw(bytes: Uint8Array): Float64Array {
  return Float64Array.from(bytes, (byte) => sampleOf(byte) / 32_768)
}

function sampleOf(byte: number): number {
  const bits = ~byte & 0xff
  const magnitude = ((((bits & 0x0f) << 3) + BIAS) << ((bits >> 4) & 7)) - BIAS
  return bits & 0x80 ? -magnitude : magnitude
}
