import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { NEEDS, survives } from './survives.ts'

/** Creates all tables, or takes over those from before 1.0, whose processes are stopped first. */
const BASELINE = '0100-baseline.ts'

test('no migration breaks the version that still runs during a rolling update', async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => /^[0-9]{4}-.*\.ts$/.test(name))
  expect(files).toContain(BASELINE)
  const found = await Promise.all(
    files
      .filter((name) => name !== BASELINE)
      .map(async (name) => {
        const text = await readFile(path.join(import.meta.dirname, name), 'utf8')
        return dangers(path.basename(name, '.ts'), text).map((why) => `${name} ${why}`)
      }),
  )
  expect(found.flat()).toEqual([])
})

test.each([
  ['drops a column', 'alter table users drop column name'],
  ['drops a table', 'drop table notices'],
  ['renames a column', 'alter table users rename column name to called'],
  ['adds a column that must be filled in', 'alter table users add column nickname text not null'],
  ['adds such a column among others', 'alter table users add column a text default 1, add column b int not null'],
  ['makes a column not null', 'alter table users alter column phone set not null'],
  ['changes a type', 'alter table calls alter column attempt type bigint'],
  ['adds a check', 'alter table calls add constraint early check (due_at > created_at)'],
  ['allows only one', 'create unique index opt_outs_once on opt_outs (phone)'],
  ['makes a column unique that holds duplicates', 'create unique index if not exists calls_once on calls (phone)'],
  ['indexes a large table', 'create index calls_voice on calls (voice)'],
  ['indexes a table with a row per person', 'create index personalizations_voice on personalizations (voice)'],
])('a migration that %s is refused', (_what, text) => {
  expect(dangers('0042-example', text)).toHaveLength(1)
})

test.each([
  ['adds a column', 'alter table users add column nickname text'],
  ['adds a column with a default', "alter table users add column nickname text not null default ''"],
  ['adds a table', 'create table naps (id int primary key, at timestamptz not null)'],
  [
    'makes a column unique in its own new table',
    'create table naps (id int); create unique index naps_one on naps (id)',
  ],
  ['indexes a table that an operator has indexed already', 'create index if not exists calls_voice on calls (voice)'],
  ['mentions dropping in a comment', 'alter table users add column a int -- drop column b comes later'],
])('a migration that %s passes', (_what, text) => {
  expect(dangers('0042-example', text)).toEqual([])
})

test('a migration may drop a column if it names the version from which code works without it', () => {
  expect(dangers('0009-drop-nicknames-needs-0008', 'alter table users drop column nickname')).toEqual([])
  expect(survives('0008-no-nicknames', '0009-drop-nicknames-needs-0008')).toBe(true)
  expect(survives('0007-naps', '0009-drop-nicknames-needs-0008')).toBe(false)
  expect(survives('0007-naps', '0008-no-nicknames')).toBe(true)
})

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
function dangers(name: string, text: string): string[] {
  const statements = text.replaceAll(/--.*$/gm, '').toLowerCase()
  const breaks = NEEDS.test(name) ? [] : BREAKS.filter(([words]) => words.test(statements)).map(([, why]) => why)
  if (!NEEDS.test(name) && allowsOnlyOne(statements)) breaks.push(REFUSES)
  if (!STOPS_CALLS.test(statements)) return breaks
  return [...breaks, 'makes an index that an operator cannot make beforehand: create index if not exists']
}
