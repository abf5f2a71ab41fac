import { sql, type Kysely } from 'kysely'

/**
 * When the words of a call are to be spoken; null when they are. The version before leaves the column out when it plans a
 * call, and its default means at once: workers of this version prepare the calls of both. That version's own workers know
 * only their queue, in which nothing is put any more. What is spoken already stays: the call may be due in a moment.
 * An operator may have made column and index beforehand (docs/operations.md, Upgrade).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table calls add column if not exists prepare_at timestamptz;
    alter table calls alter column prepare_at set default 'epoch';
    update calls set prepare_at = 'epoch' where stage in ('planned', 'leased')
      and (script is null or jsonb_path_exists(script, '$.*.audioKey ? (@ == null)'));
    create index if not exists calls_unprepared on calls (due_at) where prepare_at is not null and stage <> 'ended'
  `.execute(db)
}
