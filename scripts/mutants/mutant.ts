/** A small change of one place of the code, which is in the tree already and waits for its turn. */
export type Mutant = { id: string; file: string; line: number; change: string }

/** What became of it; `missed` says that no test that was chosen runs that place at all. */
export type Outcome = 'untried' | 'caught' | 'survived' | 'missed'
