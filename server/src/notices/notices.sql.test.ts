import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changedRows } from '../../test/harness/database/changed-rows.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { deleteExcess, deleteOld } from '../platform/database/delete-old.sql.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import {
  countUnread,
  findNotice,
  insertNotice,
  listNotices,
  markRead,
  replaceNotice,
  setMailWanted,
  wasTold,
} from './notices.sql.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')

test('SHELL-11 S24 showing, counting, reading and trimming a person’s notices touches nobody else’s', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 2, dueAt: NOW })
  const give = (userId: number, kind: string, detail: Record<string, unknown> = {}, createdAt = NOW) =>
    inTransaction(db, (tx) => insertNotice(tx, { userId, kind, detail, createdAt }))
  const ids = [
    await give(1, 'call-missed'),
    await give(2, 'call-missed'),
    await give(1, 'call-failed'),
    await give(1, 'new-sign-in'),
  ]
  expect(ids).toEqual([1, 2, 3, 4])
  const listed = async (userId: number, limit = 9) => (await listNotices(db, userId, limit)).map(({ id }) => id)
  expect([await listed(1), await listed(1, 2), await listed(2)]).toEqual([[4, 3, 1], [4, 3], [2]])

  const changed = (work: (tx: Tx) => Promise<unknown>) => changedRows(db, work)
  expect(await changed((tx) => markRead(tx, { userId: 1, upTo: 3, now: NOW }))).toEqual(['notices 1', 'notices 3'])
  expect(await changed((tx) => markRead(tx, { userId: 1, upTo: 3, now: NOW + 1 }))).toEqual([]) // keeps its first read time
  expect([await countUnread(db, 1), await countUnread(db, 2)]).toEqual([1, 1])

  const told = (userId: number, kind: 'call-missed' | 'call-skipped', since: number) =>
    inTransaction(db, (tx) => wasTold(tx, userId, { kind, since }))
  expect([await told(2, 'call-missed', NOW - 1), await told(2, 'call-missed', NOW)]).toEqual([true, false])
  expect([await told(2, 'call-skipped', 0), await told(9, 'call-missed', 0)]).toEqual([false, false])

  const off = (choice: 'missed-calls' | 'schedules', wanted: boolean) => (tx: Tx) =>
    setMailWanted(tx, { userId: 2, choice, wanted, now: NOW })
  expect(await changed(off('missed-calls', false))).toEqual(['users 2'])
  await inTransaction(db, off('missed-calls', false))
  await inTransaction(db, off('schedules', false))
  expect(await findNotice(db, 2)).toMatchObject({ id: 2, userId: 2, mailsOff: ['missed-calls', 'schedules'] })
  await inTransaction(db, off('missed-calls', true))
  expect((await findNotice(db, 2))?.mailsOff).toEqual(['schedules'])
  expect([(await findNotice(db, 3))?.mailsOff, await findNotice(db, 9)]).toEqual([[], null])

  await give(2, 'call-failed') // newer, but somebody else's
  const reword = (kind: 'call-missed' | 'call-failed', since: number) =>
    inTransaction(db, (tx) => replaceNotice(tx, { userId: 1, kind, detail: { undone: true }, since }))
  expect([await reword('call-missed', NOW), await reword('call-failed', NOW - 1)]).toEqual([null, 3])
  const reworded = await db.selectFrom('notices').select('id').where('read_at', 'is', null).orderBy('id').execute()
  expect(reworded).toEqual([2, 3, 4, 5].map((id) => ({ id }))) // unread again, and no other notice
  expect((await findNotice(db, 3))?.detail).toEqual({ undone: true })

  await give(2, 'call-missed', {}, NOW - 1)
  expect(await changed((tx) => deleteOld(tx, 'notices', NOW))).toEqual(['notices 6'])
  expect(await changed((tx) => deleteExcess(tx, 'notices', 2))).toEqual(['notices 1'])
})

test("SHELL-11 a notice's time zone is the one stored with it, else its call's at that instant, else the person’s latest", async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 2, dueAt: NOW })
  await sql`
    update schedules set timezone = case user_id when 2 then 'Europe/Berlin' else 'Asia/Tokyo' end;
    update occurrences set timezone = case user_id when 2 then 'Europe/Paris' else 'Asia/Seoul' end;
    insert into occurrences (user_id, due_at, timezone, call_retry, created_at)
    select 2, due_at - interval '1 day', 'Europe/Rome', true, created_at from occurrences where user_id = 2;
    insert into schedules (user_id, wakeup_time, timezone, is_recurring, weekdays, call_retry, advance_notice, created_at, updated_at)
    select user_id, wakeup_time, 'Europe/Vienna', true, weekdays, true, true, created_at, updated_at - interval '1 day' from schedules where user_id = 2;
    update schedules set updated_at = updated_at + interval '1 day' where user_id = 1 -- somebody else's is the latest of all
  `.execute(db)
  const zoneOf = async (detail: Record<string, unknown>) => {
    const notice = { userId: 2, kind: 'call-missed', detail, createdAt: NOW }
    const id = await inTransaction(db, (tx) => insertNotice(tx, notice))
    const listed = (await listNotices(db, 2, 1))[0]
    expect(listed).toMatchObject({ id, timezone: (await findNotice(db, id))?.timezone })
    return listed?.timezone
  }
  expect(await zoneOf({ dueAt: NOW, timezone: 'Europe/Oslo' })).toBe('Europe/Oslo')
  expect(await zoneOf({ dueAt: NOW })).toBe('Europe/Paris')
  expect(await zoneOf({ dueAt: NOW - 24 * 60 * 60_000 })).toBe('Europe/Rome')
  expect(await zoneOf({ dueAt: NOW + 1 })).toBe('Europe/Berlin')
})
