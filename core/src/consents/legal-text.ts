export type Clause = { title: string; paragraphs: readonly string[]; list?: readonly string[] }

/** A legal page: its summary, then its clauses. */
export type LegalText = { lead: string; clauses: readonly Clause[] }
