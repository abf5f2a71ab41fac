/** One channel of samples −1…1, and the sample rate. */
export type Sound = { samples: Float64Array; rate: number }

const MU_LAW = 7
const PCM = 1

/** Above any real length: a streaming server writes a placeholder. */
const UNKNOWN_LENGTH = 20_000_000

/** Reads a WAV file of 16-bit mono samples; throws on anything else, or if it's shorter than it says. */
export function readPcmWav(file: Buffer): Sound {
  const { format, data, missing } = chunksOf(file)
  const [tag, channels, bits] = [format.readUInt16LE(0), format.readUInt16LE(2), format.readUInt16LE(14)]
  if (tag !== PCM || channels !== 1 || bits !== 16)
    throw new Error(`not 16-bit mono sound: ${tag}, ${channels}, ${bits}`)
  if (missing > 0) throw new Error(`the sound broke off: ${missing} bytes are missing`)
  return { samples: fromPcm16(data), rate: format.readUInt32LE(4) }
}

/** The data bytes of a mu-law WAV file; throws on anything else. */
export function readMuLawWav(file: Buffer): { data: Buffer; rate: number } {
  const { format, data } = chunksOf(file)
  if (format.readUInt16LE(0) !== MU_LAW) throw new Error('not a mu-law file')
  return { data, rate: format.readUInt32LE(4) }
}

/** A WAV file that carriers accept: format tag 7, with the fact chunk that all codings but PCM need. */
export const muLawWav = (data: Buffer, rate: number): Buffer => muLawFile([data], rate)

/** Copies the sound only once: at a crowded minute many calls fetch theirs. */
function muLawFile(sound: readonly Buffer[], rate: number): Buffer {
  const length = sound.reduce((sum, piece) => sum + piece.length, 0)
  const padding = length % 2 // chunks begin at even offsets
  const head = Buffer.alloc(58)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(head.length - 8 + length + padding, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(18, 16) // the format's last field, the size of an extension, is 0
  head.writeUInt16LE(MU_LAW, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('fact', 38, 'latin1')
  head.writeUInt32LE(4, 42)
  head.writeUInt32LE(length, 46)
  head.write('data', 50, 'latin1')
  head.writeUInt32LE(length, 54)
  return Buffer.concat([head, ...sound, Buffer.alloc(padding)])
}

/** Little-endian 16-bit samples as −1…1; drops an odd byte at the end. */
export function fromPcm16(data: Buffer): Float64Array {
  return Float64Array.from({ length: data.length >> 1 }, (_, i) => data.readInt16LE(2 * i) / 32_768)
}

function chunksOf(file: Buffer): { format: Buffer; data: Buffer; missing: number } {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE')
    throw new Error('not a WAV file')
  const found = new Map<string, Buffer>()
  let missing = 0
  for (let at = 12; at + 8 <= file.length;) {
    const [id, length] = [file.toString('latin1', at, at + 4), file.readUInt32LE(at + 4)]
    // Streaming servers don't know the data's length yet: 0 or a huge one means until the end.
    const end = id === 'data' && length === 0 ? file.length : Math.min(file.length, at + 8 + length)
    found.set(id, file.subarray(at + 8, end))
    if (id === 'data' && length < UNKNOWN_LENGTH) missing = Math.max(0, at + 8 + length - file.length)
    at = end + (end % 2)
  }
  const [format, data] = [found.get('fmt '), found.get('data')]
  if (!format || format.length < 16 || !data) throw new Error('a WAV file without format or data')
  return { format, data, missing }
}

const BIAS = 0x84
const CLIP = 32_635

/** G.711 mu-law: one byte per sample of −1…1, with the finest steps where speech is quiet. */
export function encodeMuLaw(samples: Float64Array): Buffer {
  const bytes = Buffer.alloc(samples.length)
  for (const [i, sample] of samples.entries()) bytes[i] = muLawByte(Math.round(sample * 32_768))
  return bytes
}

function muLawByte(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), CLIP) + BIAS
  const exponent = 24 - Math.clz32(magnitude) // 0…7: the highest bit set is bit 7…14
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff
}

/** Mu-law has two silent values: zero and minus zero. */
const [SILENCE, MINUS_SILENCE] = [0xff, 0x7f]

/** Sounds about 60 ms longer, because clips keep 30 ms of their own silence at each end. */
const SENTENCE_PAUSE_S = 0.18
const PART_PAUSE_S = 0.22

/**
 * Joins clips into one phone file, with a short pause between sentences and a longer one between parts. Copies the
 * audible bytes and only replaces the silence around clips. Throws on anything but mu-law files of one rate.
 */
export function joinClips(parts: readonly (readonly Buffer[])[]): Buffer {
  const files = parts.map((clips) => clips.map(readMuLawWav))
  const all = files.flat()
  const [first, last] = [all[0], all.at(-1)]
  if (first === undefined || last === undefined) throw new Error('nothing to join')
  if (all.some(({ rate }) => rate !== first.rate)) throw new Error('clips of several rates')
  const pause = (seconds: number) => Buffer.alloc(Math.round(seconds * first.rate), SILENCE)
  const heard = files.map((clips) =>
    between(
      clips.map(({ data }) => data.subarray(...heardWithin(data))),
      pause(SENTENCE_PAUSE_S),
    ),
  )
  // The silence at the beginning stays, because phones swallow the first tenth of a second.
  const lead = first.data.subarray(0, heardWithin(first.data)[0])
  const tail = last.data.subarray(heardWithin(last.data)[1])
  return muLawFile([lead, ...between(heard, [pause(PART_PAUSE_S)]).flat(), tail], first.rate)
}

function between<T>(items: readonly T[], separator: T): T[] {
  return items.flatMap((item, index) => (index === 0 ? [item] : [separator, item]))
}

/** Where a clip's sound begins and ends. A plain loop: a callback for each byte is slow, and a crowd's pick-ups wait for it. */
function heardWithin(data: Buffer): [number, number] {
  const isSilent = (at: number) => data[at] === SILENCE || data[at] === MINUS_SILENCE
  let [start, end] = [0, data.length]
  while (end > 0 && isSilent(end - 1)) end--
  while (start < end && isSilent(start)) start++
  return [start, end]
}
