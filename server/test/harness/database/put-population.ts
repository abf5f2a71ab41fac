import { sql } from 'kysely'
import type { Database } from '../../../src/platform/database/database.ts'

/**
 * People as the product stores them: an account, preferences, a session, two schedules each, and answered occurrences,
 * each with its call and timeline. Inserted in bulk.
 */
export async function putPopulation(
  db: Database,
  { people, occurrences }: { people: number; occurrences: number },
): Promise<void> {
  await sql`
    insert into users (email, name, phone, phone_verified, created_at, updated_at)
    select 'person' || i || '@example.com', 'Robin Sleeper', '+1' || (3000000000 + i), true, now(), now()
    from generate_series(1, ${people}::int) as i
  `.execute(db)
  await sql`
    insert into personalizations (user_id, goals, struggles, voice, created_at, updated_at)
    select id, '{exercise,study}', '{snooze}', 'liam', now(), now() from users
  `.execute(db)
  await sql`
    insert into sessions (sid, sess, expire)
    select encode(sha256(('session' || id)::bytea), 'hex'), jsonb_build_object('userId', id, 'remembered', true,
      'signedInAt', 1800000000000, 'lastSeenAt', 1800000000000, 'browser', 'Firefox on Linux'), now() + interval '30 days'
    from users
  `.execute(db)
  await sql`
    insert into schedules (user_id, wakeup_time, timezone, is_recurring, weekdays, call_retry, advance_notice, next_due_at, created_at, updated_at)
    select id, wakeup, 'Europe/Berlin', true, days::text[], true, false,
      now() + interval '1 hour' + random() * interval '1 day', now(), now()
    from users, (values ('06:30', '{mon,tue,wed,thu,fri}'), ('08:30', '{sat,sun}')) as week (wakeup, days)
  `.execute(db)
  for (let day = 1; day <= occurrences; day++) await putOccurrence(db, day)
  await sql`vacuum analyze`.execute(db)
}

async function putOccurrence(db: Database, day: number): Promise<void> {
  const at = sql`now() - make_interval(days => ${day}::int)`
  await sql`
    with occurrence as (
      insert into occurrences (schedule_id, user_id, due_at, timezone, call_retry, outcome, outcome_at, confirmed_at, created_at)
      select min(id), user_id, ${at}, 'Europe/Berlin', true, 'answered', ${at}, ${at}, ${at} from schedules group by user_id
      returning id, user_id
    ), made as (
      insert into calls (occurrence_id, user_id, attempt, kind, due_at, dial_at, slot_at, stage, status, token, phone,
        carrier_call_id, marked_at, placed_at, ringing_at, answered_at, ended_at, duration_s, confirmed_at, voice, script,
        spoke_of, created_at)
      select id, user_id, 1, 'first', ${at}, ${at}, ${at}, 'ended', 'completed', md5('a' || id) || md5('b' || id), '+13000000000',
        'CA' || md5('c' || id), ${at}, ${at}, ${at}, ${at}, ${at}, 31, ${at}, 'liam', ${SCRIPT}::jsonb, 'exercise', ${at}
      from occurrence returning id
    )
    insert into call_events (call_id, at, kind, detail)
    select id, ${at}, kind, null from made, unnest('{planned,dialling,placed,ringing,picked-up,key,ended}'::text[]) as kind
  `.execute(db)
}

/** As long as a usual call's words and clip keys. */
const SCRIPT = JSON.stringify(
  Object.fromEntries(
    ['greeting', 'message', 'choices', 'goodbye'].map((part) => [
      part,
      {
        text: 'Good morning, it is time to get up and do what you came for. '.repeat(4),
        clips: Array.from({ length: 3 }, () => `speech/shared/${'k'.repeat(54)}.wav`),
      },
    ]),
  ),
)
