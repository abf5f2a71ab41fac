import type { MorningAnswered, OpenMorning } from '@reveille/contract/calls'
import { faults } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import type { Person } from '../../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../../test/harness/app/start-test-app.ts'

const NOW = '2027-01-15T06:20:00+01:00'
const daily = { wakeupTime: '06:30', timezone: 'Europe/Berlin' }

const open = async (person: Person) => (await person.get<OpenMorning | null>('/api/morning')).body
const answer = async (person: Person, round: number, text = '') =>
  person.post<MorningAnswered>('/api/morning', { callId: (await open(person))?.callId ?? 1, round, answer: text })
const outcomes = async ({ services }: TestApp) =>
  (await services.db.selectFrom('occurrences').select('outcome').orderBy('id').execute()).map(({ outcome }) => outcome)

async function sleeper(app: TestApp, fields: Record<string, unknown> = {}) {
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule({ ...daily, ...fields })
  expect(await open(person)).toBeNull()
  await app.clock.advance({ minutes: 10 })
  return { person, phone }
}

function solve({ task }: Pick<OpenMorning, 'task'>): string {
  if (task.kind === 'button') return ''
  return task.kind === 'digits' ? task.digits : String(task.a + task.b)
}

test('WAKE-16 answering on the dashboard while the phone rings counts, and no follow-up rings after it', async () => {
  await using app = await startTestApp({ now: NOW })
  const { person, phone } = await sleeper(app)
  await (await phone.expectCall()).letRing()
  expect(await open(person)).toMatchObject({ round: 1, task: { kind: 'button' }, at: { time: '06:30' } })
  expect(await answer(person, 1)).toMatchObject({ status: 200, body: { outcome: 'proven', morning: null } })
  expect(await outcomes(app)).toEqual(['answered'])
  expect(await open(person)).toBeNull()
  await app.clock.advance({ hours: 2 })
  expect((await phone.unexpected()).calls).toEqual([])
  const [call] = await person.history()
  const { timeline } = (await person.get<{ timeline: { what: string }[] }>(`/api/call/${call!.id}`)).body
  expect(timeline.map(({ what }) => what)).toContain('You answered on the dashboard')
})

test("WAKE-8 a call asks for none of the person's last answers, whichever schedule asked for them", async () => {
  await using app = await startTestApp({ now: NOW })
  app.services.randomInt = () => 0 // draws the first digits that are allowed
  const { person, phone } = await sleeper(app, { proof: 'firm' })
  await (await phone.expectCall()).letRing()
  await answer(person, 1, solve((await open(person))!))
  await person.schedule({ ...daily, wakeupTime: '06:45', proof: 'firm' })
  const calls = await app.services.db.selectFrom('calls').select('tasks').orderBy('id').execute()
  const answers = calls.map(({ tasks }) => tasks.map((task) => solve({ task })))
  expect(answers).toEqual([
    ['124', '125', '126'],
    ['127', '128', '129'],
  ])
})

test('WAKE-16 no proof is taken while it is unknown whether the phone rings, since it would ring afterwards', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule(daily)
  await faults(app.sandbox.url).add({ fault: '5xx-before-accepting' })
  await app.clock.advance({ minutes: 10 })
  expect(await open(person)).toBeNull()
  expect((await answer(person, 1)).status).toBe(409)
  await app.clock.advance({ minutes: 1 })
  await (await phone.expectCall()).letRing()
  expect((await answer(person, 1)).body.outcome).toBe('proven')
  await app.clock.advance({ hours: 2 })
  expect((await phone.unexpected()).calls).toEqual([])
})
