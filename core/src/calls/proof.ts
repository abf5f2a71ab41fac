/** How a person shows that they're up, weakest first. */
export const PROOFS = ['gentle', 'firm', 'strict'] as const
export type Proof = (typeof PROOFS)[number]

/** Whether the proof `given` is at least as strong as the one `asked` for. */
export const covers = (given: Proof, asked: Proof): boolean => PROOFS.indexOf(given) >= PROOFS.indexOf(asked)

/** What the person types: digits that they hear, or the result of a small sum. */
export type Task = { kind: 'digits'; digits: string } | { kind: 'sum'; a: number; b: number }

/** A wrong answer gets another task, until these run out. */
export const ROUNDS_OF_TASKS = 3

export const solutionOf = (task: Task): string => (task.kind === 'digits' ? task.digits : String(task.a + task.b))

/** A cryptographically random integer from 0 up to but excluding `below`. */
export type RandomInt = (below: number) => number

/** The tasks of one call: all different, and none from the previous call (`last`). Gentle has none. */
export function newTasks(proof: Proof, randomInt: RandomInt, last: readonly Task[] = []): Task[] {
  if (proof === 'gentle') return []
  const from = proof === 'firm' ? CODES : SUMS
  const known = new Set(last.map(solutionOf))
  const left = from.filter((task) => !known.has(solutionOf(task)))
  return Array.from({ length: ROUNDS_OF_TASKS }, () => left.splice(randomInt(left.length), 1)[0]!)
}

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** Three different digits, without runs such as 123 or 987, which are easy to type half asleep. */
const CODES: readonly Task[] = DIGITS.flatMap((a) =>
  DIGITS.flatMap((b) =>
    DIGITS.filter((c) => new Set([a, b, c]).size === 3 && !(Math.abs(b - a) === 1 && b - a === c - b)).map(
      (c): Task => ({ kind: 'digits', digits: `${a}${b}${c}` }),
    ),
  ),
)

/** 21 to 29 plus 3 to 9, with a carry. None of these numbers sounds like another ('fifteen', 'fifty'). */
const SUMS: readonly Task[] = DIGITS.flatMap((ones) =>
  DIGITS.filter((b) => b >= 3 && ones + b >= 10).map((b): Task => ({ kind: 'sum', a: 20 + ones, b })),
)

export const EVERY_TASK: readonly Task[] = [...CODES, ...SUMS]
