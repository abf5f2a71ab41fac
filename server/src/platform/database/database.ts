import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool, type PoolConfig } from 'pg'
import type { BaseLogger } from 'pino'
import { impatient } from './connection-timeouts.ts'
import type { Tables } from './tables.ts'
import { databaseTypes } from './value-types.ts'

/** Where the database is and who asks. */
export type DatabaseConnection = PoolConfig

/** The pool, or a transaction of it. */
export type Database = Kysely<Tables>

/** Opens a pool of its own and speaks to it; nothing is connected before the first query, `destroy()` closes it. */
export function openDatabase(connection: DatabaseConnection, log?: Pick<BaseLogger, 'warn'>): Database {
  return databaseOn(openPool(connection, log))
}

/** For a pool that is shared with a library that brings its own SQL; `destroy()` closes that pool. */
export function databaseOn(pool: Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Whether the database answers at all. */
export function answers(db: Database): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}

/** Whether it takes no changes: a standby, or a primary that lost its turn. */
export async function isReadOnly(db: Database): Promise<boolean> {
  const { rows } = await sql<{ read_only: boolean }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only`.execute(db)
  return rows[0]!.read_only
}

/**
 * At most 10 connections unless the connection says `max`; waiting more than 10 s for one throws.
 * A connection that breaks while no query runs on it is logged and replaced; a query that runs into it throws, and so
 * does one whose answer does not come, with which its connection is given up.
 */
export function openPool(connection: DatabaseConnection, log?: Pick<BaseLogger, 'warn'>): Pool {
  const pool = new Pool({
    application_name: 'reveille',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: databaseTypes,
    ...impatient,
    ...connection,
  })
  // An 'error' nobody listens to ends the process, and between two queries of a transaction only this one listens.
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      // An embedded server that is stopped right after us may cut what we are about to close.
      if (!pool.ending) log?.warn({ reason: error.message }, 'database connection lost')
    }),
  )
  pool.on('error', () => undefined) // an idle one: already logged by the line above
  return pool
}
