type DecodedAudio =
  | { outcome: 'decoded'; mulaw: Uint8Array }
  /** `message` tells a person what to do. */
  | { outcome: 'unsupported'; message: string }

const FORMAT = { pcm: 1, float: 3, mulaw: 7, extensible: 0xfffe }

/** Reads WAV files with mu-law or PCM of 8 or 16 bits, at any rate, with any number of channels. */
export function decodeWav(file: Uint8Array): DecodedAudio {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (textAt(view, 0) !== 'RIFF' || textAt(view, 8) !== 'WAVE') return unsupported(describe(file))
  const chunks = chunksOf(view)
  const format = chunks.get('fmt ')
  const data = chunks.get('data')
  if (!format || format.byteLength < 16 || !data) return unsupported('the WAV file has no format or no data chunk')
  const sampleAt = readerOf(format, data)
  if (sampleAt === null) return unsupported('only WAV files of mu-law or of PCM with 8 or 16 bits are played')
  const channels = format.getUint16(2, true)
  const rate = format.getUint32(4, true)
  const frameBytes = format.getUint16(12, true)
  if (channels === 0 || rate === 0 || frameBytes === 0) return unsupported('the WAV file has an empty format')
  const frames = Math.floor(data.byteLength / frameBytes)
  const mulaw = new Uint8Array(Math.floor((frames * SAMPLE_RATE) / rate))
  for (let i = 0; i < mulaw.length; i++) {
    const frame = Math.min(frames - 1, Math.round((i * rate) / SAMPLE_RATE))
    mulaw[i] = encodeSample(sampleAt(frame * frameBytes))
  }
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

function readerOf(format: DataView, data: DataView): ((offset: number) => number) | null {
  const tag = format.getUint16(0, true)
  const bits = format.getUint16(14, true)
  const kind = tag === FORMAT.extensible && format.byteLength >= 26 ? format.getUint16(24, true) : tag
  if (kind === FORMAT.mulaw && bits === 8) return (offset) => decodeSample(data.getUint8(offset))
  if (kind === FORMAT.pcm && bits === 8) return (offset) => (data.getUint8(offset) - 128) << 8
  if (kind === FORMAT.pcm && bits === 16) return (offset) => data.getInt16(offset, true)
  return null
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

function describe(file: Uint8Array): string {
  const isMp3 =
    (file[0] === 0xff && ((file[1] ?? 0) & 0xe0) === 0xe0) || String.fromCharCode(...file.slice(0, 3)) === 'ID3'
  if (isMp3) return 'this sandbox phone cannot decode MP3: serve WAV (mu-law or PCM), or use a scripted handset'
  return 'the file is not a WAV file'
}

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

/** From a mu-law byte to a 16-bit linear sample. */
export function decodeSample(byte: number): number {
  const inverted = ~byte & 0xff
  const exponent = (inverted >> 4) & 0x07
  const magnitude = (((inverted & 0x0f) << 3) + BIAS) << exponent
  return inverted & 0x80 ? BIAS - magnitude : magnitude - BIAS
}
