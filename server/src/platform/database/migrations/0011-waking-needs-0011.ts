import { sql, type Kysely } from 'kysely'
import { OldProcessesRun } from './old-processes-run.ts'

/**
 * Proof of being up, its tasks, and the outcome that somebody picked up and proved nothing. The version before would take
 * a pick-up for a proof and doesn't know the new prompts, so it no longer starts, and this waits until its
 * workers have stopped. Its web processes can't be seen here: docs/operations.md, Upgrade, has them stopped first. Planned calls are worded anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`
    select id from workers where beat_at between now() - interval '15 seconds' and now() + interval '15 seconds'
  `.execute(db)
  if (rows.length > 0) throw new OldProcessesRun()
  await sql`
    alter table schedules
      add column proof text not null default 'gentle' check (proof in ('gentle', 'firm', 'strict')),
      add column snooze_minutes integer not null default 9,
      add column snooze_limit integer not null default 3;
    alter table occurrences
      add column proof text not null default 'gentle' check (proof in ('gentle', 'firm', 'strict')),
      add column snooze_minutes integer not null default 9,
      add column snooze_limit integer not null default 3,
      add column told_outcome text,
      drop constraint occurrences_outcome_check,
      add constraint occurrences_outcome_check
        check (outcome in ('answered', 'unconfirmed', 'missed', 'failed', 'skipped', 'cancelled'));
    alter table users add column ladder_asked_at timestamptz, add column firm_offered_at timestamptz;
    alter table calls
      add column tasks jsonb not null default '[]',
      add column task_round integer not null default 1,
      add column keyed_at timestamptz,
      drop constraint calls_kind_check,
      add constraint calls_kind_check
        check (kind in ('first', 'retry', 'snooze', 'wake-check', 'second-check', 'sample')),
      drop constraint calls_status_check,
      add constraint calls_status_check
        check (status in ('pending', 'answered', 'completed', 'unconfirmed', 'no_answer', 'failed'));
    update calls set script = null, prepare_at = 'epoch' where stage in ('planned', 'leased')
  `.execute(db)
}
