type DecodedAudio =
  | { outcome: 'decoded'; mulaw: Uint8Array }
  /** `message` tells a person what to do. */
  | { outcome: 'unsupported'; message: string }

const FORMAT = { pcm: 1, mulaw: 7 }

/** Reads WAV files of one channel at 8 kHz, with mu-law or 16-bit PCM. */
export function decodeWav(file: Uint8Array): DecodedAudio {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (textAt(view, 0) !== 'RIFF' || textAt(view, 8) !== 'WAVE') return unsupported('the file is not a WAV file')
  const chunks = chunksOf(view)
  const format = chunks.get('fmt ')
  const data = chunks.get('data')
  if (!format || format.byteLength < 16 || !data) return unsupported('the WAV file has no format or no data chunk')
  const [tag, channels, bits] = [format.getUint16(0, true), format.getUint16(2, true), format.getUint16(14, true)]
  const isMulaw = tag === FORMAT.mulaw && bits === 8
  const isPcm = tag === FORMAT.pcm && bits === 16
  if (channels !== 1 || format.getUint32(4, true) !== SAMPLE_RATE || !(isMulaw || isPcm))
    return unsupported('only WAV files of one channel at 8 kHz are played, with mu-law or 16-bit PCM')
  if (isMulaw) return { outcome: 'decoded', mulaw: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) }
  const mulaw = Uint8Array.from({ length: data.byteLength >> 1 }, (_, i) => encodeSample(data.getInt16(2 * i, true)))
  return { outcome: 'decoded', mulaw }
}

/** Writes a WAV file of mu-law, 8 kHz, one channel. */
export function encodeWav(mulaw: Uint8Array): Uint8Array {
  const header = Buffer.alloc(58)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(50 + mulaw.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(18, 16)
  header.writeUInt16LE(FORMAT.mulaw, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(SAMPLE_RATE, 24)
  header.writeUInt32LE(SAMPLE_RATE, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('fact', 38, 'latin1')
  header.writeUInt32LE(4, 42)
  header.writeUInt32LE(mulaw.length, 46)
  header.write('data', 50, 'latin1')
  header.writeUInt32LE(mulaw.length, 54)
  return Buffer.concat([header, mulaw])
}

function chunksOf(view: DataView): Map<string, DataView> {
  const chunks = new Map<string, DataView>()
  for (let at = 12; at + 8 <= view.byteLength;) {
    // A streamed file may declare more than it contains.
    const size = Math.min(view.getUint32(at + 4, true), view.byteLength - at - 8)
    chunks.set(textAt(view, at), new DataView(view.buffer, view.byteOffset + at + 8, size))
    at += 8 + size + (size % 2)
  }
  return chunks
}

const textAt = (view: DataView, at: number): string =>
  at + 4 > view.byteLength ? '' : String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)))

const unsupported = (message: string): DecodedAudio => ({ outcome: 'unsupported', message })

/** ITU-T G.711 mu-law: one byte per sample, 8,000 samples per second. */
export const SAMPLE_RATE = 8_000
/** 20 ms of samples. */
export const FRAME_BYTES = 160
export const FRAME_MS = 20
export const SILENCE = 0xff

const BIAS = 0x84
const CLIP = 32_635

/** From a 16-bit linear sample to a mu-law byte. */
export function encodeSample(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0
  const magnitude = Math.min(Math.abs(sample), CLIP) + BIAS
  const exponent = 31 - Math.clz32(magnitude >> 7)
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f
  return ~(sign | (exponent << 4) | mantissa) & 0xff
}
