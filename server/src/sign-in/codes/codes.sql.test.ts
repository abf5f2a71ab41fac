import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/harness/database/test-database.ts'
import type { Database } from '../../platform/database/database.ts'
import { deleteOld } from '../../platform/database/delete-old.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import {
  claimCodeCall,
  claimResend,
  findByToken,
  findCodeToSend,
  findTextedNumber,
  isNumber,
  isRefused,
  keepCodeHash,
  lastCodeOf,
  lastTextTo,
  lockCode,
  recordDelivery,
  recordSending,
  recordTry,
  releaseCodeCall,
  replaceCode,
  type CodeOwner,
  type CodeWay,
  type Delivery,
  type Sending,
} from './codes.sql.ts'

const NOW = Date.parse('2027-01-15T06:00:00Z')
const LIFE_MS = 600_000
const GAP_MS = 30_000

const MINE: CodeOwner = { address: '+12025550141', purpose: 'phone:1', browserHash: 'mine' }
/** Each differs from mine in one field. */
const OTHERS: CodeOwner[] = [
  { ...MINE, address: '+12025550142' },
  { ...MINE, purpose: 'phone:2' },
  { ...MINE, browserHash: 'somebody’s' },
]

const ask = (db: Database, owner: CodeOwner, now = NOW, way: CodeWay = 'text') =>
  inTransaction(db, (tx) => replaceCode(tx, owner, { now, expiresAt: now + LIFE_MS, keepSince: now - GAP_MS, way }))

/** My code and other people's, which must stay unchanged whatever happens to mine. */
async function startWithCodes(db: Database) {
  const id = (await ask(db, MINE))!
  for (const other of OTHERS) {
    const code = (await ask(db, other, NOW - 1))!
    // The last one's code is not drawn yet.
    if (other !== OTHERS.at(-1)) await keepCodeHash(db, code, { codeHash: 'theirs', token: `theirs ${code}` })
  }
  const others = () =>
    db
      .selectFrom('one_time_codes')
      .selectAll()
      .where('created_at', '=', new Date(NOW - 1) as never)
      .orderBy('id')
      .execute()
  const before = await others()
  return { id, isMineAlone: async () => expect(await others()).toEqual(before), other: before[0]!.id }
}

test('CODE-2 S8 nothing done with my code changes a code of another address, purpose or browser', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const { id, isMineAlone } = await startWithCodes(db)
  const mine = () => db.selectFrom('one_time_codes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  await keepCodeHash(db, id, { codeHash: 'hash', token: 'token' })
  expect(await mine()).toMatchObject({ code_hash: 'hash', token: 'token' })
  expect([await findByToken(db, 'token'), await findByToken(db, 'no token')]).toMatchObject([
    { id, codeHash: 'hash' },
    null,
  ])
  await releaseCodeCall(db, id)
  expect(await mine()).toMatchObject({ code_hash: null, token: null })
  expect(await claimCodeCall(db, id, { codeHash: 'of a call', token: 'its token' })).toBe(true)
  expect(await claimCodeCall(db, id, { codeHash: 'of another', token: 'another token' })).toBe(false)
  await recordSending(db, id, 'sent')
  expect(await recordDelivery(db, 'its token', { delivery: 'delivered', error: null })).toBe(true)
  expect(await inTransaction(db, (tx) => claimResend(tx, id))).toBe(true)
  expect(await inTransaction(db, (tx) => claimResend(tx, id))).toBe(false)
  await inTransaction(db, (tx) => recordTry(tx, id, { tries: 3, usedAt: NOW }))
  expect(await mine()).toMatchObject({ code_hash: 'of a call', sending: 'sent', delivery: 'delivered', resent: true })
  await isMineAlone()

  const stored = await inTransaction(db, (tx) => lockCode(tx, MINE))
  expect(stored).toMatchObject({ id, codeHash: 'of a call', tries: 3, usedAt: NOW, way: 'text' })
  expect(await lastCodeOf(db, MINE)).toMatchObject({ createdAt: NOW, usedAt: expect.any(Number) })
  expect(await lastCodeOf(db, { ...MINE, address: 'nobody' })).toBeNull()
  for (const other of OTHERS) expect(await lastCodeOf(db, other)).toMatchObject({ createdAt: NOW - 1, usedAt: null })
  expect(await ask(db, MINE)).not.toBe(id)
  await isMineAlone()
})

type AsIf = { age?: number; usedAt?: Date; sending?: Sending; delivery?: Delivery }

const LAST_CODES: [what: string, isReplaced: boolean, asIf: AsIf][] = [
  ['was sent just now', false, { sending: 'sent' }],
  ['was delivered just now', false, { delivery: 'delivered' }],
  ['is as old as the pause', true, { age: GAP_MS }],
  ['is younger than the pause', false, { age: GAP_MS - 2 }],
  ['was used', true, { usedAt: new Date(NOW) }],
  ['was refused by the carrier', true, { sending: 'too-many' }],
  ['was lost by the carrier', true, { delivery: 'undelivered' }],
]

test('CODE-3 PHONE-6 a new code is made after the pause, or at once when the last one was used or never arrived', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  for (const [what, isReplaced, { age = 0, usedAt, ...told }] of LAST_CODES) {
    await db.deleteFrom('one_time_codes').execute()
    const { id, isMineAlone } = await startWithCodes(db)
    const made = { created_at: new Date(NOW - age), used_at: usedAt ?? null, verification_id: 'open there' }
    const code = db.updateTable('one_time_codes').where('id', '=', id)
    await code.set({ ...made, ...told }).execute()
    const next = await ask(db, MINE)
    expect(`${what}: ${next !== null && next !== id}`).toBe(`${what}: ${isReplaced}`)
    const { verificationId } = (await inTransaction(db, (tx) => lockCode(tx, MINE)))!
    expect(verificationId).toBe('open there') // whoever sends the next code ends it
    await isMineAlone()
  }
})

test("CODE-1 PHONE-5 PHONE-6 a code is sent until it expires, is used or has arrived, and only texts count for a number's waits", async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const { id, other } = await startWithCodes(db)
  expect(await findCodeToSend(db, id, NOW)).toMatchObject({
    address: MINE.address,
    purpose: 'phone:1',
    way: 'text',
    token: null,
  })
  expect(['+12025550123', '+a@example.com'].map(isNumber)).toEqual([true, false])
  const isToBeSent = async (now: number) => (await findCodeToSend(db, id, now)) !== null
  const set = (values: { used_at?: Date | null; delivery?: Delivery; sending?: Sending }, of = id) =>
    db.updateTable('one_time_codes').set(values).where('id', '=', of).execute()
  expect([await isToBeSent(NOW + LIFE_MS - 1), await isToBeSent(NOW + LIFE_MS)]).toEqual([true, false])
  await set({ used_at: new Date(NOW) })
  expect(await isToBeSent(NOW)).toBe(false)
  await set({ used_at: null, delivery: 'undelivered' })
  expect(await isToBeSent(NOW)).toBe(true)
  await set({ delivery: 'delivered' })
  expect(await isToBeSent(NOW)).toBe(false)

  expect([await lastTextTo(db, MINE.address), await lastTextTo(db, '+12025550149')]).toEqual([NOW, null])
  await set({ sending: 'sent' })
  expect(await lastTextTo(db, MINE.address)).toBe(NOW)
  await set({ sending: 'refused' })
  expect(await lastTextTo(db, MINE.address)).toBe(NOW - 1)
  expect(await findTextedNumber(db, other)).toBe(OTHERS[0]!.address)
  const called = (await ask(db, { ...MINE, browserHash: 'by call' }, NOW, 'call'))!
  expect(await findTextedNumber(db, called)).toBeNull()

  await deleteOld(db, 'one_time_codes', NOW)
  const left = await db.selectFrom('one_time_codes').select('id').orderBy('id').execute()
  expect(left).toEqual([{ id }, { id: called }])
})

test('PHONE-6 delivery reports may come late, twice and in any order: what arrived is no longer lost', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const { id } = await startWithCodes(db)
  await keepCodeHash(db, id, { codeHash: 'hash', token: 'token' })
  const counts = []
  for (const delivery of ['undelivered', 'no-texts', 'delivered', 'heard', 'undelivered'] as const)
    counts.push(await recordDelivery(db, 'token', { delivery, error: null }))
  expect(counts).toEqual([true, false, true, false, false])
  expect(await recordDelivery(db, 'no token', { delivery: 'delivered', error: null })).toBe(false)
  await keepCodeHash(db, id, { codeHash: 'hash', token: 'of the next text' })
  for (const delivery of ['unanswered', 'heard'] as const)
    expect(await recordDelivery(db, 'of the next text', { delivery, error: null })).toBe(true)
  expect(isRefused((await lastCodeOf(db, MINE))!)).toBe(false)
  for (const [told, refused] of [
    [{ sending: 'stopped' }, true],
    [{ sending: 'sent' }, false],
    [{ delivery: 'no-texts' }, true],
  ] as const) {
    await db.updateTable('one_time_codes').set(told).where('id', '=', id).execute()
    expect(isRefused((await lastCodeOf(db, MINE))!)).toBe(refused)
  }
})
