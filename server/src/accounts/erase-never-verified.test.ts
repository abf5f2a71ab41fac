import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startCalls } from '../../test/harness/app/start-calls.ts'
import { lockCallee } from '../people/with-person.ts'
import { eraseNeverVerified } from './delete-account.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')

test('S44 an account whose number is verified in the very moment of its expiry stays', async () => {
  await using started = await startCalls({ now: NOW })
  const { services, db, inOne } = started
  await sql`update users set phone = null, phone_verified = false, created_at = ${new Date(NOW - 2)} where id < 3`.execute(
    db,
  )
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const { erasing } = await inOne(async (tx) => {
    await lockCallee(tx, 2)
    const begun = eraseNeverVerified(services, NOW - 1)
    await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1)
    await sql`update users set phone = '+12000000002', phone_verified = true where id = 2`.execute(tx)
    return { erasing: begun }
  })
  await erasing
  expect(await db.selectFrom('users').select('id').orderBy('id').execute()).toEqual([{ id: 2 }, { id: 3 }])
})
