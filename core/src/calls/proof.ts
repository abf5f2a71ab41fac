/** How a person shows that they are up, from the weakest. */
export const PROOFS = ['gentle', 'firm', 'strict'] as const
export type Proof = (typeof PROOFS)[number]

/** Whether the proof `given` is as strong as the one `asked` for, or stronger. */
export function covers(given: Proof, asked: Proof): boolean {
  return PROOFS.indexOf(given) >= PROOFS.indexOf(asked)
}

/** Something to type: digits that are said, or the result of a small sum. */
export type Task = { kind: 'digits'; digits: string } | { kind: 'sum'; a: number; b: number }

/** A wrong answer gets another task, until these are used up. */
export const ROUNDS_OF_TASKS = 3

/** The digits that solve a task. */
export function solutionOf(task: Task): string {
  return task.kind === 'digits' ? task.digits : String(task.a + task.b)
}

/** A whole number from 0 up to, not including, `below`; nobody can foresee it. */
export type RandomInt = (below: number) => number

/** The tasks of one call, all different, and different from those of the call before (`last`); none for a gentle proof. */
export function newTasks(proof: Proof, randomInt: RandomInt, last: readonly Task[] = []): Task[] {
  if (proof === 'gentle') return []
  const from = proof === 'firm' ? CODES : SUMS
  const known = new Set(last.map(solutionOf))
  const left = from.filter((task) => !known.has(solutionOf(task)))
  return Array.from({ length: ROUNDS_OF_TASKS }, () => left.splice(randomInt(left.length), 1)[0]!)
}

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** Three different digits without runs such as 123 or 987, which a sleepy finger types by itself. */
const CODES: readonly Task[] = DIGITS.flatMap((a) =>
  DIGITS.flatMap((b) =>
    DIGITS.filter((c) => new Set([a, b, c]).size === 3 && !(Math.abs(b - a) === 1 && b - a === c - b)).map(
      (c): Task => ({ kind: 'digits', digits: `${a}${b}${c}` }),
    ),
  ),
)

/** 21 to 29 plus 3 to 9, with a carry: no number sounds like a teen. */
const SUMS: readonly Task[] = DIGITS.flatMap((ones) =>
  DIGITS.filter((b) => b >= 3 && ones + b >= 10).map((b): Task => ({ kind: 'sum', a: 20 + ones, b })),
)

/** Every task that a call may ask. */
export const EVERY_TASK: readonly Task[] = [...CODES, ...SUMS]
