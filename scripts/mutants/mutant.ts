/** A small change of one place of the code, and whether a test noticed it. */
export type Mutant = { file: string; line: number; change: string; caught: boolean }
