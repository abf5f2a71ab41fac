/** The samples of one channel, from −1 to 1, and the sample rate. */
export type Sound = { samples: Float64Array; rate: number }

const RATE = 8_000
const LOUDNESS = 0.3

/** A pure tone as a WAV file of 16-bit samples at 8 kHz. */
export function toneWav(hz: number, seconds: number, loudness = LOUDNESS): Buffer {
  const count = RATE * seconds
  const data = Buffer.alloc(count * 2)
  for (let at = 0; at < count; at++) {
    data.writeInt16LE(Math.round(32_767 * loudness * Math.sin((2 * Math.PI * hz * at) / RATE)), at * 2)
  }
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + data.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}

/**
 * Reads a WAV file of 16-bit or mu-law samples. A file that is still being written has a length of 0, so everything to
 * its end counts.
 */
export function readWav(file: Uint8Array): Sound {
  const bytes = Buffer.from(file)
  let form = { code: 1, channels: 1, rate: RATE }
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const start = at + 8
    if (name === 'fmt ') {
      form = {
        code: bytes.readUInt16LE(start),
        channels: bytes.readUInt16LE(start + 2),
        rate: bytes.readUInt32LE(start + 4),
      }
    }
    if (name === 'data') {
      const end = size === 0 ? bytes.length : Math.min(bytes.length, start + size)
      return { samples: samplesOf(bytes.subarray(start, end), form), rate: form.rate }
    }
    at = start + size + (size % 2)
  }
  throw new Error('this file has no sound')
}

const MU_LAW = 7

/** The first channel. On a telephone, the others are identical. */
function samplesOf(data: Buffer, { code, channels }: { code: number; channels: number }): Float64Array {
  const width = code === MU_LAW ? 1 : 2
  return Float64Array.from({ length: Math.floor(data.length / width / channels) }, (_, at) => {
    const offset = at * width * channels
    return code === MU_LAW ? fromMuLaw(data.readUInt8(offset)) : data.readInt16LE(offset) / 32_768
  })
}

function fromMuLaw(byte: number): number {
  const inverted = ~byte & 0xff
  const magnitude = (((inverted & 0x0f) << 3) + 0x84) << ((inverted & 0x70) >> 4)
  return ((inverted & 0x80 ? -1 : 1) * (magnitude - 0x84)) / 32_768
}
