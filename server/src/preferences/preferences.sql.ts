import type { Insertable } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { PersonalizationRow, Tables } from '../platform/database/tables.ts'
import type { Tx } from '../platform/database/transaction.ts'

export async function findPersonalization(db: Database, userId: number): Promise<PersonalizationRow | null> {
  return (await db.selectFrom('personalizations').selectAll().where('user_id', '=', userId).executeTakeFirst()) ?? null
}

/** One a person: written the first time, replaced after that. */
export function upsertPersonalization(
  tx: Tx,
  row: Insertable<Tables['personalizations']>,
): Promise<PersonalizationRow> {
  const { user_id: _owner, created_at: _created, ...changed } = row
  return tx
    .insertInto('personalizations')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changed))
    .returningAll()
    .executeTakeFirstOrThrow()
}
