/** The first calls of this many mornings in a row share no sentence. */
export const MORNINGS_UNREPEATED = 30

/** FNV-1a, 32 bits: spreads people over the variants. Not for secrets. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return value
}

/** The variant for this round. Every variant has its turn before one repeats, in an order that depends on the seed. */
export function variant<T>(variants: readonly T[], round: number, seed: string): T {
  const count = variants.length
  const strides = stridesOf(count)
  const stride = strides[hash(`${seed} stride`) % strides.length] ?? 1
  const chosen = variants[(hash(seed) + stride * round) % count]
  if (chosen === undefined) throw new Error('a slot without variants')
  return chosen
}

/** Each item has one turn per round. `shift` offsets the order, so that in time every goal meets every struggle. */
export function rotation<T>(items: readonly T[], day: number, shift = 0): { item: T; round: number } {
  const item = items[(day + shift) % items.length]
  if (item === undefined) throw new Error('nothing to choose from')
  return { item, round: Math.floor(day / items.length) }
}

/** Only strides coprime to `count` visit every position before one repeats. */
function stridesOf(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i).filter((i) => greatestCommonDivisor(i, count) === 1)
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b))
