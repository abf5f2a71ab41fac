import type { Instant } from '@reveille/core/time/time-zone'
import { sql, type RawBuilder } from 'kysely'
import { changeUser } from '../people/people.sql.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { CodeWay } from '../sign-in/codes/codes.sql.ts'

/** The first number, or the second one, which the last retries dial. */
export type Place = 'first' | 'second'

const COLUMNS = {
  first: { phone: 'phone', verified: 'phone_verified', byCall: 'proven_by_call' },
  second: { phone: 'second_phone', verified: 'second_phone_verified', byCall: 'second_proven_by_call' },
} as const

/** Others with this number as their first or second. Locks the number until the transaction ends. */
export async function lockOtherHolders(
  tx: Tx,
  { phone, userId }: { phone: string; userId: number },
): Promise<{ holderId: number; place: Place }[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${phone}, 0))`.execute(tx)
  const others = tx.selectFrom('users').select('id as holderId').where('id', '<>', userId)
  const holders = (['first', 'second'] as const).map(async (place) => {
    const { phone: number, verified } = COLUMNS[place]
    const rows = await others.where(number, '=', phone).where(verified, '=', true).execute()
    return rows.map(({ holderId }) => ({ holderId, place }))
  })
  return (await Promise.all(holders)).flat()
}

type OfPerson = { userId: number; now: Instant }

/** Unverifies a number that somebody else has now, or that was never theirs. */
export const setNumberLost = (tx: Tx, place: Place, { userId, now }: OfPerson): Promise<void> =>
  setColumns(tx, { userId, now }, { [COLUMNS[place].verified]: false })

/** Replaces any previous number. One that received a texted code still takes texts after a call proves it again. */
export async function setVerifiedNumber(
  tx: Tx,
  place: Place,
  { phone, by, ...of }: OfPerson & { phone: string; by: CodeWay },
): Promise<void> {
  const columns = COLUMNS[place]
  const before = sql.ref(columns.phone)
  const byCall = sql<boolean>`${by === 'call'} and (${before} is distinct from ${phone} or ${sql.ref(columns.byCall)})`
  await setColumns(tx, of, { [columns.phone]: phone, [columns.verified]: true, [columns.byCall]: byCall })
}

export const removeSecondNumber = (tx: Tx, of: OfPerson): Promise<void> =>
  setColumns(tx, of, { second_phone: null, second_phone_verified: false, second_proven_by_call: false })

type Column = (typeof COLUMNS)[Place][keyof (typeof COLUMNS)[Place]]

async function setColumns(
  tx: Tx,
  { userId, now }: OfPerson,
  columns: { [column in Column]?: string | boolean | null | RawBuilder<boolean> },
): Promise<void> {
  await changeUser(tx, userId, { ...(columns as object), updated_at: new Date(now) })
}

/** Whether this is a number of a person's account, verified or not. */
export async function hasNumber(db: Database, { userId, phone }: { userId: number; phone: string }): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where((eb) => eb.or([eb('phone', '=', phone), eb('second_phone', '=', phone)]))
    .executeTakeFirst()
  return row !== undefined
}
