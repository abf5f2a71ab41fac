import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { CopyClient } from './copy-tables.sql.ts'
import type { Database } from './database.ts'

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

/** `keepFact` in a restore's own transaction, whose connection isn't from the pool. */
export async function keepFactOn(client: CopyClient, key: string, value: string): Promise<void> {
  await client.query(
    'insert into installation (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [key, value],
  )
}

/** Null also when there are no tables yet. */
export async function findFactOn(client: CopyClient, key: string): Promise<string | null> {
  const known = await client.query<{ found: string | null }>(`select to_regclass('installation')::text as found`)
  if (known.rows[0]!.found === null) return null
  const { rows } = await client.query<{ value: string }>('select value from installation where key = $1', [key])
  return rows[0]?.value ?? null
}

export async function forgetFact(db: Database, key: string): Promise<void> {
  await db.deleteFrom('installation').where('key', '=', key).execute()
}

/** Claims the next run of `work`: true for one of all workers per `everyMs`. */
export async function claimRun(db: Database, work: string, now: Instant, everyMs: number): Promise<boolean> {
  const { rows } = await sql`
    insert into installation (key, value) values (${`turn: ${work}`}, ${String(now)})
    on conflict (key) do update set value = excluded.value where installation.value::bigint <= ${now - everyMs}
    returning key
  `.execute(db)
  return rows.length > 0
}
