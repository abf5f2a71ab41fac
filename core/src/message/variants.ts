/** FNV-1a, 32 bits: spreads people over the variants; not a secret. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return value
}

/**
 * The variant for the given turn. All variants come once before one returns, in an order that differs from
 * seed to seed: a list of nine does not repeat within eight turns (CALL-6).
 */
export function variant<T>(variants: readonly T[], turn: number, seed: string): T {
  const count = variants.length
  const strides = stridesOf(count)
  const stride = strides[hash(`${seed} stride`) % strides.length] ?? 1
  const chosen = variants[(hash(seed) + stride * turn) % count]
  if (chosen === undefined) throw new Error('a slot without variants')
  return chosen
}

/**
 * Takes turns between several goals or struggles: each comes once a round; `turn` counts the rounds.
 * `shift` moves the order along, so that in time every goal meets every struggle.
 */
export function rotation<T>(items: readonly T[], day: number, shift = 0): { item: T; turn: number } {
  const item = items[(day + shift) % items.length]
  if (item === undefined) throw new Error('nothing to choose from')
  return { item, turn: Math.floor(day / items.length) }
}

/** The steps that visit every place of a circle of `count` before coming home. */
function stridesOf(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i).filter((i) => greatestCommonDivisor(i, count) === 1)
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
