import { sql, type Kysely } from 'kysely'

/**
 * When the words of a call are to be spoken; null when they are. A version without this column leaves it out, which means
 * at once: calls of both versions are prepared by the workers of either.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table calls add column prepare_at timestamptz;
    alter table calls alter column prepare_at set default 'epoch';
    update calls set prepare_at = 'epoch' where stage in ('planned', 'leased');
    create index if not exists calls_unprepared on calls (due_at) where prepare_at is not null and stage <> 'ended'
  `.execute(db)
}
