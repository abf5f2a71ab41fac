import type { DiallingCall } from '@reveille/core/calls/call'
import { expect, test } from 'vitest'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase, type TestDatabase } from '../../test/harness/database/test-database.ts'
import { beat } from './leases.sql.ts'
import { markRenewal } from './mark-renewal.ts'

const NOW = Date.parse('2027-01-15T06:30:00Z')
const ME = 'this worker'

/** A call marked by this worker, queued for three seconds. Renewals take `renewalsTake` ms each. */
async function waitingCall({ db }: TestDatabase, renewalsTake: number[]) {
  await putPlannedCalls(db, { count: 1, dueAt: NOW })
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
  const marks = markRenewal({ db, clock } as never, { id: ME, aliveSince: () => null })
  const { id } = await db.selectFrom('calls').select('id').executeTakeFirstOrThrow()
  const call = { id, markedAt: NOW } as DiallingCall
  marks.add(call, elapsed)
  elapsed = 3_000
  return { marks, call }
}

test('CALL-3 a mark already stale when its renewal arrives is renewed again instead of left in doubt', async () => {
  await using database = await createTestDatabase()
  const { marks, call } = await waitingCall(database, [2_500, 2_500, 10])
  expect(marks.isFresh(call)).toBe(false)
  expect(await marks.renewed(call)).toBe(true)
})

test('CALL-3 an overloaded machine dials nothing under a mark that may have expired', async () => {
  await using database = await createTestDatabase()
  const { marks, call } = await waitingCall(
    database,
    Array.from({ length: 20 }, () => 2_500),
  )
  expect(await marks.renewed(call)).toBe(false)
})

test('CALL-3 a mark given to another worker is not renewed', async () => {
  await using database = await createTestDatabase()
  const { marks, call } = await waitingCall(database, [])
  await database.db.updateTable('calls').set({ lease_owner: 'another worker' }).execute()
  expect(await marks.renewed(call)).toBe(false)
})
