import { callRefusal, ringsSecond } from '@reveille/core/people/callable'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { leaseUpcoming } from '../dispatch/leases.sql.ts'
import { findUnmarked, markDialling } from '../dispatch/marks.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { voicesOfCallable } from './callable.sql.ts'
import { lockPerson } from './lock-person.sql.ts'

const DUE_AT = Date.parse('2027-01-15T05:30Z')
const mostCalls = { hour: 30, day: 80 }
const callerNumbers = ['+12025550100'] as const

/** The cases that both core's rule and the SQL are checked against: every combination, and a person without a number. */
const PEOPLE = [
  { hasNumber: true, verified: true, hasPreferences: true, stopped: false, refusal: null },
  { hasNumber: true, verified: false, hasPreferences: true, stopped: false, refusal: 'phone-not-verified' },
  { hasNumber: true, verified: true, hasPreferences: false, stopped: false, refusal: 'preferences-missing' },
  { hasNumber: true, verified: true, hasPreferences: true, stopped: true, refusal: 'calls-stopped' },
  { hasNumber: true, verified: false, hasPreferences: false, stopped: false, refusal: 'phone-not-verified' },
  { hasNumber: true, verified: false, hasPreferences: true, stopped: true, refusal: 'phone-not-verified' },
  { hasNumber: true, verified: true, hasPreferences: false, stopped: true, refusal: 'preferences-missing' },
  { hasNumber: true, verified: false, hasPreferences: false, stopped: true, refusal: 'phone-not-verified' },
  { hasNumber: false, verified: false, hasPreferences: true, stopped: false, refusal: 'phone-not-verified' },
]

test('CALL-1 CALL-7 the planner, the screens and the mark agree on who may be called', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: PEOPLE.length, dueAt: DUE_AT })
  const users = await db.selectFrom('users').select(['id', 'phone']).orderBy('id').execute()
  for (const [at, { hasNumber, verified, hasPreferences, stopped }] of PEOPLE.entries()) {
    const { id, phone } = users[at]!
    const number = { phone_verified: verified, ...(hasNumber ? {} : { phone: null }) }
    await db.updateTable('users').set(number).where('id', '=', id).execute()
    if (!hasPreferences) await db.deleteFrom('personalizations').where('user_id', '=', id).execute()
    // Stopping only texts stops no call.
    const kind = stopped ? 'calls' : 'texts'
    await sql`insert into opt_outs (phone, kind, opted_out_at) values (${phone}, ${kind}, now())`.execute(db)
  }
  const ids = users.map(({ id }) => id)
  const callable = ids.filter((_, at) => PEOPLE[at]!.refusal === null)

  const refusals = await inTransaction(db, async (tx) => {
    const callees = []
    for (const id of ids) callees.push((await lockPerson(tx, id))!)
    return callees.map(callRefusal)
  })
  expect(refusals).toEqual(PEOPLE.map(({ refusal }) => refusal))

  expect([...(await voicesOfCallable(db, ids)).keys()]).toEqual(callable)

  const leased = (await leaseUpcoming(db, { until: DUE_AT, owner: 'worker', limit: ids.length })).map(({ id }) => id)
  expect(leased).toHaveLength(ids.length)
  const marked = await markDialling(db, { owner: 'worker', ids: leased, now: DUE_AT, mostCalls, callerNumbers })
  expect(marked.map(({ userId }) => userId)).toEqual(callable)
  const passedOver = await findUnmarked(db, { owner: 'worker', ids: leased, now: DUE_AT, mostCalls })
  expect(passedOver.map(({ why }) => why)).toEqual(Array(ids.length - callable.length).fill('not-callable'))
})

/** Every combination. `verified` is null without a second number. */
const SECONDS = [true, false].flatMap((isForSecond) =>
  [true, false, null].flatMap((verified) => [true, false].map((stopped) => ({ isForSecond, verified, stopped }))),
)

test('WAKE-18 the mark dials the second number exactly when the rule says so, and the first one otherwise', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: SECONDS.length, dueAt: DUE_AT })
  const users = await db.selectFrom('users').select(['id', 'phone']).orderBy('id').execute()
  const secondOf = (id: number) => `+1213555${1000 + id}`
  for (const [at, { isForSecond, verified, stopped }] of SECONDS.entries()) {
    const { id } = users[at]!
    const second = { second_phone: secondOf(id), second_phone_verified: verified ?? false }
    if (verified !== null) await db.updateTable('users').set(second).where('id', '=', id).execute()
    await db.updateTable('calls').set({ for_second: isForSecond }).where('user_id', '=', id).execute()
    const kind = stopped ? 'calls' : 'texts'
    await sql`insert into opt_outs (phone, kind, opted_out_at) values (${secondOf(id)}, ${kind}, now())`.execute(db)
  }
  const expected = await inTransaction(db, async (tx) => {
    const numbers = []
    for (const [at, { isForSecond }] of SECONDS.entries()) {
      const { id, phone } = users[at]!
      const rings = ringsSecond((await lockPerson(tx, id))!, isForSecond)
      numbers.push({ userId: id, phone: rings ? secondOf(id) : phone, rangSecond: rings })
    }
    return numbers
  })
  expect(expected.flatMap(({ rangSecond }, at) => (rangSecond ? [SECONDS[at]] : []))).toEqual([
    { isForSecond: true, verified: true, stopped: false },
  ])

  const leased = await leaseUpcoming(db, { until: DUE_AT, owner: 'worker', limit: SECONDS.length })
  const ids = leased.map(({ id }) => id)
  const marked = await markDialling(db, { owner: 'worker', ids, now: DUE_AT, mostCalls, callerNumbers })
  expect(marked.map(({ userId, phone }) => ({ userId, phone }))).toEqual(
    expected.map(({ userId, phone }) => ({ userId, phone })),
  )
  const rows = await db.selectFrom('calls').select(['phone', 'rang_second as rangSecond']).orderBy('user_id').execute()
  expect(rows).toEqual(expected.map(({ phone, rangSecond }) => ({ phone, rangSecond })))
})
