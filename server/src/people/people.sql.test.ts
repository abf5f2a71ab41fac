import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changedRows } from '../../test/harness/database/changed-rows.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { findCallerNumber, keepCallerNumber, keepFirstNumber, readCallerNumber } from './caller-number.sql.ts'
import { setFirmOffered, setLadderAsked } from './offers.sql.ts'
import { findAccount, findVerifiedHolder, isProvenByCall } from './people.sql.ts'
import { ringsSoon } from './rings-soon.sql.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const [OURS, GERMAN] = ['+12025550100', '+493012345678']

/** Three people with a planned call each; of the second one no number is proven. */
async function threePeople() {
  const database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 3, dueAt: NOW })
  await sql`update users set second_phone = '+1303555100' || id, second_phone_verified = true`.execute(db)
  const unproven = { phone_verified: false, second_phone_verified: false }
  await db.updateTable('users').set(unproven).where('id', '=', 2).execute()
  const phones = (await db.selectFrom('users').select('phone').orderBy('id').execute()).map(({ phone }) => phone!)
  return { database, db, phones, seconds: [1, 2, 3].map((id) => `+1303555100${id}`) }
}

test('PHONE-11 a number is looked up as whose it is: proven, first or second, by a text or by a call alone', async () => {
  const { database, db, phones, seconds } = await threePeople()
  await using _ = database
  expect((await findAccount(db, { id: 3 }))?.id).toBe(3)
  expect((await findAccount(db, { email: 'sleeper3@example.com' }))?.id).toBe(3)
  const holders = phones.map((phone) => findVerifiedHolder(db, phone))
  expect(await Promise.all(holders)).toEqual([1, null, 3])

  const byCall = (phone: string) => isProvenByCall(db, phone)
  const set = (id: number, values: object) => db.updateTable('users').set(values).where('id', '=', id).execute()
  await set(3, { proven_by_call: true })
  expect([await byCall(phones[2]!), await byCall(phones[0]!)]).toEqual([true, false])
  await set(3, { proven_by_call: false, second_proven_by_call: true })
  expect([await byCall(phones[2]!), await byCall(seconds[2]!), await byCall(seconds[0]!)]).toEqual([false, true, false])
  // Whoever else proves the same number by a text takes texts at it.
  await set(1, { second_phone: seconds[2], second_phone_verified: false })
  expect(await byCall(seconds[2]!)).toBe(true)
  await set(3, { second_phone_verified: false })
  await set(1, { second_phone_verified: true })
  expect(await byCall(seconds[2]!)).toBe(false)
  await set(1, { second_phone: null, second_phone_verified: false, phone: seconds[2] })
  expect(await byCall(seconds[2]!)).toBe(false)
  await set(1, { phone_verified: false })
  expect(await byCall(seconds[2]!)).toBe(true)
})

test('CARRIER-6 the number that somebody knows is kept once, and is theirs alone', async () => {
  const { database, db, phones, seconds } = await threePeople()
  await using _ = database
  const keep = (userId: number, callerNumber: string) =>
    changedRows(db, (tx) => keepCallerNumber(tx, { userId, callerNumber }))
  expect(await keep(1, GERMAN)).toEqual([]) // called before anything was kept: it knows our first
  expect([await keep(2, GERMAN), await keep(2, OURS)]).toEqual([['users 2'], []])
  expect([await readCallerNumber(db, 2), await readCallerNumber(db, 3)]).toEqual([GERMAN, null])
  await db.updateTable('users').set({ caller_number: GERMAN }).where('id', '=', 3).execute()
  const known = [phones[0], phones[1], phones[2], seconds[2], seconds[1]].map((phone) => findCallerNumber(db, phone!))
  expect(await Promise.all(known)).toEqual([
    { callerNumber: null },
    null,
    { callerNumber: GERMAN },
    { callerNumber: GERMAN },
    null,
  ])
  await db.updateTable('users').set({ caller_number: null }).where('id', '=', 2).execute()
  expect(await changedRows(db, (tx) => keepFirstNumber(tx, OURS))).toEqual(['users 1'])
  expect([await readCallerNumber(db, 1), await readCallerNumber(db, 3)]).toEqual([OURS, GERMAN])
})

test('WAKE-15 WAKE-17 PHONE-5 an offer is noted for its person; a number that rings soon is its holder’s', async () => {
  const { database, db, phones, seconds } = await threePeople()
  await using _ = database
  expect(await changedRows(db, (tx) => setLadderAsked(tx, 2, NOW))).toEqual(['users 2'])
  expect(await changedRows(db, (tx) => setFirmOffered(tx, 2, NOW))).toEqual(['users 2'])
  const soon = (phone: string | undefined, until = NOW) => inTransaction(db, (tx) => ringsSoon(tx, phone!, until))
  expect([await soon(phones[0]), await soon(seconds[0]), await soon(phones[0], NOW - 1)]).toEqual([true, true, false])
  expect([await soon(phones[1]), await soon(seconds[1]), await soon('+12025550149')]).toEqual([false, false, false])
  await db.updateTable('calls').set({ stage: 'ended' }).where('user_id', '=', 1).execute()
  expect(await soon(phones[0])).toBe(false)
})
