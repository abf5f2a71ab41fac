import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { erasePerson } from './erase-person.sql.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')

test('ACCT-3 S44 S46 erasing a person removes all their rows, keeps their stops, and touches nobody else', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 4, dueAt: NOW })
  const people = await db.selectFrom('users').select(['id', 'phone']).orderBy('id').execute()
  const [leaves, , unproven] = people as [{ id: number; phone: string }, unknown, { id: number; phone: string }]
  const seconds = people.map(({ id }) => `+1303555100${id}`)
  // Each has a call at the carrier, a recording there, codes and a session, and stopped everything on both numbers.
  await sql`
    update users set second_phone = '+1303555100' || id, second_phone_verified = true;
    update users set phone_verified = false, second_phone_verified = false where id = ${sql.lit(unproven.id)};
    update calls set carrier_call_id = 'call of ' || user_id, stage = 'placed';
    insert into calls (occurrence_id, user_id, attempt, kind, due_at, dial_at, token, voice, created_at, stage, carrier_call_id, seek_recording_at)
    select occurrence_id, user_id, attempt, 'retry', due_at, dial_at, token || attempt, 'liam', created_at, 'ended', state || user_id, sought
    from (select occurrence_id, user_id, due_at, dial_at, token, created_at from calls) as made,
      (values (2, 'over, of ', null), (3, 'sought, of ', now())) as more (attempt, state, sought);
    insert into carrier_recordings (recording_id, call_id, due_at, tries, created_at)
    select 'recording of ' || user_id, id, now(), 5, now() from calls where attempt = 2;
    insert into one_time_codes (address, purpose, browser_hash, created_at, expires_at)
    select email, 'login', 'browser', now(), now() from users union all
    select 'new' || id || '@example.com', 'email:' || id, 'browser', now(), now() from users;
    insert into sessions (sid, sess, expire) select 'of ' || id, jsonb_build_object('userId', id), now() from users;
    insert into opt_outs (phone, kind, opted_out_at)
    select number, kind, now() from users, unnest(array[phone, second_phone]) as number, unnest(array['calls', 'texts']) as kind
  `.execute(db)

  const erase = (userId: number) =>
    inTransaction(db, (tx) => erasePerson(tx, { userId, phoneHash: (phone) => `hash of ${phone}`, now: NOW }))
  const erased = await erase(leaves.id)
  expect(erased?.email).toBe('sleeper1@example.com')
  expect(erased?.carrierCalls.map(({ carrierCallId }) => carrierCallId).toSorted()).toEqual([
    'call of 1',
    'sought, of 1',
  ])
  expect(await erase(leaves.id)).toBeNull()
  await erase(unproven.id)

  const left = async (query: ReturnType<typeof sql<{ of: string }>>) =>
    (await query.execute(db)).rows.map(({ of }) => of)
  expect(await left(sql`select id::text as of from users order by 1`)).toEqual(['2', '4'])
  expect(await left(sql`select sid as of from sessions order by 1`)).toEqual(['of 2', 'of 4'])
  expect(await left(sql`select address as of from one_time_codes order by 1`)).toEqual([
    'new2@example.com',
    'new4@example.com',
    'sleeper2@example.com',
    'sleeper4@example.com',
  ])
  // Due for deletion at the carrier at once, with no tries counted.
  expect(await left(sql`select recording_id as of from carrier_recordings where call_id is null order by 1`)).toEqual([
    'recording of 1',
    'recording of 3',
  ])
  const due = sql<{
    of: string
  }>`select recording_id as of from carrier_recordings where tries = 0 and due_at = ${new Date(NOW)} order by 1`
  expect(await left(due)).toEqual(['recording of 1', 'recording of 3'])
  // Kept as a hash only. An unverified number wasn't theirs, so its stop stays as it is.
  expect(await left(sql`select phone_hash as of from kept_opt_outs group by 1 order by 1`)).toEqual(
    [leaves.phone, seconds[0]].map((phone) => `hash of ${phone}`),
  )
  expect(await left(sql`select kind as of from kept_opt_outs order by 1`)).toEqual(['calls', 'calls', 'texts', 'texts'])
  expect(await left(sql`select phone as of from opt_outs group by 1 order by 1`)).toEqual(
    people.flatMap(({ id, phone }, at) => (id === leaves.id ? [] : [phone, seconds[at]])).toSorted(),
  )
})
