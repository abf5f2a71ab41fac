import {
  SelectQueryNode,
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  type RawBuilder,
} from 'kysely'
import type { Tables } from './tables.ts'

/** From this count on a query is prepared. */
const WORTH_PREPARING = 3

/** Texts that vary, such as lists of ids, must not fill every connection's memory. */
const MOST_TEXTS = 200

/** How often each text was queried in this process, and the name under which every connection prepares it. */
const texts = new Map<string, { name: string; times: number }>()

/** PostgreSQL's answer to a prepared statement whose columns have changed since: a newer version has migrated. */
export const CHANGED_SINCE = '0A000'

/**
 * Makes a connection prepare repeated queries, so that PostgreSQL parses and analyses them once: for a request of an
 * open page that is a third of all work. A changed table fails the transaction that hits it (transaction.ts retries).
 */
export async function prepareRepeated(connection: DatabaseConnection): Promise<void> {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = async (query) => {
    const name = nameOf(query)
    if (name === null) return execute(query)
    // Kysely's type says string, but it passes on what it gets, and node-postgres takes a named text as an object.
    const named = { ...query, sql: { name, text: query.sql } as unknown as string }
    return execute<never>(named).catch((error: Error & { code?: string }) => {
      if (error.code !== CHANGED_SINCE) throw error
      texts.delete(query.sql) // prepared under a new name next time
      return execute<never>(query).catch(() => Promise.reject(error)) // in a transaction, which is aborted
    })
  }
}

/**
 * Statements that lock or write, of which one plan is good for all values. Known by identity: Kysely hands the driver the very
 * query, and nothing else of its caller's.
 */
const preparable = new WeakSet<CompiledQuery>()

/** Runs a statement that is no plain read, prepared: one plan must be good for all its values. Returns its rows. */
export async function runPrepared<R>(db: Kysely<Tables>, statement: Compilable<R> | RawBuilder<R>): Promise<R[]> {
  const query = statement.compile(db)
  preparable.add(query)
  return (await db.executeQuery(query)).rows
}

/** Otherwise only reads without locks: statements that claim work need a plan for their very values. */
function nameOf(query: CompiledQuery): string | null {
  const isRead = SelectQueryNode.is(query.query) && query.query.endModifiers === undefined
  if (!isRead && !preparable.has(query)) return null
  const known = texts.get(query.sql)
  if (known === undefined) {
    if (texts.size >= MOST_TEXTS) forgetTheRare()
    if (texts.size < MOST_TEXTS) texts.set(query.sql, { name: `statement ${++names}`, times: 1 })
    return null
  }
  return ++known.times < WORTH_PREPARING ? null : known.name
}

let names = 0

function forgetTheRare(): void {
  for (const [text, { times }] of texts) if (times < WORTH_PREPARING) texts.delete(text)
}
