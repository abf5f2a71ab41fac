import type { Database } from './database.ts'

/** What is remembered about this installation; null when it is not known yet. */
export async function findFact(db: Database, key: string): Promise<string | null> {
  return (await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst())?.value ?? null
}

export async function keepFact(db: Database, key: string, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
