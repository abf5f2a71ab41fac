import { LADDER_SINCE } from '@reveille/core/consents/consents'
import type { Callee, SecondNumber } from '@reveille/core/people/callable'
import { sql, type ExpressionBuilder, type SqlBool } from 'kysely'
import { runPrepared } from '../platform/database/prepared-driver.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Tx } from '../platform/database/transaction.ts'

/**
 * Locks a person for the rest of the transaction. Every change of their schedules or calls takes this lock first, which
 * serializes them; inserts that reference the person aren't blocked. So this is also where the person is marked for a
 * check of webhook news, which sees the change once it's committed.
 */
export async function lockPerson(tx: Tx, userId: number): Promise<Callee | null> {
  const lock = tx
    .with('noted', (db) =>
      db
        .updateTable('signal_people')
        .set({ look_at: sql`'-infinity'` })
        .where('user_id', '=', userId),
    )
    .selectFrom('users')
    .leftJoin('personalizations', 'personalizations.user_id', 'users.id')
    .select(['users.id', 'users.phone', 'users.phone_verified', 'users.second_phone', 'users.second_phone_verified'])
    .select('personalizations.voice')
    .select((eb) => [
      hasStoppedCalls(eb, 'users.phone').as('opted_out'),
      hasStoppedCalls(eb, 'users.second_phone').as('second_opted_out'),
      eb
        .exists(
          eb
            .selectFrom('consents')
            .select(sql`1`.as('one'))
            .whereRef('consents.user_id', '=', 'users.id')
            .where('consents.kind', '=', 'calls-and-texts')
            .where('consents.version', '>=', LADDER_SINCE),
        )
        .as('agreed_to_ladder'),
    ])
    .where('users.id', '=', userId)
    .modifyEnd(sql`for no key update of users`)
  const [row] = await runPrepared(tx, lock)
  if (!row) return null
  return {
    userId: row.id,
    phone: row.phone,
    phoneVerified: row.phone_verified,
    voice: row.voice,
    optedOutOfCalls: Boolean(row.opted_out),
    agreedToLadder: Boolean(row.agreed_to_ladder),
    second: row.second_phone === null ? null : secondOf(row.second_phone, row),
  }
}

type SecondRow = { second_phone_verified: boolean; second_opted_out: SqlBool }

const secondOf = (phone: string, { second_phone_verified, second_opted_out }: SecondRow): SecondNumber => ({
  phone,
  verified: second_phone_verified,
  optedOutOfCalls: Boolean(second_opted_out),
})

const hasStoppedCalls = (eb: ExpressionBuilder<Tables, 'users'>, phone: 'users.phone' | 'users.second_phone') =>
  eb.exists(
    eb
      .selectFrom('opt_outs')
      .select(sql`1`.as('one'))
      .whereRef('opt_outs.phone', '=', phone)
      .where('opt_outs.kind', '=', 'calls'),
  )
