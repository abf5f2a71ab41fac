import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../../../src/platform/database/database.ts'

/** Planned calls of `count` people, with statistics from before any lease, as when many calls become due at once. */
export async function putPlannedCalls(
  db: Database,
  { count, dueAt }: { count: number; dueAt: Instant },
): Promise<void> {
  await sql`
    insert into users (email, name, phone, phone_verified, created_at, updated_at)
    select 'sleeper' || i || '@example.com', 'Robin', '+1' || (2000000000 + i), true, now(), now()
    from generate_series(1, ${count}::int) as i
  `.execute(db)
  await sql`
    insert into personalizations (user_id, goals, struggles, voice, created_at, updated_at)
    select id, '{exercise}', '{snooze}', 'liam', now(), now() from users
  `.execute(db)
  await sql`
    insert into schedules (user_id, wakeup_time, timezone, is_recurring, weekdays, call_retry, advance_notice, created_at, updated_at)
    select id, '06:30', 'UTC', true, '{sun,mon,tue,wed,thu,fri,sat}', false, false, now(), now() from users
  `.execute(db)
  const due = sql`${new Date(dueAt)}::timestamptz`
  await sql`
    with planned as (
      insert into occurrences (schedule_id, user_id, due_at, timezone, call_retry, created_at)
      select id, user_id, ${due}, 'UTC', false, now() from schedules returning id, user_id
    )
    insert into calls (occurrence_id, user_id, attempt, kind, due_at, dial_at, token, voice, created_at)
    select id, user_id, 1, 'first', ${due}, ${due}, 'token' || id, 'liam', now() from planned
  `.execute(db)
  await sql`analyze users, personalizations, schedules, occurrences, calls`.execute(db)
}
