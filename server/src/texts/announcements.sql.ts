import type { Occurrence } from '@reveille/core/schedules/schedule'
import type { Instant } from '@reveille/core/time/time-zone'
import { type NotNull, sql } from 'kysely'
import { mayBeCalledSql } from '../people/callable.sql.ts'
import { OCCURRENCE } from '../platform/database/columns.ts'
import type { Database } from '../platform/database/database.ts'
import { dueRows } from '../platform/database/due-rows.sql.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { timestamp } from '../platform/database/value-types.ts'

/** Claims due announcements, each once, and returns their occurrences that are neither over nor ringing. */
export async function takeAnnouncements(
  tx: Tx,
  now: Instant,
  limit: number,
): Promise<{ taken: number; occurrenceIds: number[] }> {
  const { rows } = await sql<{ id: number; wanted: boolean }>`
    update occurrences set announce_at = null where id in ${dueRows('occurrences', 'announce_at', { now, limit })}
    returning id, outcome is null and due_at > ${new Date(now)} as wanted
  `.execute(tx)
  return { taken: rows.length, occurrenceIds: rows.flatMap(({ id, wanted }) => (wanted ? [id] : [])) }
}

/**
 * Marks an occurrence as announced before its text is sent, so that a crash sends one too few rather than two. Returns
 * what the text needs; null if it was already marked or must no longer be announced.
 */
export async function markAnnounced(
  db: Database,
  occurrenceId: number,
  { token, now }: { token: string; now: Instant },
) {
  const row = await db
    .updateTable('occurrences')
    .from('users')
    .set({ announced_at: new Date(now), announcement_token: token })
    .whereRef('users.id', '=', 'occurrences.user_id')
    .where('occurrences.id', '=', occurrenceId)
    .where('occurrences.announced_at', 'is', null)
    .where('occurrences.outcome', 'is', null)
    .where('occurrences.due_at', '>', timestamp(now))
    .where(mayBeCalledSql)
    .returning(['users.id as userId', 'users.phone', 'occurrences.due_at as dueAt', 'occurrences.timezone'])
    .$narrowType<{ phone: NotNull }>() // who may be called has one
    .executeTakeFirst()
  return row ?? null
}

/** The person's announced future calls, which a SKIP may mean; skipped ones too. */
export function findAnnouncedAhead(tx: Tx, userId: number, now: Instant): Promise<Occurrence[]> {
  return tx
    .selectFrom('occurrences')
    .select(OCCURRENCE)
    .where('user_id', '=', userId)
    .where('announced_at', 'is not', null)
    .where('due_at', '>', timestamp(now))
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'skipped')]))
    .execute()
}

/** Null when the result is already known. 'delivered' is final; it also replaces 'failed'. */
export async function recordAnnouncement(
  db: Database,
  token: string,
  { delivery, error }: { delivery: 'delivered' | 'failed'; error: number | null },
): Promise<{ userId: number; phone: string } | null> {
  const row = await db
    .updateTable('occurrences')
    .from('users')
    .set({ announcement_delivery: delivery, announcement_error: error })
    .whereRef('users.id', '=', 'occurrences.user_id')
    .where('announcement_token', '=', token)
    .where((eb) =>
      delivery === 'delivered'
        ? eb.or([eb('announcement_delivery', 'is', null), eb('announcement_delivery', '=', 'failed')])
        : eb('announcement_delivery', 'is', null),
    )
    .returning(['users.id', 'users.phone'])
    .executeTakeFirst()
  return row == null || row.phone === null ? null : { userId: row.id, phone: row.phone }
}
