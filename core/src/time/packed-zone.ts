/**
 * A zone's history. Period i ends at `ends[i]` (ms UTC; infinite for the last) with clocks `offsets[i]` ms ahead of UTC.
 * `localEnds[i]` is the local time at its end, in ms as if it were UTC.
 */
export type ZonePeriods = { ends: Float64Array; localEnds: Float64Array; offsets: Float64Array }

const MINUTE_S = 60

/**
 * Reads a line of moment-timezone's packed data: name|abbreviations|offsets|indices|lengths|population. Offsets are
 * minutes *west*, indices say which offset each period has, and lengths are the minutes from one end to the next.
 * Source: momentjs.com/timezone/docs/#/data-formats/packed-format/.
 */
export function unpackZone(packed: string): ZonePeriods {
  const [, , offsetList, indices, lengths] = packed.split('|')
  const offsetsWest = known(offsetList, packed).split(' ').map(seconds)
  const offsets = Float64Array.from(
    known(indices, packed),
    (index) => 0 - known(offsetsWest[digit(index)], packed) * 1000,
  )
  const ends = new Float64Array(offsets.length)
  let end = 0
  for (const [i, length] of known(lengths, packed).split(' ').entries()) {
    end += seconds(length) * 1000
    ends[i] = end
  }
  ends[offsets.length - 1] = Number.POSITIVE_INFINITY
  return { ends, offsets, localEnds: ends.map((at, i) => at + known(offsets[i], packed)) }
}

/** Reads minutes in base 60, with seconds after a point: '4U.2' is 4 h 56 min 2 s. */
function seconds(text: string): number {
  const negative = text.startsWith('-')
  const [minutes = '', rest] = (negative ? text.slice(1) : text).split('.')
  let sum = 0
  for (const character of minutes) sum = sum * 60 + digit(character)
  sum = sum * MINUTE_S + (rest === undefined ? 0 : digit(rest))
  return negative ? -sum : sum
}

/** The digits of base 60 are 0-9, a-z and A-X. */
function digit(character: string): number {
  const value = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX'.indexOf(character)
  if (value < 0 || character.length !== 1) throw new Error(`not a digit of packed zone data: '${character}'`)
  return value
}

function known<T>(value: T | undefined, packed: string): T {
  if (value === undefined) throw new Error(`damaged zone data: ${packed.slice(0, 40)}`)
  return value
}
