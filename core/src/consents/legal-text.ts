export type Clause = { title: string; paragraphs: readonly string[]; list?: readonly string[] }

/** A legal page: its summary, its clauses, and what came later, `since` a month ('2026-11'). */
export type LegalText = {
  lead: string
  clauses: readonly Clause[]
  added: { since: string; clauses: readonly Clause[] }
}
