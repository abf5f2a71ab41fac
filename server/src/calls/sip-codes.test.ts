import type { Schedule } from '@reveille/contract/schedules'
import { faults } from '@reveille/phone-sandbox/handset'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'

const unwanted = "Your phone network marked our call as unwanted, so we've stopped for today"

/** A morning's first call rings now; alarms are lines of the log. */
async function ringing({ unrung = false } = {}) {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const app = await startTestApp({ unheard: true, now: '2027-01-15T06:20:00+01:00', logTo })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  if (unrung) await faults(app.sandbox.url).add({ fault: 'status-jump', times: null })
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  await app.clock.advance({ minutes: 10 })
  const alarms = () =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ alarm }) => alarm !== undefined)
  const fail = async (sip: number) => (await phone.expectCall()).fail({ sip })
  return { app, person, phone, alarms, fail }
}

async function timeline(person: Person): Promise<string[]> {
  const [call] = await person.history()
  const { body } = await person.get<{ timeline: { what: string }[] }>(`/api/call/${call!.id}`)
  return body.timeline.map(({ what }) => what)
}

test.each([
  [607, unwanted, 'Your network marked our call as unwanted (607)'],
  [404, /can't get through/, "The network says this number can't be reached (404)"],
])('WAKE-13 after %i nothing more rings this morning, and the person reads why', async (sip, reason, line) => {
  const { app, person, fail, alarms } = await ringing()
  await using _ = app
  await fail(sip)
  await app.clock.advance({ hours: 2 })
  expect(await person.history()).toMatchObject([{ status: 'failed', reason: expect.stringMatching(reason) }])
  expect(await timeline(person)).toContain(line)
  expect(alarms()).toEqual([])
})

test('WAKE-13 a call that is blocked on its way alarms the operator, and the ladder goes on', async () => {
  const { app, person, phone, fail, alarms } = await ringing()
  await using _ = app
  await fail(608)
  expect(alarms()).toMatchObject([{ level: 50, alarm: 'blocked', sip: 608 }])
  expect(await app.services.metrics.text()).toContain('reveille_alarms_total{alarm="blocked"} 1\n')
  expect(await timeline(person)).toContain('The call was blocked on its way to you (608)')
  await app.clock.advance({ seconds: 90 })
  const again = await phone.expectCall()
  await again.pickUp()
  await again.press('1')
  expect((await person.history()).map(({ status }) => status)).toEqual(['completed', 'no_answer'])
})

test.each([
  ['declined', 603, 'no_answer'],
  ['that was out of reach', 480, 'no_answer'],
  ['that rang before the network failed', 503, 'failed'],
])('WAKE-13 a call %s (%i) is followed by the ladder', async (_case, sip, status) => {
  const { app, person, phone, fail, alarms } = await ringing()
  await using _ = app
  await fail(sip)
  const { body } = await person.get<Schedule[]>('/api/schedule')
  expect(body).toMatchObject([{ followUp: { kind: 'retry', afterFault: status === 'failed' } }])
  await app.clock.advance({ seconds: 89 })
  await expect(phone.expectCall(0)).rejects.toThrow('no call came')
  await app.clock.advance({ seconds: 1 })
  const again = await phone.expectCall()
  await again.pickUp()
  await again.press('1')
  expect((await person.history()).map((call) => call.status)).toEqual(['completed', status])
  expect(alarms()).toEqual([])
})

test.each([503, 408, 500])(
  'WAKE-13 %i before any ringing is tried again after 20 s, twice, then by the ladder',
  async (sip) => {
    const { app, person, phone, fail } = await ringing({ unrung: true })
    await using _ = app
    await fail(sip)
    expect(await timeline(person)).toContain(`The network failed (${sip}): next try in 20 seconds`)
    const { body } = await person.get<Schedule[]>('/api/schedule')
    expect(body).toMatchObject([{ followUp: { kind: 'retry', afterFault: true } }])
    for (const seconds of [20, 20, 90]) {
      await app.clock.advance({ seconds: seconds - 1 })
      await expect(phone.expectCall(0)).rejects.toThrow('no call came')
      await app.clock.advance({ seconds: 1 })
      await fail(sip)
    }
    expect((await person.history()).map(({ kind }) => kind)).toEqual(['retry', 'retry', 'retry', 'first'])
  },
)
