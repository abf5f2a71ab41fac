import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../../server/src/platform/database/database.ts'

/** Inserts people who may be called. */
export async function insertPeople(db: Database, count: number): Promise<void> {
  await sql`
    insert into users (email, name, phone, phone_verified, created_at, updated_at)
    select 'sleeper' || i || '@example.com', 'Robin', '+1' || (2000000000 + i), true, now(), now()
    from generate_series(0, ${count - 1}::int) as i
  `.execute(db)
  await sql`
    insert into personalizations (user_id, goals, struggles, voice, created_at, updated_at)
    select id, '{exercise}', '{snooze}', 'liam', now(), now() from users
  `.execute(db)
  await sql`vacuum analyze users, personalizations`.execute(db)
}

/** Inserts a schedule for each person, whose next call is a day away. */
export async function insertSchedules(db: Database): Promise<void> {
  await sql`
    insert into schedules (user_id, wakeup_time, timezone, is_recurring, weekdays, call_retry, advance_notice, next_due_at, created_at, updated_at)
    select id, '06:30', 'UTC', true, '{sun,mon,tue,wed,thu,fri,sat}', false, false, now() + interval '1 day', now(), now()
    from users
  `.execute(db)
  await sql`vacuum analyze schedules`.execute(db)
}

type Plan = {
  count: number
  dueAt: Instant
  /** Whether their words are synthesized already, like when a call is due. */
  isSpoken?: boolean
}

/**
 * Inserts one planned call for each of the first `count` people, like the planner's, all due at one instant. Deletes those
 * of earlier rounds.
 */
export async function planCalls(db: Database, { count, dueAt, isSpoken = false }: Plan): Promise<void> {
  await clearCalls(db)
  const due = sql`${new Date(dueAt)}::timestamptz`
  await sql`
    with planned as (
      insert into occurrences (schedule_id, user_id, due_at, timezone, call_retry, created_at)
      select id, user_id, ${due}, 'UTC', false, now() from schedules order by id limit ${count} returning id, user_id
    )
    insert into calls (occurrence_id, user_id, attempt, kind, due_at, dial_at, token, voice, created_at, prepare_at)
    select id, user_id, 1, 'first', ${due}, ${due}, md5(id || 'token'), 'liam', now(), ${isSpoken ? null : new Date(0)}
    from planned
  `.execute(db)
  await sql`analyze occurrences, calls`.execute(db)
}

/** Retries a deadlock, since the worker's loops lock these tables in another order. */
async function clearCalls(db: Database): Promise<void> {
  for (let tries = 5; ; tries--) {
    try {
      await sql`truncate occurrences cascade`.execute(db)
      await sql`update carrier_rate set next_free_at = '-infinity'`.execute(db)
      return
    } catch (error) {
      if (tries === 0) throw error
    }
  }
}
