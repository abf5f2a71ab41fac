import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/transaction.ts'

export function listPasskeys(db: Database, userId: number) {
  return db
    .selectFrom('passkeys')
    .select([
      'id',
      'credential_id as credentialId',
      'host',
      'name',
      'added_at as addedAt',
      'last_used_at as lastUsedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** `host`: passkeys of a former address don't count. */
export async function findPasskey(db: Database, credentialId: string, host: string) {
  const row = await db
    .selectFrom('passkeys')
    .select(['id', 'user_id as userId', 'public_key as publicKey', 'name'])
    .where('credential_id', '=', credentialId)
    .where('host', '=', host)
    .executeTakeFirst()
  return row ?? null
}

/** Locks a passkey and returns its counter; null if it's gone. Lock the person first. */
export async function lockPasskey(tx: Tx, id: number): Promise<number | null> {
  const row = await tx.selectFrom('passkeys').select('counter').where('id', '=', id).forUpdate().executeTakeFirst()
  return row?.counter ?? null
}

export async function markPasskeyUsed(tx: Tx, id: number, used: { counter: number; now: Instant }): Promise<void> {
  await tx
    .updateTable('passkeys')
    .set({ counter: used.counter, last_used_at: new Date(used.now) })
    .where('id', '=', id)
    .execute()
}

export type NewPasskey = {
  userId: number
  credentialId: string
  publicKey: string
  counter: number
  host: string
  name: string
  now: Instant
}

/** False if somebody has it already. */
export async function insertPasskey(tx: Tx, { now, ...passkey }: NewPasskey): Promise<boolean> {
  const { userId: user_id, credentialId: credential_id, publicKey: public_key, counter, host, name } = passkey
  const row = await tx
    .insertInto('passkeys')
    .values({ user_id, credential_id, public_key, counter, host, name, added_at: new Date(now), last_used_at: null })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deletePasskey(tx: Tx, { userId, id }: { userId: number; id: number }): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Passkeys made for other hosts than this one. */
export async function countPasskeysElsewhere(db: Database, host: string): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('host', '<>', host)
    .executeTakeFirstOrThrow()
  return Number(count)
}
