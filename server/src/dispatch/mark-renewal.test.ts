import type { DiallingCall } from '@reveille/core/calls/dialling-call'
import { expect, test } from 'vitest'
import { putCrowd } from '../../test/harness/database/put-crowd.ts'
import { createTestDatabase, type TestDatabase } from '../../test/harness/database/test-database.ts'
import { beat } from './leases.sql.ts'
import { freshMarks } from './mark-renewal.ts'

const NOW = Date.parse('2027-01-15T06:30:00Z')
const ME = 'this worker'

/** One marked call of ours that has waited in line for three seconds; each renewal takes as long as `renewalsTake` says. */
async function waitingCall({ db }: TestDatabase, renewalsTake: number[]) {
  await putCrowd(db, { count: 1, dueAt: NOW })
  await beat(db, { id: ME, home: 'here' }, NOW)
  const marked_at = new Date(NOW)
  await db.updateTable('calls').set({ stage: 'dialling', lease_owner: ME, marked_at, holds_line: true }).execute()
  let elapsed = 0
  const clock = {
    monotonic: () => elapsed,
    now() {
      elapsed += renewalsTake.shift() ?? 0
      return NOW
    },
  }
  const marks = freshMarks({ db, clock } as never, { id: ME, unbrokenSince: () => null })
  const { id } = await db.selectFrom('calls').select('id').executeTakeFirstOrThrow()
  const call = { id, markedAt: NOW } as DiallingCall
  marks.add(call, elapsed)
  elapsed = 3_000
  return { marks, call }
}

test('CALL-3 a mark whose renewal took so long that it was stale again is renewed once more: nothing is left in doubt', async () => {
  await using database = await createTestDatabase()
  const { marks, call } = await waitingCall(database, [2_500, 2_500, 10])
  expect(marks.isFresh(call)).toBe(false)
  expect(await marks.renewed(call)).toBe(true)
})

test('CALL-3 a machine that does not get on at all dials nothing by a mark that may be untrue', async () => {
  await using database = await createTestDatabase()
  const { marks, call } = await waitingCall(
    database,
    Array.from({ length: 20 }, () => 2_500),
  )
  expect(await marks.renewed(call)).toBe(false)
})

test('CALL-3 a mark that was given to another is not renewed', async () => {
  await using database = await createTestDatabase()
  const { marks, call } = await waitingCall(database, [])
  await database.db.updateTable('calls').set({ lease_owner: 'another worker' }).execute()
  expect(await marks.renewed(call)).toBe(false)
})
