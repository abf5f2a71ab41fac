import type { Occurrence } from '@reveille/core/schedules/occurrence'
import type { Instant } from '@reveille/core/time/time-zone'
import { mayBeCalled } from '../people/callable.sql.ts'
import { OCCURRENCE } from '../platform/database/columns.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { timestamp } from '../platform/database/value-types.ts'

/** Takes announcements that are due, each once, and returns their occurrences that are neither over nor ringing. */
export async function takeAnnouncements(
  tx: Tx,
  now: Instant,
  limit: number,
): Promise<{ taken: number; occurrenceIds: number[] }> {
  const rows = await tx
    .updateTable('occurrences')
    .set({ announce_at: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('occurrences')
        .select('id')
        .where('announce_at', '<=', timestamp(now))
        .orderBy('announce_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'outcome', 'due_at'])
    .execute()
  const wanted = rows.filter((row) => row.outcome === null && row.due_at > now)
  return { taken: rows.length, occurrenceIds: wanted.map(({ id }) => id) }
}

export type Announced = { userId: number; phone: string; dueAt: Instant; timezone: string }

/**
 * Marks an occurrence as announced before its text is sent: a crash sends one too few rather than two. Returns what the
 * text needs; null when it was already marked, or nothing is to be announced any more.
 */
export async function markAnnounced(db: Database, occurrenceId: number, now: Instant): Promise<Announced | null> {
  const row = await db
    .updateTable('occurrences')
    .from('users')
    .set({ announced_at: new Date(now) })
    .whereRef('users.id', '=', 'occurrences.user_id')
    .where('occurrences.id', '=', occurrenceId)
    .where('occurrences.announced_at', 'is', null)
    .where('occurrences.outcome', 'is', null)
    .where('occurrences.due_at', '>', timestamp(now))
    .where(mayBeCalled)
    .returning(['users.id', 'users.phone', 'occurrences.due_at', 'occurrences.timezone'])
    .executeTakeFirst()
  if (!row || row.phone === null) return null
  return { userId: row.id, phone: row.phone, dueAt: row.due_at, timezone: row.timezone }
}

/** The person's last announced call that is still to come: the one that SKIP means. */
export async function findAnnouncedAhead(tx: Tx, userId: number, now: Instant): Promise<Occurrence | null> {
  const announced = announcedAhead(tx, userId, now).where('outcome', 'is', null).orderBy('announced_at', 'desc')
  return (await announced.executeTakeFirst()) ?? null
}

/** The last skipped announced call that is still to come: the one that a repeated SKIP means. */
export async function findSkippedAhead(tx: Tx, userId: number, now: Instant): Promise<Occurrence | null> {
  const skipped = announcedAhead(tx, userId, now).where('outcome', '=', 'skipped').orderBy('outcome_at', 'desc')
  return (await skipped.executeTakeFirst()) ?? null
}

function announcedAhead(tx: Tx, userId: number, now: Instant) {
  return tx
    .selectFrom('occurrences')
    .select(OCCURRENCE)
    .where('user_id', '=', userId)
    .where('announced_at', 'is not', null)
    .where('due_at', '>', timestamp(now))
    .limit(1)
}
