import type { Schedule } from '@reveille/contract/schedules'
import { faults } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'

const unwanted = "Your phone network marked our call as unwanted, so we've stopped for today"

/** A person for each code, whose first call fails with it at 6:30. Alarms are read from the log. */
async function failed(sips: readonly number[], { unrung = false } = {}) {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const app = await startTestApp({ now: '2027-01-15T06:20:00+01:00', logTo })
  if (unrung) await faults(app.sandbox.url).add({ fault: 'status-jump', times: null })
  const people = []
  for (const sip of sips) {
    const person = await app.person()
    await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
    people.push({ sip, person, phone: await app.phone(person.phone) })
  }
  await app.clock.advance({ minutes: 10, ms: 9 }) // each call has its own slot
  for (const { sip, phone } of people) await (await phone.expectCall()).fail({ sip })
  const alarms = () =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ alarm }) => alarm !== undefined)
  return { app, people, alarms }
}

async function timeline(person: Person): Promise<string[]> {
  const call = (await person.history()).at(-1)
  const { body } = await person.get<{ timeline: { what: string }[] }>(`/api/call/${call!.id}`)
  return body.timeline.map(({ what }) => what)
}

const followUp = async (person: Person) => (await person.get<Schedule[]>('/api/schedule')).body[0]?.followUp
const statuses = async (person: Person) => (await person.history()).map(({ status }) => status)

test('WAKE-13 after 607 and 404 nothing more rings, after other codes the ladder goes on, and 608 alerts the operator', async () => {
  const { app, people, alarms } = await failed([607, 404, 608, 603, 480, 503])
  await using _ = app
  const [spam, unknown, ...retried] = people
  const [blocked, declined, , broken] = retried
  for (const [{ person }, reason, line] of [
    [spam!, unwanted, 'Your network marked our call as unwanted (607)'],
    [unknown!, /can't get through/, "The network says this number can't be reached (404)"],
  ] as const) {
    expect(await person.history()).toMatchObject([{ status: 'failed', reason: expect.stringMatching(reason) }])
    expect(await timeline(person)).toContain(line)
  }
  expect(alarms()).toMatchObject([{ level: 50, alarm: 'blocked', sip: 608 }])
  expect(await app.services.metrics.text()).toContain('reveille_alarms_total{alarm="blocked"} 1\n')
  expect(await timeline(blocked!.person)).toContain('The call was blocked on its way to you (608)')
  expect(await followUp(declined!.person)).toMatchObject({ kind: 'retry', afterFault: false })
  expect(await followUp(broken!.person)).toMatchObject({ kind: 'retry', afterFault: true }) // failed after it rang

  await app.clock.advance({ seconds: 88 })
  for (const { phone } of retried) expect((await phone.unexpected()).calls).toEqual([])
  await app.clock.advance({ seconds: 3 })
  for (const { sip, person, phone } of retried) {
    const again = await phone.expectCall()
    await again.pickUp()
    await again.press('1')
    expect([sip, await statuses(person)]).toEqual([sip, ['completed', sip === 503 ? 'failed' : 'no_answer']])
  }
  await app.clock.advance({ hours: 2 })
  for (const { person } of [spam!, unknown!]) expect(await person.history()).toHaveLength(1)
  expect(alarms()).toHaveLength(1)
})

test('WAKE-13 503, 408 and 500 before any ringing are retried after 20 s, twice, then on the ladder', async () => {
  const { app, people } = await failed([503, 408, 500], { unrung: true })
  await using _ = app
  for (const { sip, person } of people) {
    expect(await timeline(person)).toContain(`The network failed (${sip}): next try in 20 seconds`)
    expect(await followUp(person)).toMatchObject({ kind: 'retry', afterFault: true })
  }
  for (const seconds of [20, 20, 90]) {
    await app.clock.advance({ seconds: seconds - 1 })
    for (const { phone } of people) expect((await phone.unexpected()).calls).toEqual([])
    await app.clock.advance({ seconds: 1, ms: 20 })
    for (const { sip, phone } of people) await (await phone.expectCall()).fail({ sip })
  }
  for (const { person } of people)
    expect((await person.history()).map(({ kind }) => kind)).toEqual(['retry', 'retry', 'retry', 'first'])
})

test("LINE-3 a call that our line's provider refuses is retried after 20 s, reported as our fault, and raises one alarm for all", async () => {
  const { app, people, alarms } = await failed([697, 697], { unrung: true })
  await using _ = app
  expect(alarms()).toMatchObject([{ alarm: 'setup' }])
  for (const { person } of people) {
    expect(await timeline(person)).toContain("The phone line's provider refused our call")
    expect(await followUp(person)).toMatchObject({ kind: 'retry' })
  }
  for (const seconds of [20, 20]) {
    await app.clock.advance({ seconds, ms: 20 })
    for (const { phone } of people) await (await phone.expectCall()).fail({ sip: 697 })
  }
  const reason = "Our phone line's provider refused the call. We've been alerted"
  for (const { person } of people) expect((await person.history())[0]).toMatchObject({ status: 'failed', reason })
})

test('LINE-2 LINE-7 a call for which no line was free leaves again after 15 s, and one that may have rung is reported as unknown', async () => {
  const { app, people } = await failed([698, 699], { unrung: true })
  await using _ = app
  const [waiting, doubtful] = people
  expect(await timeline(waiting!.person)).toContain('Every phone line was in use')
  expect(await timeline(doubtful!.person)).toContain('The phone line went dead')
  expect(await doubtful!.person.history()).toMatchObject([
    { status: 'failed', reason: "The phone line went dead, so we don't know whether your phone rang" },
  ])
  await app.clock.advance({ seconds: 16 })
  const again = await waiting!.phone.expectCall()
  await again.pickUp()
  await again.press('1')
  expect(await statuses(waiting!.person)).toEqual(['completed', 'failed'])
  await app.clock.advance({ minutes: 4 })
  expect(await statuses(doubtful!.person)).toEqual(['failed'])
  await app.clock.advance({ minutes: 1 })
  await (await doubtful!.phone.expectCall()).pickUp()
})
