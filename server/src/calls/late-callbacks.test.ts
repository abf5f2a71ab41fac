import type { Schedule } from '@reveille/contract/schedules'
import type { CarrierEvent } from '@reveille/core/calls/call-lifecycle'
import { expect, test } from 'vitest'
import { servicesOn } from '../../test/harness/app/services-on.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { signatureOf } from '../carrier/twilio/signature.ts'
import { timestamp } from '../platform/database/value-types.ts'
import { handleCarrierEvent } from './handle-carrier-event.ts'

const daily = { wakeupTime: '06:30', timezone: 'Europe/Berlin' }
const NOW = '2027-01-15T06:20:00+01:00'

test('CALL-10 a key that arrives after the end still counts when the number was lost in between', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule(daily)
  await app.clock.advance({ minutes: 10 })
  const call = await phone.expectCall()
  await call.pickUp()
  await app.services.db.updateTable('users').set({ phone_verified: false }).execute()
  await call.hangUp({ afterSeconds: 2 })
  expect(await outcomes(app)).toEqual(['cancelled']) // no further call is allowed
  await pressSigned(app, call.sid, '1')
  expect(await outcomes(app)).toEqual(['answered'])
})

test('CALL-7 CALL-10 0 twice stops all calls when it arrives after the end of a morning that was stopped on screen', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const { id } = await person.schedule(daily)
  await app.clock.advance({ minutes: 10 })
  const call = await phone.expectCall()
  await call.pickUp()
  await person.post(`/api/schedule/${id}/stop`)
  await call.hangUp({ afterSeconds: 20 })
  expect(await outcomes(app)).toEqual(['cancelled'])
  const menu = { at: 'menu', asked: '1', opened: String(app.clock.now() - 5_000) }
  await pressSigned(app, call.sid, '0', menu)
  expect((await person.get<Schedule[]>('/api/schedule')).body).toMatchObject([{ isActive: false, nextCallAt: null }])
})

test("CALL-10 all callbacks of 30 calls at one instant are applied, and one that can't be saved fails alone", async () => {
  const database = await createTestDatabase()
  const at = Date.parse(NOW)
  await using joined = await servicesOn(database, { now: at })
  const { db } = database
  await putPlannedCalls(db, { count: 30, dueAt: at })
  await db
    .updateTable('calls')
    .set({ stage: 'placed', marked_at: new Date(at), holds_line: true })
    .execute()
  const tokens = (await db.selectFrom('calls').select('token').orderBy('id').execute()).map(({ token }) => token)
  // Two calls of one batch with one carrier id: the second is refused.
  const idOf = (index: number) => `CA${index === 5 ? 4 : index}`
  const tell = (event: CarrierEvent) =>
    Promise.allSettled(tokens.map((token, index) => handleCarrierEvent(joined.services, token, idOf(index), event)))
  const refused = (await tell({ type: 'ringing', at })).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(1)
  const ringing = await db.selectFrom('calls').select('carrier_call_id').where('ringing_at', 'is not', null).execute()
  expect(new Set(ringing.map((call) => call.carrier_call_id)).size).toBe(29)
  const lines = await db.selectFrom('call_events').select('call_id').where('kind', '=', 'ringing').execute()
  expect(new Set(lines.map(({ call_id }) => call_id)).size).toBe(29)
  expect(lines).toHaveLength(29)
})

test('CALL-14 SCHED-10 a one-time call settled by 1 is over, and a late verdict does not bring it back', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule({ ...daily, isRecurring: false, weekdays: [], date: '2027-01-15' })
  await person.schedule(daily)
  await app.clock.advance({ minutes: 10 })
  const first = await phone.expectCall()
  await first.pickUp()
  await first.press('1')
  await app.clock.advance({ minutes: 30 })
  expect(await outcomes(app)).toEqual(['answered', 'answered'])
  expect((await person.get<Schedule[]>('/api/schedule')).body).toHaveLength(1)
})

async function pressSigned(
  app: TestApp,
  sid: string,
  digits: string,
  position: Record<string, string> = { at: 'message', asked: '1' },
): Promise<string> {
  const path = `/callbacks/key/${await tokenOf(app, sid)}?${new URLSearchParams(position).toString()}`
  const form = { CallSid: sid, Digits: digits }
  const answer = await fetch(app.url + path, {
    method: 'POST',
    headers: { 'x-twilio-signature': signatureOf(app.sandbox.authToken, app.url + path, form) },
    body: new URLSearchParams(form),
  })
  return answer.text()
}

async function tokenOf(app: TestApp, sid: string): Promise<string> {
  const row = await app.services.db
    .selectFrom('calls')
    .select('token')
    .where('carrier_call_id', '=', sid)
    .executeTakeFirstOrThrow()
  return row.token
}

async function outcomes(app: TestApp): Promise<(string | null)[]> {
  const rows = await app.services.db
    .selectFrom('occurrences')
    .select('outcome')
    .where('is_sample', '=', false)
    .where('due_at', '<=', timestamp(app.clock.now()))
    .orderBy('id')
    .execute()
  return rows.map(({ outcome }) => outcome)
}
