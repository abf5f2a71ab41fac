import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { deleteEnded, deleteExcess } from '../platform/database/delete-old.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import {
  deleteOtherSessions,
  deleteSession,
  findSession,
  insertSession,
  listSessions,
  proveSession,
  touchSession,
  whichSessionsLive,
} from './sessions.sql.ts'

const NOW = Date.parse('2027-01-15T06:00:00Z')
const HOUR_MS = 3_600_000

test("AUTH-9 S19 S70 using, proving or extending a session changes no other, and only its owner's are listed", async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const sessions: [id: string, userId: number, endsAt: number][] = [
    ['mine, here', 1, NOW + HOUR_MS],
    ['mine, elsewhere', 1, NOW + HOUR_MS],
    ['mine, ended', 1, NOW],
    ['somebody’s', 2, NOW + HOUR_MS],
  ]
  const begun = { remembered: false, signedInAt: NOW, lastSeenAt: NOW, browser: 'Firefox on Linux' }
  const ids = sessions.map(([id]) => id)
  await inTransaction(db, async (tx) => {
    for (const [id, userId, endsAt] of sessions) await insertSession(tx, id, { userId, ...begun }, endsAt)
  })

  await proveSession(db, 'mine, elsewhere', NOW)
  await touchSession(db, 'mine, here', { now: NOW + 1, endsAt: NOW + 2 * HOUR_MS })
  const listed = await listSessions(db, 1, NOW)
  expect(listed.map(({ idHash, provenAt, lastSeenAt, endsAt }) => [idHash, provenAt, lastSeenAt, endsAt])).toEqual([
    ['mine, here', undefined, NOW + 1, NOW + 2 * HOUR_MS],
    ['mine, elsewhere', NOW, NOW, NOW + HOUR_MS],
  ])
  expect(await listSessions(db, 2, NOW)).toMatchObject([{ idHash: 'somebody’s', lastSeenAt: NOW }])
  expect((await findSession(db, 'somebody’s', NOW))?.provenAt).toBeUndefined()
  expect(await findSession(db, 'mine, elsewhere', NOW)).toMatchObject({ userId: 1, provenAt: NOW })
  for (const none of ['mine, ended', 'nobody’s']) expect(await findSession(db, none, NOW)).toBeNull()

  expect([...(await whichSessionsLive(db, ids.slice(1), NOW))].toSorted()).toEqual(['mine, elsewhere', 'somebody’s'])
  await deleteOtherSessions(db, 1, 'mine, here')
  expect([...(await whichSessionsLive(db, ids, NOW))].toSorted()).toEqual(['mine, here', 'somebody’s'])
})

test('S44 S64 ended sessions are deleted, and of too many the least recently used', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const begun = { remembered: true, signedInAt: NOW, browser: 'Firefox on Linux' }
  const left = async () =>
    (await db.selectFrom('sessions').select('sid').orderBy('sid').execute()).map(({ sid }) => sid)
  await inTransaction(db, async (tx) => {
    await insertSession(tx, 'ended', { userId: 1, ...begun, lastSeenAt: NOW }, NOW)
    for (const sid of ['b', 'a', 'c'])
      await insertSession(tx, sid, { userId: 1, ...begun, lastSeenAt: NOW - sid.charCodeAt(0) }, NOW + 1)
    await insertSession(tx, 'd', { userId: 2, ...begun, lastSeenAt: 0 }, NOW + 1)
  })
  await deleteEnded(db, 'sessions', NOW)
  expect(await left()).toEqual(['a', 'b', 'c', 'd'])
  await deleteExcess(db, 'sessions', 2)
  expect(await left()).toEqual(['a', 'b', 'd'])
  await deleteSession(db, 'a')
  expect(await left()).toEqual(['b', 'd'])
})
