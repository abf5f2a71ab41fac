import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../platform/database/database.ts'
import type { OccurrenceRow } from '../platform/database/tables.ts'
import type { Tx } from '../platform/database/transaction.ts'

/** Takes announcements that are due, each once, and answers the occurrences of them that are not over or ringing already. */
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
        .where('announce_at', '<=', new Date(now))
        .orderBy('announce_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'outcome', 'due_at'])
    .execute()
  const wanted = rows.filter((row) => row.outcome === null && row.due_at.getTime() > now)
  return { taken: rows.length, occurrenceIds: wanted.map(({ id }) => id) }
}

export type Announced = { phone: string; dueAt: Instant; timezone: string }

/**
 * Marks an occurrence as announced, before its text is sent: whoever dies over it sends one too few rather than two.
 * Answers what the text needs; null when it was marked before, or nothing is to be announced any more.
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
    .where('occurrences.due_at', '>', new Date(now))
    .where('users.phone_verified', '=', true)
    .returning(['users.phone', 'occurrences.due_at', 'occurrences.timezone'])
    .executeTakeFirst()
  if (!row || row.phone === null) return null
  return { phone: row.phone, dueAt: row.due_at.getTime(), timezone: row.timezone }
}

/** The call that was announced last to a person and is still ahead: the one that SKIP means. */
export async function findAnnouncedAhead(tx: Tx, userId: number, now: Instant): Promise<OccurrenceRow | null> {
  const announced = announcedAhead(tx, userId, now).where('outcome', 'is', null).orderBy('announced_at', 'desc')
  return (await announced.executeTakeFirst()) ?? null
}

/** The announced call that was skipped last and is still ahead: what a SKIP that comes again speaks of. */
export async function findSkippedAhead(tx: Tx, userId: number, now: Instant): Promise<OccurrenceRow | null> {
  const skipped = announcedAhead(tx, userId, now).where('outcome', '=', 'skipped').orderBy('outcome_at', 'desc')
  return (await skipped.executeTakeFirst()) ?? null
}

function announcedAhead(tx: Tx, userId: number, now: Instant) {
  return tx
    .selectFrom('occurrences')
    .selectAll()
    .where('user_id', '=', userId)
    .where('announced_at', 'is not', null)
    .where('due_at', '>', new Date(now))
    .limit(1)
}
