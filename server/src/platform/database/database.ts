import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool, type PoolConfig } from 'pg'
import type { BaseLogger } from 'pino'
import { connectionTimeouts } from './connection-timeouts.ts'
import { asDatabaseError } from './database-unavailable.ts'
import { prepareRepeated } from './prepared-driver.ts'
import type { Tables } from './tables.ts'
import { databaseTypes } from './value-types.ts'

export type DatabaseConnection = PoolConfig

/** The pool or a transaction on it. */
export type Database = Kysely<Tables>

/** Connects on the first query; `destroy()` closes it. Throws DatabaseUnavailableError on transient failures. */
export function openDatabase(connection: DatabaseConnection, log?: Pick<BaseLogger, 'warn'>): Database {
  const pool = openPool(connection, log)
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool, onCreateConnection: prepareRepeated }) })
}

export function answers(db: Database): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}

/** A standby is read-only, and so is a demoted primary. */
export async function isReadOnly(db: Database): Promise<boolean> {
  const { rows } = await sql<{ read_only: boolean }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only`.execute(db)
  return rows[0]!.read_only
}

/** Reports a failed connection with the product's own errors. */
class ReveillePool extends Pool {
  override connect(...words: unknown[]): never {
    const lent: unknown = Reflect.apply(super.connect, this, words)
    // The pool itself calls this with a callback, and gets no promise.
    return (lent instanceof Promise ? lent.catch(fail) : lent) as never
  }
}

function fail(error: Error): never {
  throw asDatabaseError(error)
}

/** At most 10 connections, or `max`; waiting 10 s for one throws. One that breaks while idle is replaced. */
export function openPool(connection: DatabaseConnection, log?: Pick<BaseLogger, 'warn'>): Pool {
  const pool = new ReveillePool({
    application_name: 'reveille',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: databaseTypes,
    ...connectionTimeouts,
    ...connection,
  })
  // An 'error' event without a listener ends the process. Between two queries of a transaction this is the only
  // listener.
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      // An embedded server that stops right after us may cut connections that we are closing.
      if (!pool.ending) log?.warn({ reason: error.message }, 'database connection lost')
    }),
  )
  pool.on('error', () => undefined) // idle connections are logged above
  return pool
}
