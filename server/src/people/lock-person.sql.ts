import { LADDER_SINCE } from '@reveille/core/consents/consents'
import type { Callee, SecondNumber } from '@reveille/core/people/callable'
import type { VoiceId } from '@reveille/core/speech/voices'
import { sql } from 'kysely'
import { runPrepared } from '../platform/database/prepared-driver.ts'
import type { Tx } from '../platform/database/transaction.ts'

/**
 * Locks a person for the rest of the transaction. Every change of their schedules or calls takes this lock first, which
 * serializes them; inserts that reference the person aren't blocked. So this is also where the person is marked for a
 * check of webhook news, which sees the change once it's committed.
 */
export async function lockPerson(tx: Tx, userId: number): Promise<Callee | null> {
  const lock = sql<PersonRow>`
    with noted as (update signal_people set look_at = '-infinity' where user_id = ${userId})
    select users.id, users.phone, users.phone_verified, users.second_phone, users.second_phone_verified,
      personalizations.voice,
      ${hasStoppedCalls('phone')} as opted_out,
      ${hasStoppedCalls('second_phone')} as second_opted_out,
      exists (select from consents where consents.user_id = users.id and consents.kind = 'calls-and-texts'
        and consents.version >= ${LADDER_SINCE}) as agreed_to_ladder
    from users left join personalizations on personalizations.user_id = users.id
    where users.id = ${userId}
    for no key update of users`
  const [row] = await runPrepared(tx, lock)
  if (!row) return null
  return {
    userId: row.id,
    phone: row.phone,
    phoneVerified: row.phone_verified,
    voice: row.voice,
    optedOutOfCalls: row.opted_out,
    agreedToLadder: row.agreed_to_ladder,
    second: row.second_phone === null ? null : secondOf(row.second_phone, row),
  }
}

type SecondRow = { second_phone_verified: boolean; second_opted_out: boolean }
type PersonRow = SecondRow & {
  id: number
  phone: string | null
  phone_verified: boolean
  second_phone: string | null
  voice: VoiceId | null
  opted_out: boolean
  agreed_to_ladder: boolean
}

const secondOf = (phone: string, { second_phone_verified, second_opted_out }: SecondRow): SecondNumber => ({
  phone,
  verified: second_phone_verified,
  optedOutOfCalls: second_opted_out,
})

const hasStoppedCalls = (phone: 'phone' | 'second_phone') =>
  sql.raw(`exists (select from opt_outs where opt_outs.phone = users.${phone} and opt_outs.kind = 'calls')`)
