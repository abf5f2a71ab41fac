import { LADDER_SINCE } from '@reveille/core/consents/consents'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changedRows } from '../../test/harness/database/changed-rows.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { voicesOfCallable, isCallable, ringsSoon } from './callable.sql.ts'
import { findCallerNumber, keepCallerNumber, keepFirstNumber, readCallerNumber } from './caller-number.sql.ts'
import { callerNumberFor, callerNumberOf, giveCallerNumber } from './caller-number.ts'
import { agreesToLadder } from './consents.sql.ts'
import { lockPerson } from './lock-person.sql.ts'
import {
  recordCallsStopped,
  recordTextsStopped,
  removeCallsStopped,
  undoCallsStopped,
  hashOfPhone,
  hasStopped,
  mayBeTexted,
  recallStopped,
  startTexts,
} from './opt-outs.sql.ts'
import { findAccount, findVerifiedHolder, isProvenByCall, setFirmOffered, setLadderAsked } from './people.sql.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const [OURS, GERMAN] = ['+12025550100', '+493012345678']

/** Three people with a planned call each. The second person has no verified number. */
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

test('PHONE-11 a number lookup tells whose it is: verified, first or second, by text or only by call', async () => {
  const { database, db, phones, seconds } = await threePeople()
  await using _ = database
  expect((await findAccount(db, { id: 3 }))?.id).toBe(3)
  expect((await findAccount(db, { email: 'sleeper3@example.com' }))?.id).toBe(3)
  await db.deleteFrom('personalizations').where('user_id', '=', 1).execute()
  const chosen = [1, 2, 3].map(async (id) => (await findAccount(db, { id }))?.isPersonalized)
  expect(await Promise.all(chosen)).toEqual([false, true, true])
  expect([await findAccount(db, { id: 9 }), [...(await voicesOfCallable(db, [1, 3])).keys()]]).toEqual([null, [3]])
  expect([await isCallable(db, 1), await isCallable(db, 3)]).toEqual([false, true])
  const holders = phones.map((phone) => findVerifiedHolder(db, phone))
  expect(await Promise.all(holders)).toEqual([1, null, 3])

  const byCall = (phone: string) => isProvenByCall(db, phone)
  const set = (id: number, values: object) => db.updateTable('users').set(values).where('id', '=', id).execute()
  await set(3, { proven_by_call: true })
  expect([await byCall(phones[2]!), await byCall(phones[0]!)]).toEqual([true, false])
  expect([await byCall(phones[1]!), await byCall('+12025550149')]).toEqual([false, false])
  await set(3, { proven_by_call: false, second_proven_by_call: true })
  expect([await byCall(phones[2]!), await byCall(seconds[2]!), await byCall(seconds[0]!)]).toEqual([false, true, false])
  expect([await byCall(seconds[1]!), await byCall('+12025550149')]).toEqual([false, false])
  // Anyone else who verifies the number by text accepts texts there.
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

test('CARRIER-6 the caller number a person knows is stored once, for that person only', async () => {
  const { database, db, phones, seconds } = await threePeople()
  await using _ = database
  const keep = (userId: number, callerNumber: string) =>
    changedRows(db, (tx) => keepCallerNumber(tx, { userId, callerNumber }))
  expect(await keep(1, GERMAN)).toEqual([]) // called before this was stored, so they know our first number
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

test("WAKE-15 WAKE-17 PHONE-5 an offer's answer is stored for its person; a number that rings soon is matched to its holder", async () => {
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

test('WAKE-15 only a person who agreed to the current words agreed to up to nine calls', async () => {
  const { database, db } = await threePeople()
  await using _ = database
  const agreed = [
    [1, 'calls-and-texts', LADDER_SINCE],
    [2, 'calls-and-texts', '2025-08'],
    [2, 'terms', LADDER_SINCE],
  ] as const
  for (const [user_id, kind, version] of agreed)
    await db
      .insertInto('consents')
      .values({ user_id, kind, version, given_at: new Date(NOW) })
      .execute()
  const ofPeople = <T>(ask: (userId: number) => Promise<T>) => Promise.all([1, 2, 3].map(ask))
  expect(await ofPeople((userId) => agreesToLadder(db, userId))).toEqual([true, false, false])
  const locked = await ofPeople((userId) => inTransaction(db, (tx) => lockPerson(tx, userId)))
  expect(locked.map((callee) => callee?.agreedToLadder)).toEqual([true, false, false])
  await db.updateTable('users').set({ second_phone: null, second_phone_verified: false }).where('id', '=', 3).execute()
  const [third, nobody] = await inTransaction(db, async (tx) => [await lockPerson(tx, 3), await lockPerson(tx, 9)])
  expect([third?.second, nobody]).toEqual([null, null])
})

test("S38 S73 CALL-7 CALL-9 a number's stops are found by number or hash, and lifted for that number and kind only", async () => {
  const { database, db, phones } = await threePeople()
  await using _ = database
  const config = { optOutSecret: 'a secret of this test', texts: true }
  const [mine, other] = [phones[0]!, phones[2]!]
  const stopped = async (phone: string) => [
    await hasStopped(db, config, 'texts', phone),
    await hasStopped(db, config, 'calls', phone),
  ]
  const mayBe = (phone: string, texts = true) => mayBeTexted(db, { ...config, texts } as never, phone)
  expect([await stopped(mine), await mayBe(mine), await mayBe(mine, false)]).toEqual([[false, false], true, false])
  for (const phone of [mine, other]) {
    await recordTextsStopped(db, phone, NOW)
    await recordTextsStopped(db, phone, NOW)
    await recordCallsStopped(db, phone, NOW)
  }
  expect([await stopped(mine), await stopped(phones[1]!), await mayBe(mine)]).toEqual([
    [true, true],
    [false, false],
    false,
  ])
  await startTexts(db, config, mine)
  expect([await stopped(mine), await stopped(other), await mayBe(mine)]).toEqual([[false, true], [true, true], true])
  await recordTextsStopped(db, mine, NOW)
  await removeCallsStopped(db, mine)
  expect([await stopped(mine), await stopped(other)]).toEqual([
    [true, false],
    [true, true],
  ])
  // Only a timely undo resumes what turning calls off had paused.
  const undo = (phone: string, since: number) => inTransaction(db, (tx) => undoCallsStopped(tx, phone, since))
  await recordCallsStopped(db, mine, NOW, [4])
  expect([await undo(other, 0), await undo(mine, NOW), await stopped(mine)]).toEqual([null, null, [true, true]])
  expect([await undo(mine, NOW - 1), await stopped(mine)]).toEqual([[4], [true, false]])
  await recordCallsStopped(db, mine, NOW, [4])
  await recordCallsStopped(db, mine, NOW) // 0 0 afterwards
  expect([await undo(mine, NOW - 1), await stopped(mine)]).toEqual([null, [true, true]])
  await removeCallsStopped(db, mine)
  for (const phone of [mine, other])
    for (const kind of ['texts', 'calls'] as const)
      await db
        .insertInto('kept_opt_outs')
        .values({ phone_hash: hashOfPhone(config, phone), kind, opted_out_at: new Date(NOW) })
        .execute()
  await startTexts(db, config, mine)
  expect([await stopped(mine), await stopped(other)]).toEqual([
    [false, true],
    [true, true],
  ])
  await db.deleteFrom('kept_opt_outs').where('phone_hash', '=', hashOfPhone(config, mine)).execute()
  // Stops kept after an account's deletion count, and belong to the number again once it is verified.
  await db.deleteFrom('opt_outs').execute()
  expect([await stopped(other), await stopped(mine)]).toEqual([
    [true, true],
    [false, false],
  ])
  await recallStopped(db, config, mine)
  expect(await db.selectFrom('opt_outs').selectAll().execute()).toEqual([])
  await recordCallsStopped(db, other, NOW)
  await recallStopped(db, config, other)
  const recalled = await db.selectFrom('opt_outs').select(['phone', 'kind']).orderBy('kind').execute()
  expect(recalled).toEqual(['calls', 'texts'].map((kind) => ({ phone: other, kind })))
  expect(await db.selectFrom('kept_opt_outs').selectAll().execute()).toEqual([])
  await db.updateTable('users').set({ proven_by_call: true }).where('id', '=', 1).execute()
  expect(await mayBe(mine)).toBe(false) // no texted code has arrived there
})

test('CARRIER-6 a stranger is called from a number of their country, a person from the one they know while we own it', async () => {
  const { database, db, phones } = await threePeople()
  await using _ = database
  const countryOf = (phone: string) => (phone.startsWith('+49') ? 'DE' : 'US')
  const asking = (...callerNumbers: [string, ...string[]]) => ({
    db,
    config: { carrier: { callerNumbers } },
    phoneNumbers: { countryOf },
  })
  const both = asking(OURS, GERMAN)
  expect([await callerNumberFor(both, '+491555550123'), await callerNumberFor(both, phones[0]!)]).toEqual([
    GERMAN,
    OURS,
  ])
  expect(await callerNumberFor(asking(OURS), '+491555550123')).toBe(OURS)
  await inTransaction(db, (tx) => giveCallerNumber(both, tx, { userId: 2, phone: '+491555550123' }))
  await db.updateTable('users').set({ phone_verified: true }).where('id', '=', 2).execute()
  const known = [both, asking(OURS, '+33123456789'), asking(OURS)].map((ours) =>
    Promise.all([callerNumberFor(ours, phones[1]!), callerNumberOf(ours, 2)]),
  )
  expect(await Promise.all(known)).toEqual([
    [GERMAN, GERMAN],
    [OURS, OURS],
    [OURS, OURS],
  ])
})
