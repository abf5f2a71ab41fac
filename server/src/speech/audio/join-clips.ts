import { muLawWav, readMuLawWav } from './wav.ts'

/** Two values of mu-law are silence: zero and minus zero. */
const [SILENCE, MINUS_SILENCE] = [0xff, 0x7f]

/** Heard as some 60 ms more: a clip keeps 30 ms of its own at either end. */
const SENTENCE_PAUSE_S = 0.18
const PART_PAUSE_S = 0.22

/**
 * One phone file out of several: the sentences of each part follow one another after a short pause, the parts after a
 * longer one. What is heard stays the same bytes, only the silence around the clips gives way to the pauses. Throws on
 * anything but mu-law files of one rate.
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
      clips.map(({ data }) => heardOf(data)),
      pause(SENTENCE_PAUSE_S),
    ),
  )
  const joined = [leadOf(first.data), ...between(heard, [pause(PART_PAUSE_S)]).flat(), tailOf(last.data)]
  return muLawWav(Buffer.concat(joined), first.rate)
}

function between<T>(items: readonly T[], separator: T): T[] {
  return items.flatMap((item, index) => (index === 0 ? [item] : [separator, item]))
}

const isHeard = (byte: number) => byte !== SILENCE && byte !== MINUS_SILENCE

const heardOf = (data: Buffer) => data.subarray(data.findIndex(isHeard), data.findLastIndex(isHeard) + 1)
/** Phones swallow the first tenth of a second: the silence that a clip begins with. */
const leadOf = (data: Buffer) => data.subarray(0, Math.max(0, data.findIndex(isHeard)))
const tailOf = (data: Buffer) => data.subarray(data.findLastIndex(isHeard) + 1)
