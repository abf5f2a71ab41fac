import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client, escapeIdentifier as quoted } from 'pg'
import * as copy from 'pg-copy-streams'
import { connectionTimeouts } from './connection-timeouts.ts'
import type { DatabaseConnection } from './database.ts'

/** A connection that speaks PostgreSQL's copy protocol. */
export type CopyClient = Client

export type Table = { name: string; columns: string[] }

/**
 * Not restored: sessions, since some were signed out after the backup; codes, since some were used; heartbeats of
 * workers that are gone. Migrations create their own tables.
 */
const LEFT_OUT = new Set(['sessions', 'one_time_codes', 'workers', 'kysely_migration', 'kysely_migration_lock'])

/** Jobs about codes, which are left out. */
const JOBS_LEFT_OUT = ['send-code', 'text-guess-warning']

/** Ids issued after the backup may appear in links and logs, so they must not be reused. */
const IDS_LEFT_FREE = 1_000_000

/** A separate connection without a query timeout: a large table takes its time. */
export async function connectForCopy(connection: DatabaseConnection): Promise<Client> {
  const { options } = connectionTimeouts
  const client = new Client({ application_name: 'reveille backup', options, ...connection })
  client.on('error', () => undefined) // the query that hits it throws
  await client.connect()
  return client
}

/** The client sees one snapshot, and no migration changes a table before its transaction ends. */
export async function beginSnapshot(client: Client): Promise<{ tables: Table[]; migrations: string[] }> {
  const names = (await allTables(client)).map(({ name }) => quoted(name))
  await client.query('begin isolation level repeatable read read only')
  // The first statement that reads takes the snapshot; a lock doesn't.
  await client.query(`lock table ${names.join(', ')} in access share mode`)
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  const tables = (await allTables(client)).filter(({ name }) => !LEFT_OUT.has(name))
  return { tables, migrations: rows.map(({ name }) => name) }
}

/** Sorted so that each table follows those it references. */
async function allTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers: string[] }>(`
    select relname::text as name,
      array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped
        and attgenerated = '' order by attnum) as columns,
      array(select (select relname::text from pg_class other where other.oid = confrelid) from pg_constraint
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as refers
    from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`)
  const sorted: Table[] = []
  const waiting = new Map(rows.map((row) => [row.name, row]))
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ refers }) => !refers.some((name) => waiting.has(name)))
    if (next === undefined) throw new Error('tables reference each other in a cycle')
    waiting.delete(next.name)
    sorted.push({ name: next.name, columns: next.columns })
  }
  return sorted
}

/** A table's rows as text; `rowCount` is right once the stream ends. */
export function readTable(client: Client, { name, columns }: Table): Readable & { rowCount: number } {
  return client.query(copy.to(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`))
}

/** Unfinished jobs, by name and ids. How the queue stores them is pg-boss's business. */
export async function readJobs(client: Client): Promise<(Readable & { rowCount: number }) | null> {
  const { rows } = await client.query<{ found: string | null }>(`select to_regclass('jobs.job')::text as found`)
  if (rows[0]!.found === null) return null
  const names = JOBS_LEFT_OUT.map((name) => `'${name}'`).join(', ')
  return client.query(
    copy.to(
      `copy (select name, data from jobs.job where state in ('created', 'retry', 'active') and name not in (${names})) to stdout`,
    ),
  )
}

/** Read after the tables, so never below their largest id. */
export async function readSequences(client: Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: string }>(`
    select sequencename::text as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() and last_value is not null order by 1`)
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]))
}

/** Whether the database holds no data. Views of an extension don't count. */
export async function isEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(`
    select not exists (select 1 from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p'))
      and to_regnamespace('jobs') is null as empty`)
  return rows[0]!.empty
}

/** Drops the tables that an unfinished restore left, of whatever version. */
export async function dropTables(client: Client): Promise<void> {
  for (const { name } of await allTables(client)) await client.query(`drop table ${quoted(name)} cascade`)
  await client.query('drop schema if exists jobs cascade')
}

/** Empties all tables, including rows that migrations inserted. */
export async function emptyTables(client: Client): Promise<void> {
  const names = (await allTables(client)).map(({ name }) => name).filter((name) => !name.startsWith('kysely_'))
  await client.query(`truncate ${names.map(quoted).join(', ')}`)
}

export async function writeTable(client: Client, { name, columns }: Table, rows: Readable): Promise<number> {
  const into = client.query(copy.from(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`))
  await pipeline(rows, into)
  return into.rowCount
}

/** Skips the ids that may have been issued since the backup. */
export async function leaveIdsFree(client: Client, sequences: Readonly<Record<string, number>>): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2)', [quoted(name), last + IDS_LEFT_FREE])
}

export type WaitingJob = { name: string; data: unknown }

/** PostgreSQL parses its own format, so jobs come back unchanged. */
export async function parseJobs(client: Client, rows: Readable): Promise<WaitingJob[]> {
  await client.query('create temporary table waiting_jobs (name text, data jsonb) on commit drop')
  await pipeline(rows, client.query(copy.from('copy waiting_jobs (name, data) from stdin')))
  return (await client.query<WaitingJob>('select name, data from waiting_jobs')).rows
}
