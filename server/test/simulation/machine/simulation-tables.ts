import { Client } from 'pg'
import type { DatabaseConnection } from '../../../src/platform/database/database.ts'

/** Prepares a database that has all tables of the product for the simulation. */
export async function prepareTables(connection: DatabaseConnection): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query(`
      create table if not exists simulated_jobs (
        id bigint generated always as identity primary key,
        name text not null,
        payload text not null,
        run_at bigint not null default 0
      )`)
    // A deleted schedule leaves its occurrences without its id, but the checks need to know whose they were.
    await client.query(`
      create table if not exists simulated_plans (occurrence_id bigint primary key, schedule_id bigint);
      create or replace function keep_plan() returns trigger language plpgsql as $$
        begin insert into simulated_plans values (new.id, new.schedule_id); return null; end $$;
      create or replace trigger keep_plan after insert on occurrences for each row execute function keep_plan()`)
    const { rows } = await client.query<{ name: string }>(TABLES)
    // Autovacuum must not change the order in which rows are found.
    for (const { name } of rows) await client.query(`alter table ${name} set (autovacuum_enabled = off)`)
  })
}

/** Every history begins with empty tables and the first ids. */
export async function emptyTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(TABLES)
  await client.query(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity`)
  await client.query(`insert into carrier_rate (id, next_free_at) values (1, '-infinity'), (2, '-infinity')`)
}

const TABLES = `select quote_ident(tablename) as name from pg_tables
  where schemaname = 'public' and tablename not like 'kysely%' order by tablename`

async function withClient(connection: DatabaseConnection, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
