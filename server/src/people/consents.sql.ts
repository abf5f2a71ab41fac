import { CONSENTS, LADDER_SINCE, type ConsentKind } from '@reveille/core/consents/consents'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { noteAccountEvent, type AskedFrom } from '../platform/audit/account-events.sql.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { changeUser } from './people.sql.ts'

export type Consent = { userId: number; kind: ConsentKind; from: AskedFrom; now: Instant; version?: string }

export async function insertConsent(
  tx: Tx,
  { userId, kind, from, now, version = CONSENTS[kind].version }: Consent,
): Promise<void> {
  await tx
    .insertInto('consents')
    .values({ user_id: userId, kind, version, ip: from.ip, given_at: new Date(now), withdrawn_at: null })
    .execute()
  await changeUser(tx, userId)
  await noteAccountEvent(tx, { userId, now, from }, { kind: 'consent-given', consent: kind })
}

/** Since when a person agrees to it; null when they don't. */
export async function consentSince(db: Database, userId: number, kind: ConsentKind): Promise<Instant | null> {
  const row = await db
    .selectFrom('consents')
    .select('given_at')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return row?.given_at ?? null
}

/** Whether a person agreed to up to nine calls on one morning, for any statement that reads `users`. */
export const agreedToLadder = sql<boolean>`exists (select from consents where consents.user_id = users.id
  and consents.kind = 'calls-and-texts' and consents.version >= ${LADDER_SINCE})`

export async function agreesToLadder(db: Database, userId: number): Promise<boolean> {
  const agreed = db.selectFrom('users').select(agreedToLadder.as('agreed')).where('id', '=', userId)
  return (await agreed.executeTakeFirst())?.agreed === true
}

/** Keeps a withdrawn consent with its end, to account for what was done under it. */
export async function withdrawConsent(tx: Tx, { userId, kind, from, now }: Consent): Promise<void> {
  await tx
    .updateTable('consents')
    .set({ withdrawn_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('withdrawn_at', 'is', null)
    .execute()
  await changeUser(tx, userId)
  await noteAccountEvent(tx, { userId, now, from }, { kind: 'consent-withdrawn', consent: kind })
}
