import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { Dispatcher } from './dispatcher.ts'
import { beat } from './leases.sql.ts'

const OWNER = 'a worker of this test'

test('CALL-1 CALL-3 CALL-11 a worker gives back its leases after a wrong clock or a failed statement, and each call is placed once', async () => {
  await using app = await startTestApp({
    now: '2027-01-15T06:29:53Z',
    settings: { ROLE: 'web', CALLS_PER_SECOND: '0.25' },
  })
  const { db } = app.services
  const dueAt = app.clock.now() + 7_000
  await putPlannedCalls(db, { count: 2, dueAt })
  const people = await db.selectFrom('users').select('phone').execute()
  const handsets = await Promise.all(people.map(({ phone }) => app.phone(phone!)))
  let isRight = true
  const dispatcher = new Dispatcher(app.services, { id: OWNER, isClockTrusted: () => isRight, aliveSince: () => null })
  const claim = async () => {
    await beat(db, { id: OWNER, home: 'here' }, app.clock.now())
    await dispatcher.claim()
  }
  const slots = async () => (await db.selectFrom('calls').select('slot_at').execute()).map(({ slot_at }) => slot_at)

  await claim()
  isRight = false
  await app.clock.advance({ seconds: 5, ms: 500 }) // past the moment slots are assigned
  expect(await slots()).toEqual([null, null])
  isRight = true
  await sql`alter table carrier_rate rename to out_of_reach`.execute(db)
  await claim()
  await expect(app.clock.advance({ ms: 500 })).rejects.toThrow('carrier_rate')
  await sql`alter table out_of_reach rename to carrier_rate`.execute(db)
  await claim()
  await app.clock.advance({ seconds: 6 })
  await dispatcher.dialled()
  // The second call waited for the carrier's rate.
  const waited = db.selectFrom('call_events').select('detail').where('kind', '=', 'waiting-for-capacity')
  expect(await waited.execute()).toEqual([{ detail: 'about 4 s' }])
  expect((await app.carrierLog()).filter(({ kind }) => kind === 'call-created')).toHaveLength(2)
  for (const handset of handsets) await (await handset.expectCall()).decline()
})
