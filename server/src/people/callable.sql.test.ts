import { callRefusal } from '@reveille/core/people/callable'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { leaseUpcoming } from '../dispatch/leases.sql.ts'
import { findUnmarked, markDialling } from '../dispatch/marks.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { callableVoices } from './callable.sql.ts'
import { lockPerson } from './lock-person.sql.ts'

const DUE_AT = Date.parse('2027-01-15T05:30Z')
const mostCalls = { hour: 30, day: 80 }

const PEOPLE = [
  { verified: true, hasPreferences: true, stopped: false, refusal: null },
  { verified: false, hasPreferences: true, stopped: false, refusal: 'phone-not-verified' },
  { verified: true, hasPreferences: false, stopped: false, refusal: 'preferences-missing' },
  { verified: true, hasPreferences: true, stopped: true, refusal: 'calls-stopped' },
  { verified: false, hasPreferences: false, stopped: false, refusal: 'phone-not-verified' },
  { verified: false, hasPreferences: true, stopped: true, refusal: 'phone-not-verified' },
  { verified: true, hasPreferences: false, stopped: true, refusal: 'preferences-missing' },
  { verified: false, hasPreferences: false, stopped: true, refusal: 'phone-not-verified' },
]

test('CALL-1 CALL-7 the planner, the screens and the mark agree on who may be called', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: PEOPLE.length, dueAt: DUE_AT })
  const users = await db.selectFrom('users').select(['id', 'phone']).orderBy('id').execute()
  for (const [at, { verified, hasPreferences, stopped }] of PEOPLE.entries()) {
    const { id, phone } = users[at]!
    if (!verified) await db.updateTable('users').set({ phone_verified: false }).where('id', '=', id).execute()
    if (!hasPreferences) await db.deleteFrom('personalizations').where('user_id', '=', id).execute()
    // Stopped texts alone stop no call.
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

  expect([...(await callableVoices(db, ids)).keys()]).toEqual(callable)

  const leased = (await leaseUpcoming(db, { until: DUE_AT, owner: 'worker', limit: ids.length })).map(({ id }) => id)
  expect(leased).toHaveLength(ids.length)
  const marked = await markDialling(db, { owner: 'worker', ids: leased, now: DUE_AT, mostCalls })
  expect(marked.map(({ userId }) => userId)).toEqual(callable)
  const passedOver = await findUnmarked(db, { owner: 'worker', ids: leased, now: DUE_AT, mostCalls })
  expect(passedOver.map(({ why }) => why)).toEqual(Array(ids.length - callable.length).fill('not-callable'))
})
