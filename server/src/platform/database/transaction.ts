import type { IsolationLevel, Transaction } from 'kysely'
import type { Database } from './database.ts'
import { CHANGED_SINCE } from './prepared-driver.ts'
import type { Tables } from './tables.ts'

export type Tx = Transaction<Tables>

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const WORTH_TRYING_AGAIN = new Set<unknown>([SERIALIZATION_FAILURE, DEADLOCK, CHANGED_SINCE])
const TRIES = 4

/** Runs `work` in one transaction. Reruns it when PostgreSQL aborts it for a conflict or a changed table. */
export async function inTransaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  isolation?: IsolationLevel,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const transaction = isolation ? db.transaction().setIsolationLevel(isolation) : db.transaction()
      return await transaction.execute(work)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (attempt >= TRIES || !WORTH_TRYING_AGAIN.has(code)) throw error
    }
  }
}

/** PostgreSQL accepts at most 65,535 parameters per statement: rows of up to 16 columns. */
const MOST_ROWS = 4_000

/** Splits a write into several statements: after a long downtime there may be many rows. */
export async function inChunks<Row, Written>(
  rows: readonly Row[],
  write: (chunk: readonly Row[]) => Promise<Written[]>,
): Promise<Written[]> {
  const written: Written[] = []
  for (let from = 0; from < rows.length; from += MOST_ROWS)
    written.push(...(await write(rows.slice(from, from + MOST_ROWS))))
  return written
}
