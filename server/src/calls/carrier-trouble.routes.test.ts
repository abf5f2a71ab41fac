import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startCalls } from '../../test/harness/app/start-calls.ts'
import { startServed } from '../../test/harness/app/start-served.ts'
import { beat } from '../dispatch/leases.sql.ts'
import { countCarrierAnswers, keepCarrierAnswer } from './carrier-trouble.sql.ts'
import { appendCallEvents, type NewCallEvent } from './timeline.sql.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')

test('CALL-5 a call counts by the carrier’s last recent answer, and a bad number counts as neither accepted nor not', async () => {
  await using started = await startCalls({ now: NOW })
  const { db, addCall } = started
  await addCall(1, 2)
  const since = NOW - 60_000
  const counts = async (...events: NewCallEvent[]) => {
    await db.deleteFrom('call_events').execute()
    await appendCallEvents(db, events)
    const { taken, notTaken } = await countCarrierAnswers(db, { since, now: NOW })
    return [taken, notTaken]
  }
  const of = (callId: number, kind: NewCallEvent['kind'], at = NOW, detail: string | null = null) => ({
    callId,
    kind,
    at,
    detail,
  })
  expect(await counts()).toEqual([0, 0])
  expect(await counts(of(1, 'placed'), of(2, 'found-at-carrier'), of(3, 'not-placed'), of(4, 'in-doubt'))).toEqual([
    2, 2,
  ])
  expect(
    await counts(of(1, 'not-placed'), of(1, 'placed'), of(2, 'placed', NOW - 1), of(2, 'in-doubt', NOW - 2)),
  ).toEqual([1, 1])
  expect(await counts(of(1, 'placed', since), of(2, 'placed', NOW + 1), of(3, 'placed', since + 1))).toEqual([1, 0])
  const failed = (id: number, detail: string) => of(id, 'failed', NOW, detail)
  expect(
    await counts(
      failed(1, 'too-late 503'),
      failed(2, 'not-learnt'),
      failed(3, 'misconfigured'),
      failed(4, 'held-account'),
    ),
  ).toEqual([0, 4])
  expect(
    await counts(failed(1, 'invalid-number 400/21211'), failed(2, 'too-latest'), of(3, 'ringing'), of(4, 'ended')),
  ).toEqual([0, 0])
})

test('CALL-5 every page learns within five seconds that the carrier accepts no calls, and that it accepts them again', async () => {
  await using started = await startServed({ now: NOW })
  const { db, person, clock } = started
  const bystander = await person(1)
  const told = async () => (await bystander.get('/api/carrier')).body
  expect(await told()).toMatchObject({ troubled: false })
  const all = (kind: NewCallEvent['kind']) =>
    appendCallEvents(
      db,
      [1, 2, 3].map((callId) => ({ callId, at: clock.now(), kind })),
    )
  await all('not-placed')
  await clock.advance({ ms: 4_999 })
  expect(await told()).toMatchObject({ troubled: false }) // the answer is cached for all pages
  await clock.advance({ ms: 1 })
  expect(await told()).toMatchObject({ troubled: true })
  await all('placed')
  await clock.advance({ seconds: 5 })
  expect(await told()).toMatchObject({ troubled: false })

  // A failed answer isn't cached.
  await clock.advance({ seconds: 5 })
  await sql`alter table call_events rename to gone`.execute(db)
  expect((await bystander.get('/api/carrier')).status).toBe(500)
  await sql`alter table gone rename to call_events`.execute(db)
  expect(await told()).toMatchObject({ troubled: false })
})

test('DASH-4 a page learns what is silent and since when; all is well only with a worker, the carrier and the plan', async () => {
  await using started = await startServed({ now: NOW })
  const { db, person, clock } = started
  const someone = await person(1)
  const unsure = async () => {
    await clock.advance({ seconds: 5 })
    return (await someone.get<{ unsure: unknown }>('/api/carrier')).body.unsure
  }
  expect(await unsure()).toEqual({ part: 'worker', since: null })
  await beat(db, { id: 'one', home: 'here' }, NOW)
  await beat(db, { id: 'another, long gone', home: 'there' }, NOW - 600_000)
  expect(await unsure()).toEqual({ part: 'carrier', since: null })
  await keepCarrierAnswer(db, NOW)
  expect(await unsure()).toBe(null)
  await db
    .updateTable('schedules')
    .set({ next_due_at: new Date(NOW) })
    .where('id', '=', 1)
    .execute()
  expect(await unsure()).toEqual({ part: 'plan', since: '2027-01-15T05:10:00.000Z' })
  await clock.advance({ minutes: 1 })
  expect(await unsure()).toEqual({ part: 'worker', since: '2027-01-15T05:30:00.000Z' })
})
