import { faults, type CallInHand } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { handleCarrierEvent } from './handle-carrier-event.ts'

const NAME_ALONE = 'Voicemail or call screening answered, so we only said who was calling'

/** A call that rings now, the only one of its morning. */
async function ringing(settings: Record<string, string> = {}) {
  const app = await startTestApp({ now: '2027-01-15T06:20:00+01:00', settings })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin', callRetry: false })
  await app.clock.advance({ minutes: 10 })
  const call = await phone.expectCall()
  const { token } = await app.services.db
    .selectFrom('calls')
    .select('token')
    .where('carrier_call_id', '=', call.sid)
    .executeTakeFirstOrThrow()
  return { app, person, call, token }
}

/** The addresses to which the carrier was told to redirect a call. */
async function redirects(app: TestApp): Promise<unknown[]> {
  return (await app.carrierLog()).filter(({ kind, Url }) => kind === 'call-changed' && Url).map(({ Url }) => Url)
}

async function timeline(person: Person): Promise<string[]> {
  const [call] = await person.history()
  const { body } = await person.get<{ timeline: { what: string }[] }>(`/api/call/${call!.id}`)
  return body.timeline.map(({ what }) => what)
}

/** A person picks up and is taken for a machine 5 s later. */
async function pickUpAsMachine(app: TestApp, call: CallInHand): Promise<void> {
  await faults(app.sandbox.url).add({ fault: 'amd-wrong' })
  await call.pickUp({ verdictAfterSeconds: 5 })
}

test('WAKE-11 a verdict during a call makes it say only the name, once', async () => {
  const { app, person, call, token } = await ringing()
  await using _ = app
  await pickUpAsMachine(app, call)
  expect(await redirects(app)).toEqual([])
  await call.sayNothing({ afterSeconds: 6 })
  await handleCarrierEvent(app.services, token, call.sid, { type: 'machine', at: app.clock.now() })
  expect(await redirects(app)).toEqual([`${app.url}/callbacks/voice/${token}?machine=1`])
  expect(await timeline(person)).toContain(NAME_ALONE)
  await call.hangUp()
})

test('WAKE-12 a person who takes a screened call after twenty seconds hears the message and can prove as usual', async () => {
  const { app, person, call } = await ringing()
  await using _ = app
  await pickUpAsMachine(app, call) // call screening answers, and shows who calls and why
  await call.press('1', { afterSeconds: 20 })
  expect(await redirects(app)).toHaveLength(1)
  expect(await timeline(person)).toContain(NAME_ALONE)
  await call.press('1', { afterSeconds: 10 })
  expect(await person.history()).toMatchObject([{ status: 'completed' }])
})

test('CARRIER-10 with MACHINE_DETECTION=off the carrier does not detect machines, and the message goes on', async () => {
  const { app, person, call } = await ringing({ MACHINE_DETECTION: 'off' })
  await using _ = app
  await pickUpAsMachine(app, call)
  await call.sayNothing({ afterSeconds: 6 })
  expect(await redirects(app)).toEqual([])
  expect(await timeline(person)).not.toContain(NAME_ALONE)
  await call.hangUp()
})
