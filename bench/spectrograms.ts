import { writeFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { VOICE_IDS } from '../core/src/speech/voices.ts'
import { decodeMuLaw } from '../server/src/speech/audio/mu-law.ts'
import { readMuLawWav } from '../server/src/speech/audio/wav.ts'
import { fliteSpeech } from '../server/src/speech/engines/flite.ts'
import { powerSpectrum } from '../server/test/listening/spectrum.ts'

// The six voices as pictures: the same words, as the phone plays them. Time to the right, 0 to 4 kHz upwards, louder is
// darker. In the order of core/voices, from calm to commanding. node bench/spectrograms.ts [file.png]

const TEXT = 'Reveille for Ada. It is six thirty on Thursday morning. First step: put both feet on the floor.'
const SECONDS = 7
const RATE = 8000
const FRAME = 256
const HOP = 64
const GAP = 6
/** What is this far below the loudest is white. */
const RANGE_DB = 60
const GREYS = 15

const engine = fliteSpeech({ atOnce: 2 })
const width = (SECONDS * RATE) / HOP
const stripHeight = FRAME / 2
const height = VOICE_IDS.length * (stripHeight + GAP)
const picture = Buffer.alloc(width * height, 0xff)

for (const [strip, voiceId] of VOICE_IDS.entries()) {
  const spoken = await engine.synthesize({ voiceId, text: TEXT, form: 'phone', signal: AbortSignal.timeout(60_000) })
  if (spoken.outcome !== 'spoken') throw new Error(spoken.outcome)
  draw(decodeMuLaw(readMuLawWav(spoken.audio).data), strip * (stripHeight + GAP))
}
const file = process.argv[2] ?? 'spectrograms.png'
writeFileSync(file, png(picture))
console.log(`${file}: ${VOICE_IDS.join(', ')} from above`)

function draw(samples: ArrayLike<number>, top: number): void {
  const columns = Array.from({ length: width }, (_, x) => {
    const frame = Float64Array.from({ length: FRAME }, (_value, i) => samples[x * HOP + i] ?? 0)
    return Array.from(powerSpectrum(frame), (power) => 10 * Math.log10(power + 1e-12))
  })
  const loudest = Math.max(...columns.flat())
  for (const [x, column] of columns.entries()) {
    for (const [bin, db] of column.entries()) {
      const y = top + stripHeight - 1 - bin
      picture[y * width + x] = Math.round(GREYS * Math.min(1, (loudest - db) / RANGE_DB)) * (255 / GREYS)
    }
  }
}

/** Eight bits of grey a point. */
function png(points: Buffer): Buffer {
  const rows = Buffer.concat(
    Array.from({ length: height }, (_, y) =>
      Buffer.concat([Buffer.of(0), points.subarray(y * width, (y + 1) * width)]),
    ),
  )
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND')])
}

function chunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
