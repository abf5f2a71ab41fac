import type { FirmOfferFacts } from '@reveille/core/calls/firm-offer'
import { RUNG_OUTCOMES, type RungOccurrence } from '@reveille/core/calls/progress'
import type { Proof } from '@reveille/core/calls/proof'
import { localDateAt } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

/** Ten years of one call a day: the longest streak that we count. */
const MOST = 3_650

/** A person's finished occurrences that rang, newest first; not those that another call settled beforehand. */
export async function listRung(
  db: Database,
  userId: number,
): Promise<(RungOccurrence & { timezone: string; proof: Proof })[]> {
  const rows = await db
    .selectFrom('occurrences')
    .select(['due_at as dueAt', 'timezone', 'outcome', 'proof'])
    .where('user_id', '=', userId)
    .where('is_sample', '=', false)
    .where('outcome', 'in', RUNG_OUTCOMES)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('calls')
          .select(sql`1`.as('one'))
          .whereRef('calls.occurrence_id', '=', 'occurrences.id'),
      ),
    )
    .orderBy('due_at', 'desc')
    .limit(MOST)
    .$narrowType<{ outcome: RungOccurrence['outcome'] }>()
    .execute()
  return rows.map(({ dueAt, ...rung }) => ({ ...rung, date: localDateAt(dueAt, rung.timezone) }))
}

/** What, besides outcomes, decides whether to offer three digits. */
export async function findFirmOffer(
  db: Database,
  userId: number,
): Promise<Pick<FirmOfferFacts, 'proofs' | 'answeredAt'>> {
  const { answeredAt } = await db
    .selectFrom('users')
    .select('firm_offered_at as answeredAt')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const active = await db
    .selectFrom('schedules')
    .select('proof')
    .where('user_id', '=', userId)
    .where('is_active', '=', true)
    .where('ended_at', 'is', null)
    .execute()
  return { answeredAt, proofs: active.map(({ proof }) => proof) }
}
