import type { Notices } from '@reveille/contract/notices'
import { faults } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { openCarrierLink } from '../../test/harness/outside/carrier-link.ts'

const NOW = '2027-01-15T06:20:00+01:00'
const MORNING = { wakeupTime: '06:30', timezone: 'Europe/Berlin', callRetry: false }
const EMAIL = 'sleeper@example.com'

async function timeline(person: Person): Promise<string[]> {
  const [call] = await person.history()
  const { body } = await person.get<{ timeline: { what: string }[] }>(`/api/call/${call!.id}`)
  return body.timeline.map(({ what }) => what)
}

async function createdCalls(app: TestApp): Promise<string[]> {
  const created = (await app.carrierLog()).filter(({ kind }) => kind === 'call-created')
  return created.map(({ at }) => new Date(at).toISOString())
}

const subjects = async (app: TestApp) => (await app.mailbox.mails(EMAIL)).map(({ subject }) => subject)

/** Somebody with a schedule, and a connection to the carrier that can break. */
async function startBehindLink() {
  let carrier = ''
  const link = await openCarrierLink(() => carrier)
  const app = await startTestApp({ now: NOW, settings: { TWILIO_API_URL: link.url } })
  carrier = app.sandbox.url
  const person = await app.person({ email: EMAIL })
  const phone = await app.phone(person.phone)
  await person.schedule(MORNING)
  return {
    app,
    link,
    person,
    phone,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await link[Symbol.asyncDispose]()
    },
  }
}

test('CALL-5 HIST-4 a carrier that recovers in time rings once, and the call says how late it was', async () => {
  await using started = await startBehindLink()
  const { app, link, person, phone } = started
  await link.cut()
  await app.clock.advance({ minutes: 11 })
  await link.restore()
  await app.clock.advance({ seconds: 3 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')

  expect(await createdCalls(app)).toHaveLength(1)
  const words = await timeline(person)
  expect(words).toContain("The phone network couldn't take the call yet")
  expect(words).toContainEqual(expect.stringMatching(/^Call sent to the phone network, 6[0-3] s late$/))
  await app.clock.advance({ hours: 1 })
  expect(await person.history()).toMatchObject([{ status: 'completed', reason: null }])
  expect(await subjects(app)).toEqual([])
})

async function told(person: Person): Promise<string[]> {
  return (await person.get<Notices>('/api/notices')).body.notices.map(({ kind }) => kind)
}

test('CALL-3 CALL-5 a call of unknown outcome is not redialed, and its person is told exactly that', async () => {
  await using started = await startBehindLink()
  const { app, link, person, phone } = started
  await faults(app.sandbox.url).add({ fault: 'status-jump' }) // the phone rings, but the carrier doesn't say so
  link.cutBeforeAnswer()
  await app.clock.advance({ minutes: 19, seconds: 59 })
  expect(await person.history()).toMatchObject([{ status: 'pending', phase: 'in-doubt' }])
  expect(await told(person)).toEqual([])
  await app.clock.advance({ seconds: 1 })
  expect(await told(person)).toEqual(['call-in-doubt'])
  expect(await subjects(app)).toHaveLength(1)

  await link.restore()
  await app.clock.advance({ minutes: 2 })
  expect(await person.history()).toMatchObject([{ status: 'pending', phase: 'ringing' }])
  await (await phone.expectCall()).letRing()
  await app.clock.advance({ hours: 1 })
  expect(await person.history()).toMatchObject([{ status: 'no_answer', phase: 'ended' }])
  expect(await createdCalls(app)).toHaveLength(1)
})
