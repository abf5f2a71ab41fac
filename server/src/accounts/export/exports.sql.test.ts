import { expect, test } from 'vitest'
import { startPlanned } from '../../../test/harness/database/start-planned.ts'
import {
  deleteExport,
  expiredExports,
  findExport,
  findLatestExport,
  insertExport,
  markExportReady,
} from './exports.sql.ts'

const NOW = Date.parse('2027-01-15T12:00:00Z')

test('ACCT-2 S24 the latest archive is shown to its owner until it expires, and is deleted alone', async () => {
  await using planned = await startPlanned(NOW)
  const { db, inOne, changed } = planned
  const request = (userId: number, expiresAt: number) =>
    inOne((tx) => insertExport(tx, { userId, now: NOW, expiresAt }))
  const [older, mine, theirs] = [await request(1, NOW + 1), await request(1, NOW + 3), await request(2, NOW + 2)]
  expect(mine).toEqual({ id: 2, requestedAt: NOW, readyAt: null, sizeBytes: null, expiresAt: NOW + 3 })
  const latest = async (userId: number) => (await findLatestExport(db, userId))?.id ?? null
  expect([await latest(1), await latest(2), await latest(3)]).toEqual([mine.id, theirs.id, null])

  const ready = (id: number) => inOne((tx) => markExportReady(tx, { id, sizeBytes: 7, now: NOW }))
  expect(await changed((tx) => markExportReady(tx, { id: mine.id, sizeBytes: 7, now: NOW }))).toEqual(['exports 2'])
  expect([await ready(mine.id), await ready(9)]).toEqual([true, false])
  expect(await findExport(db, mine.id, NOW)).toEqual({ ...mine, userId: 1, readyAt: NOW, sizeBytes: 7 })
  const found = async (now: number) => (await findExport(db, theirs.id, now))?.userId ?? null
  expect([await found(NOW + 1), await found(NOW + 2)]).toEqual([2, null])

  const expired = (now: number, limit = 9) => expiredExports(db, now, limit)
  expect(await expired(NOW + 2)).toEqual([
    { id: older.id, userId: 1 },
    { id: theirs.id, userId: 2 },
  ])
  expect(await expired(NOW + 3, 1)).toEqual([{ id: older.id, userId: 1 }])
  expect(await changed(() => deleteExport(db, theirs.id))).toEqual(['exports 3'])
})
