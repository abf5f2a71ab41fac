import { expect, test } from 'vitest'
import { startPlanned } from '../../test/harness/database/start-planned.ts'
import { deleteEnded } from '../platform/database/delete-old.sql.ts'
import { callsSpent, minutesSpent, stopSpending } from './spending.sql.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')

test('S35 S63 calls of the last hour count by account and block, and minutes are rounded up', async () => {
  await using planned = await startPlanned(NOW)
  const { db, call, addCall } = planned
  const marked = (ago: number) => ({ marked_at: new Date(NOW - ago) })
  await call(1, { ...marked(0), phone: '+12025550141', duration_s: 61 })
  await addCall(1, 2, { ...marked(0), phone: '+12025550142', duration_s: 60 })
  await addCall(1, 3, { ...marked(0), duration_s: null })
  await call(2, { ...marked(1), phone: '+12025550141', duration_s: 600 })
  await call(3, { ...marked(0), phone: '+13035551001' })
  await addCall(1, 4, { ...marked(0), phone: '+13035551002' })
  await addCall(3, 2, { ...marked(0), phone: '+12025550143' })
  const spent = (await callsSpent(db, NOW - 1)).toSorted((a, b) => a.userId - b.userId || a.calls - b.calls)
  expect(spent).toEqual([
    { userId: 1, block: '+1303555', phone: '+13035551002', calls: 1 },
    { userId: 1, block: '+1202555', phone: '+12025550141', calls: 2 },
    { userId: 3, block: expect.any(String), phone: expect.any(String), calls: 1 },
    { userId: 3, block: expect.any(String), phone: expect.any(String), calls: 1 },
  ])
  expect(
    spent
      .slice(2)
      .map(({ block }) => block)
      .toSorted(),
  ).toEqual(['+1202555', '+1303555'])
  expect([await minutesSpent(db, NOW), await minutesSpent(db, NOW - 1), await minutesSpent(db, NOW + 1)]).toEqual([
    3, 13, 0,
  ])
})

test('S35 a stop is reported once, extended while spending stays too high, and dropped when it ends', async () => {
  await using planned = await startPlanned(NOW)
  const { db } = planned
  const stop = async (until: number, ...scopes: string[]) => {
    const overspent = scopes.map((scope) => ({ scope, what: 'block', calls: 9 }) as const)
    return [...(await stopSpending(db, overspent, { now: NOW, until }))]
  }
  expect(await stop(NOW + 1)).toEqual([])
  expect(await stop(NOW, '+1202555')).toEqual(['+1202555'])
  expect(await stop(NOW + 5, '+1202555')).toEqual(['+1202555']) // the earlier stop has ended
  expect(await stop(NOW + 9, '+1202555', 'all')).toEqual(['all'])
  const left = async () =>
    (await db.selectFrom('spending_stops').select('until_at').execute()).map(({ until_at }) => until_at)
  await deleteEnded(db, 'spending_stops', NOW + 8)
  expect(await left()).toEqual([NOW + 9, NOW + 9])
  await deleteEnded(db, 'spending_stops', NOW + 9)
  expect(await left()).toEqual([])
})
