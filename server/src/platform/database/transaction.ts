import type { Transaction } from 'kysely'
import type { Database } from './database.ts'
import { CHANGED_SINCE } from './prepared-driver.ts'
import type { Tables } from './tables.ts'

export type Tx = Transaction<Tables>

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const WORTH_TRYING_AGAIN = new Set<unknown>([SERIALIZATION_FAILURE, DEADLOCK, CHANGED_SINCE])
const TRIES = 4

/** Runs `work` in one transaction; again from the start when PostgreSQL gave it up for another one, or a changed table. */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (attempt >= TRIES || !WORTH_TRYING_AGAIN.has(code)) throw error
    }
  }
}
