/**
 * During a rolling update, and after a rollback, the old version runs on tables that the new one has migrated. So a
 * migration keeps everything that the previous version reads and writes. Removal takes two steps: a version that no
 * longer uses it, then a migration that names the oldest version that works without it:
 * `0009-drop-nicknames-needs-0008`.
 */
const NEEDS = /-needs-([0-9]{4})$/

/** Whether code whose newest migration is `newest` works on a database that `migration` has changed. */
export function survives(newest: string, migration: string): boolean {
  const [, needed] = NEEDS.exec(migration) ?? []
  return needed === undefined || newest.slice(0, 4) >= needed
}

/** Tables that grow without bound: creating an index inside the migration would stop calls until it's done. */
const LARGE = 'users|personalizations|schedules|occurrences|calls|call_events|notices|sessions|consents'

const REFUSES = 'refuses what old code may write'
const BREAKS: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\s+(table|column|view|function|type)\b/, 'drops what old code may read'],
  [/\brename\b/, 'renames what old code calls by its old name'],
  [/\bset\s+not\s+null\b/, 'refuses what old code may leave empty'],
  [/\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/, 'changes a type under old code'],
  [/\badd\s+column\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/, 'adds what old code does not fill in'],
  [/\badd\s+(constraint|check|unique|foreign|exclude)\b/, REFUSES],
]
const UNIQUE_INDEX = /\bcreate\s+unique\s+index\s+(?:if\s+not\s+exists\s+)?\w+\s+on\s+(\w+)/g
const STOPS_CALLS = new RegExp(`\\bcreate\\s+(unique\\s+)?index\\s+(?!if\\s+not\\s+exists)\\w+\\s+on\\s+(${LARGE})\\b`)

/** Whether an existing table gets a unique index; old code doesn't write to a table created here. */
function allowsOnlyOne(statements: string): boolean {
  return [...statements.matchAll(UNIQUE_INDEX)].some(([, table]) => !statements.includes(`create table ${table} `))
}

/** What makes a migration unsafe in a rolling update; empty if nothing does. */
export function dangers(name: string, text: string): string[] {
  const statements = text.replaceAll(/--.*$/gm, '').toLowerCase()
  const breaks = NEEDS.test(name) ? [] : BREAKS.filter(([words]) => words.test(statements)).map(([, why]) => why)
  if (!NEEDS.test(name) && allowsOnlyOne(statements)) breaks.push(REFUSES)
  if (!STOPS_CALLS.test(statements)) return breaks
  return [...breaks, 'makes an index that an operator cannot make beforehand: create index if not exists']
}
