import type { VoiceId } from '@reveille/core/speech/voices'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

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
