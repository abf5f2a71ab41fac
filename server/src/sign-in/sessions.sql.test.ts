import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import {
  deleteOtherSessions,
  findSession,
  insertSession,
  listSessions,
  proveSession,
  touchSession,
  whichSessionsLive,
} from './sessions.sql.ts'

const NOW = Date.parse('2027-01-15T06:00:00Z')
const HOUR_MS = 3_600_000

test('AUTH-9 S19 S70 a session is used, proven and kept alone, and only its owner’s are listed', async () => {
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

  expect([...(await whichSessionsLive(db, ids.slice(1), NOW))].toSorted()).toEqual(['mine, elsewhere', 'somebody’s'])
  await deleteOtherSessions(db, 1, 'mine, here')
  expect([...(await whichSessionsLive(db, ids, NOW))].toSorted()).toEqual(['mine, here', 'somebody’s'])
})
