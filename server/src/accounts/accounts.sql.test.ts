import { LADDER_SINCE } from '@reveille/core/consents/consents'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changedRows } from '../../test/harness/database/changed-rows.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { deleteOld } from '../platform/database/delete-old.sql.ts'
import { findPreferences, upsertPreferences } from '../preferences/preferences.sql.ts'
import {
  findAccountDetails,
  findFormerEmail,
  findNeverVerified,
  setCalendarHash,
  setEmail,
  setNames,
} from './accounts.sql.ts'
import { personKeys } from './export/export-contents.sql.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')

test('ACCT-1 S24 an account shows and changes only its own data, whatever others have stopped, agreed to or chosen', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 3, dueAt: NOW })
  await sql`
    update users set second_phone = '+1303555100' || id, second_phone_verified = true;
    insert into opt_outs (phone, kind, opted_out_at)
    select number, kind, now() from users, unnest(array[phone, second_phone]) as number, unnest(array['calls', 'texts']) as kind where id = 1;
    insert into consents (user_id, kind, version, given_at)
    values (1, 'calls-and-texts', ${sql.lit(LADDER_SINCE)}, now()), (2, 'calls-and-texts', '2025-08', now()), (2, 'terms', ${sql.lit(LADDER_SINCE)}, now())
  `.execute(db)
  const stops = async (userId: number) => {
    const found = (await findAccountDetails(db, userId))!
    return [found.callsStoppedAt, found.textsStoppedAt, found.secondStoppedAt].map((at) => at !== null)
  }
  const isAgreed = async (userId: number) => Boolean((await findAccountDetails(db, userId))?.agreedToLadder)
  expect([await stops(1), await stops(2)]).toEqual([
    [true, true, true],
    [false, false, false],
  ])
  expect([await isAgreed(1), await isAgreed(2)]).toEqual([true, false])
  await db.updateTable('users').set({ phone_verified: false }).execute()
  expect(await stops(1)).toEqual([false, false, true]) // the first number may be somebody else's now
  await db.updateTable('users').set({ phone_verified: true, second_phone_verified: false }).execute()
  expect(await stops(1)).toEqual([true, true, false])
  await db.updateTable('users').set({ second_phone_verified: true }).execute()
  await db.deleteFrom('opt_outs').where('kind', '=', 'calls').execute()
  expect(await stops(1)).toEqual([false, true, false])

  const changed = (work: Parameters<typeof changedRows>[1]) => changedRows(db, work)
  expect(await changed((tx) => setNames(tx, 2, { name: 'Robin Early' }, NOW))).toEqual(['users 2'])
  expect(await changed((tx) => setCalendarHash(tx, 2, 'hash'))).toEqual(['users 2'])
  const move = { userId: 2, before: 'old@example.com', email: 'new@example.com', now: NOW }
  expect(await changed((tx) => setEmail(tx, move))).toEqual(['former_emails 1', 'users 2'])
  await changed((tx) =>
    setEmail(tx, { ...move, userId: 3, before: 'other@example.com', email: 'x@example.com', now: NOW - 1 }),
  )
  expect([await findFormerEmail(db, 1), await findFormerEmail(db, 9)]).toEqual(['old@example.com', null])
  expect((await personKeys(db, 2))?.addresses).toEqual([
    'new@example.com',
    '+12000000002',
    '+13035551002',
    'old@example.com',
  ])
  await db.updateTable('users').set({ phone_verified: false }).where('id', '=', 2).execute()
  expect((await personKeys(db, 2))?.addresses).not.toContain('+12000000002') // may be somebody else's now
  expect(await changed((tx) => deleteOld(tx, 'former_emails', NOW))).toEqual(['former_emails 2'])

  const chosen = {
    goals: ['work'],
    otherGoal: null,
    goalDescription: null,
    struggles: ['snooze'],
    otherStruggle: null,
    voice: 'lily',
  } as const
  const wanted = { ...chosen, goals: [...chosen.goals], struggles: [...chosen.struggles], customVoice: 'mine' }
  expect(await changed((tx) => upsertPreferences(tx, 2, wanted as never, NOW))).toEqual(['personalizations 2'])
  await changed((tx) => upsertPreferences(tx, 2, { ...wanted, customVoice: undefined } as never, NOW))
  expect([(await findPreferences(db, 2))?.customVoice, (await findPreferences(db, 1))?.voice]).toEqual(['mine', 'liam'])
})

test('S44 an account that never verified a number expires, unless somebody is signed in to it or it is an owner’s', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await sql`
    insert into users (email, name, phone, is_owner, created_at, updated_at)
    select name || '@example.com', name, phone, name = 'owns', ${new Date(NOW)}::timestamptz - age::interval, now()
    from (values ('goes', null, '2 ms'), ('is new', null, '1 ms'), ('has a number', '+12025550141', '2 ms'), ('is here', null, '2 ms'),
      ('was here', null, '2 ms'), ('owns', null, '2 ms')) as made (name, phone, age);
  `.execute(db)
  await sql`
    insert into sessions (sid, sess, expire) values
      ('here', '{"userId": 4}', ${new Date(NOW + 1)}), ('ended', '{"userId": 5}', ${new Date(NOW)})`.execute(db)
  const found = await findNeverVerified(db, { before: NOW - 1, now: NOW, limit: 9 })
  expect(found.toSorted()).toEqual([1, 5])
  expect(await findNeverVerified(db, { before: NOW - 1, now: NOW, limit: 1 })).toHaveLength(1)
})
