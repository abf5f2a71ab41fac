import { sql } from 'kysely'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { Database } from '../platform/database/database.ts'
import { PREPARED } from '../platform/database/prepared-driver.ts'
import type { Tx } from '../platform/database/transaction.ts'

/** What decides whether a person may be called. */
export type Person = {
  userId: number
  phone: string | null
  phoneVerified: boolean
  /** Null as long as there are no preferences. */
  voice: VoiceId | null
  optedOutOfCalls: boolean
}

/**
 * Locks a person for the rest of the transaction. Every change of somebody's schedules or of the life of their calls
 * takes this lock first, so such changes come one after the other; it lets inserts that refer to the person pass.
 */
export async function lockPerson(tx: Tx, userId: number): Promise<Person | null> {
  const row = await tx
    .selectFrom('users')
    .leftJoin('personalizations', 'personalizations.user_id', 'users.id')
    .select((eb) => [
      'users.id',
      'users.phone',
      'users.phone_verified',
      'personalizations.voice',
      eb
        .exists(
          eb
            .selectFrom('opt_outs')
            .select(sql`1`.as('one'))
            .whereRef('opt_outs.phone', '=', 'users.phone')
            .where('opt_outs.kind', '=', 'calls'),
        )
        .as('opted_out'),
    ])
    .where('users.id', '=', userId)
    .modifyFront(PREPARED)
    .modifyEnd(sql`for no key update of users`)
    .executeTakeFirst()
  if (!row) return null
  return {
    userId: row.id,
    phone: row.phone,
    phoneVerified: row.phone_verified,
    voice: row.voice,
    optedOutOfCalls: Boolean(row.opted_out),
  }
}

/** Whether a call may be planned for this person at all (CALL-1, CALL-7). */
export function mayBeCalled(person: Person): person is Person & { phone: string; voice: VoiceId } {
  return person.phoneVerified && person.phone !== null && person.voice !== null && !person.optedOutOfCalls
}

/** The voices of those among these people who may be called; who is not in it may not. */
export async function callableVoices(db: Database, userIds: readonly number[]): Promise<Map<number, VoiceId>> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('personalizations', 'personalizations.user_id', 'users.id')
    .select(['users.id', 'personalizations.voice'])
    .where('users.id', 'in', userIds)
    .where('users.phone_verified', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('opt_outs')
            .select(sql`1`.as('one'))
            .whereRef('opt_outs.phone', '=', 'users.phone')
            .where('opt_outs.kind', '=', 'calls'),
        ),
      ),
    )
    .execute()
  return new Map(rows.map(({ id, voice }) => [id, voice]))
}

export async function isCallable(db: Database, userId: number): Promise<boolean> {
  return (await callableVoices(db, [userId])).has(userId)
}
