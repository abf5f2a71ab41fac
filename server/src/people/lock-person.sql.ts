import type { Callee } from '@reveille/core/people/callable'
import { sql } from 'kysely'
import { knownVoice } from '../platform/database/columns.ts'
import { runPrepared } from '../platform/database/prepared-driver.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { agreedToLadder } from './consents.sql.ts'

/**
 * Locks a person for the rest of the transaction. Every change of their schedules or calls takes this lock first, which
 * serializes them; inserts that reference the person aren't blocked. So this is also where the person is marked for a
 * check of webhook news, which sees the change once it's committed.
 */
export async function lockPerson(tx: Tx, userId: number): Promise<Callee | null> {
  const lock = sql<PersonRow>`
    with noted as (update signal_people set look_at = '-infinity' where user_id = ${userId})
    select users.id as "userId", users.phone, users.phone_verified as "phoneVerified", ${VOICE} as voice,
      ${hasStoppedCalls('phone')} as "optedOutOfCalls", ${agreedToLadder} as "agreedToLadder",
      users.second_phone as "secondPhone", users.second_phone_verified as "secondVerified",
      ${hasStoppedCalls('second_phone')} as "secondOptedOut"
    from users left join personalizations on personalizations.user_id = users.id
    where users.id = ${userId}
    for no key update of users`
  const [row] = await runPrepared(tx, lock)
  if (!row) return null
  const { secondPhone: phone, secondVerified: verified, secondOptedOut: optedOutOfCalls, ...callee } = row
  return { ...callee, second: phone === null ? null : { phone, verified, optedOutOfCalls } }
}

type PersonRow = Omit<Callee, 'second'> & {
  secondPhone: string | null
  secondVerified: boolean
  secondOptedOut: boolean
}

const VOICE = knownVoice('personalizations')

/** Only of a verified number: otherwise somebody else may have it now, and the stop is theirs. */
const hasStoppedCalls = (phone: 'phone' | 'second_phone') =>
  sql.raw(
    `(users.${phone}_verified and exists (select from opt_outs where opt_outs.phone = users.${phone} and opt_outs.kind = 'calls'))`,
  )
