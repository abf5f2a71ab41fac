import {
  CompiledQuery,
  createQueryId,
  PostgresQueryCompiler,
  SelectQueryNode,
  type Compilable,
  type DatabaseConnection,
  type Kysely,
  type RawBuilder,
} from 'kysely'
import type { Tables } from './tables.ts'

/** Prepare a query from this many uses on. */
const WORTH_PREPARING = 3

/** Varying texts, such as lists of ids, must not fill every connection's memory. */
const MOST_TEXTS = 200

/** How often this process ran each query, and the name of its prepared statement. */
const texts = new Map<string, { name: string; times: number }>()

/** The result columns of a prepared statement have changed: a newer version has migrated. */
export const CHANGED_SINCE = '0A000'

/**
 * Prepares repeated queries, so that PostgreSQL parses and analyzes them once: for an open page's request that is a
 * third of all work. A changed table fails the transaction that hits it; transaction.ts retries.
 */
export async function prepareRepeated(connection: DatabaseConnection): Promise<void> {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = async (query) => {
    const name = nameOf(query)
    if (name === null) return execute(query)
    // Kysely's type says string, but it passes on what it gets, and node-postgres takes a named query as an object.
    const named = { ...query, sql: { name, text: query.sql } as unknown as string }
    return execute<never>(named).catch((error: Error & { code?: string }) => {
      if (error.code !== CHANGED_SINCE) throw error
      texts.delete(query.sql) // the next use prepares it under a new name
      return execute<never>(query).catch(() => Promise.reject(error)) // an aborted transaction can't retry here
    })
  }
}

/** Statements for which one plan fits all values. By identity: Kysely passes this very object to the driver. */
const preparable = new WeakSet<CompiledQuery>()

/** Runs a statement prepared; one plan must fit all its values. Returns its rows. */
export async function runPrepared<R>(db: Kysely<Tables>, statement: Compilable<R> | RawBuilder<R>): Promise<R[]> {
  const query = statement.compile(db)
  preparable.add(query)
  return (await db.executeQuery(query)).rows
}

/**
 * Makes a frequent statement that runs prepared. It's built only once, because Kysely takes 0.01 to 0.02 ms. Write
 * `${'name'}` where the value of that name belongs.
 */
export function buildOnce<R, Name extends string>(statement: RawBuilder<R>) {
  const { sql, parameters } = new PostgresQueryCompiler().compileQuery(statement.toOperationNode(), createQueryId())
  const names = parameters as readonly Name[]
  return (db: Kysely<Tables>, values: Readonly<Record<Name, unknown>>): Promise<R[]> => {
    const given = names.map((name) => values[name])
    return runPrepared<R>(db, { compile: () => CompiledQuery.raw(sql, given) })
  }
}

/** Prepares plain reads and marked statements only: others that claim work need a plan for their values. */
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
