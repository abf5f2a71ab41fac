import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../server/test/harness/database/test-database.ts'
import { repositoryRoot } from './run-command.ts'

let database: TestDatabase
let call: string, status: string, occurrence: string, tables: string

beforeAll(async () => {
  database = await createTestDatabase()
  ;[call, status, occurrence] = (await diagramsOf('docs/states.md')) as [string, string, string]
  ;[tables] = (await diagramsOf('docs/tables.md')) as [string]
})
afterAll(() => database.drop())

test('the diagrams in docs/states.md show exactly the states that the database allows', async () => {
  const statesIn = (diagram: string) => new Set(diagram.match(/\b[a-z_]+(?= -->| :)/g))
  expect(statesIn(call)).toEqual(await allowed('calls_stage_check'))
  expect(statesIn(status)).toEqual(await allowed('calls_status_check'))
  const outcomes = await allowed('occurrences_outcome_check')
  expect(statesIn(occurrence)).toEqual(outcomes.union(new Set(['open', 'stopped'])))
})

test('the diagram in docs/tables.md has every table and foreign key, and its columns exist', async () => {
  const columns = await names(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'
  `)
  const boxes = new Map([...tables.matchAll(/^ {2}(\w+) \{\n(.*?)^ {2}\}/gms)].map(([, table, text]) => [table, text!]))
  expect(new Set(boxes.keys())).toEqual(new Set(columns.map((column) => column.split('.')[0])))
  for (const [table, text] of boxes)
    for (const [, column] of text.matchAll(/^ {4}\w+ (\w+)/gm)) expect(columns).toContain(`${table}.${column}`)

  const references = await names(sql`
    select format('%s %s %s', confrelid::regclass, conrelid::regclass, attname) as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace
  `)
  const drawn = [...tables.matchAll(/^ {2}(\w+) \S+--\S+ (\w+) : (\w+)$/gm)].map((line) => line.slice(1).join(' '))
  expect(drawn.toSorted()).toEqual(references.toSorted())
})

async function diagramsOf(page: string): Promise<string[]> {
  const text = await readFile(path.join(repositoryRoot, page), 'utf8')
  return [...text.matchAll(/^```mermaid\n(.*?)^```$/gms)].map(([, diagram]) => diagram!)
}

async function allowed(check: string): Promise<Set<string>> {
  const [text = ''] = await names(
    sql`select pg_get_constraintdef(oid) as name from pg_constraint where conname = ${check}`,
  )
  return new Set([...text.matchAll(/'(\w+)'/g)].map(([, value]) => value!))
}

async function names(query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await query.execute(database.db)
  return (rows as { name: string }[]).map(({ name }) => name)
}
