import { expect, test } from 'vitest'
import { startPlanned } from '../../test/harness/database/start-planned.ts'
import { appendCallEvents } from '../calls/timeline.sql.ts'
import { findOpenCode, listDoubts, listStopped } from './lists.sql.ts'
import { findPeople, listCallsOf, listMornings, listPlainSchedules } from './mornings.sql.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')

test("OPS-2 an operator finds a person by address or number, and sees nobody else's data", async () => {
  await using planned = await startPlanned(NOW)
  const { db, call, addCall } = planned
  const set = (id: number, values: object) => db.updateTable('users').set(values).where('id', '=', id).execute()
  const { phone } = await db.selectFrom('users').select('phone').where('id', '=', 2).executeTakeFirstOrThrow()
  await set(1, { second_phone: '+13035551001' })
  await call(3, { phone: '+13035551009' })
  const find = async (asked: string) => (await findPeople(db, asked)).map(({ id }) => id)
  expect([await find('Sleeper2@example.com'), await find(phone!), await find('+13035551001')]).toEqual([[2], [2], [1]])
  expect([await find('+13035551009'), await find('+13035551008')]).toEqual([[3], []])
  const stopped = { phone: phone!, opted_out_at: new Date(NOW) }
  await db
    .insertInto('opt_outs')
    .values({ ...stopped, kind: 'texts' })
    .execute()
  expect(await findPeople(db, phone!)).toMatchObject([{ callsStopped: false, hasPreferences: true }])
  await db
    .insertInto('opt_outs')
    .values({ ...stopped, kind: 'calls' })
    .execute()
  expect(await findPeople(db, phone!)).toMatchObject([{ callsStopped: true }])
  expect(await findPeople(db, 'sleeper1@example.com')).toMatchObject([{ callsStopped: false }])
  expect([await listStopped(db, phone!), await listStopped(db, '+13035551001')]).toEqual([['calls', 'texts'], []])

  const mornings = async (from: number, until: number) =>
    (await listMornings(db, 2, { from, until })).map(({ id }) => id)
  expect([await mornings(NOW, NOW + 1), await mornings(NOW + 1, NOW + 9), await mornings(NOW - 9, NOW)]).toEqual([
    [2],
    [],
    [],
  ])
  await addCall(2, 2)
  await appendCallEvents(db, [{ callId: 2, at: NOW, kind: 'in-doubt', detail: '500' }])
  expect((await listCallsOf(db, 2)).map(({ attempt, events }) => [attempt, events.length])).toEqual([
    [1, 1],
    [2, 0],
  ])
  expect((await listPlainSchedules(db, 2)).map(({ id }) => id)).toEqual([2])

  await call(2, { stage: 'in_doubt' })
  await appendCallEvents(db, [
    { callId: 2, at: NOW, kind: 'placed', detail: 'CA1' },
    { callId: 1, at: NOW, kind: 'in-doubt', detail: 'another' },
  ])
  expect(await listDoubts(db)).toMatchObject([{ id: 2, userId: 2, detail: '500' }])
})

test("OPS-2 of an address's codes the newest that still works is shown to the operator", async () => {
  await using planned = await startPlanned(NOW)
  const { db } = planned
  const add = (address: string, purpose: string, createdAt: number, more: { used_at?: Date; expires_at?: Date } = {}) =>
    db
      .insertInto('one_time_codes')
      .values({
        address,
        purpose,
        browser_hash: 'a browser',
        code_hash: 'hash',
        created_at: new Date(createdAt),
        expires_at: new Date(NOW + 1),
        used_at: null,
        ...more,
      })
      .execute()
  await add('me@example.com', 'login', NOW - 5)
  await add('me@example.com', 'proof:1', NOW - 4)
  await add('me@example.com', 'email:1', NOW - 3, { expires_at: new Date(NOW) })
  await add('me@example.com', 'deletion:1', NOW - 2, { used_at: new Date(NOW) })
  await add('other@example.com', 'login', NOW - 1)
  expect((await findOpenCode(db, 'me@example.com', NOW))?.purpose).toBe('proof:1')
  expect(await findOpenCode(db, 'nobody@example.com', NOW)).toBeNull()
})
