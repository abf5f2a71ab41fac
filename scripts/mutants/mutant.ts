/** A small change of the code, which is already in the tree behind a switch. */
export type Mutant = { id: string; file: string; line: number; change: string }

/** `missed`: none of the selected tests reaches the mutant. */
export type Outcome = 'untried' | 'caught' | 'survived' | 'missed'
