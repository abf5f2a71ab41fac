import type { Call, Progress } from '@reveille/contract/calls'
import type { Notices } from '@reveille/contract/notices'
import { solutionOf } from '@reveille/core/calls/proof'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'

const NOW = '2027-01-15T06:20:00+01:00'
const daily = { wakeupTime: '06:30', timezone: 'Europe/Berlin' }

/** A person whose phone rings at 6:30, and that phone. */
async function sleeper(app: TestApp, fields: Record<string, unknown> = {}) {
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule({ ...daily, ...fields })
  await app.clock.advance({ minutes: 10 })
  return { person, phone }
}

const outcomes = async ({ services }: TestApp) =>
  (await services.db.selectFrom('occurrences').select('outcome').orderBy('id').execute()).map(({ outcome }) => outcome)
const told = async (person: Person) => (await person.get<Notices>('/api/notices')).body.notices
const progress = async (person: Person) => (await person.get<Progress>('/api/call/progress')).body
/** Kind, status and time after 6:30, oldest first. */
const dialled = async (person: Person) =>
  (await person.history())
    .toReversed()
    .map(({ kind, status, callTime }) => `${kind} ${status} ${minutesAfter(callTime)}`)
const minutesAfter = (callTime: string) =>
  new Date(Date.parse(callTime) - Date.parse('2027-01-15T05:30:00Z')).toISOString().slice(14, 19)

async function lines(person: Person, { id }: Pick<Call, 'id'>): Promise<string[]> {
  const { body } = await person.get<{ timeline: { what: string }[] }>(`/api/call/${id}`)
  return body.timeline.map(({ what }) => what)
}

/** The digits that solve the open task of the latest call. */
async function solution({ services }: TestApp): Promise<string> {
  const { tasks, taskRound } = await services.db
    .selectFrom('calls')
    .select(['tasks', 'task_round as taskRound'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return solutionOf(tasks[taskRound - 1]!)
}

const otherThan = (digits: string) => (digits.startsWith('2') ? '9' : '2') + digits.slice(1)

test('WAKE-6 five pick-ups without a key end unconfirmed: no streak, one notice, one mail, and silence after it', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const person = await app.person({ email: 'asleep@example.com' })
  const phone = await app.phone(person.phone)
  await person.schedule(daily)
  await app.clock.advance({ minutes: 10 })
  for (let call = 1; call <= 5; call++) {
    const ringing = await phone.expectCall()
    await ringing.pickUp()
    await ringing.hangUp({ afterSeconds: 40 })
    await app.clock.advance({ minutes: 6 })
  }
  await app.clock.advance({ hours: 2 })
  expect((await phone.unexpected()).calls).toEqual([])
  expect((await person.history()).map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    ...Array<string>(4).fill('wake-check unconfirmed'),
    'first unconfirmed',
  ])
  expect(await outcomes(app)).toEqual(['unconfirmed'])
  expect(await progress(person)).toMatchObject({ streak: 0, thisWeek: { answered: 0, unconfirmed: 1, missed: 0 } })
  const notices = await told(person)
  expect(notices.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
    'call-unconfirmed You picked up on Fri, Jan 15 at 6:30 AM, but we got no sign you were up',
  ])
  expect(notices[0]?.text).toContain('We called 5 times, the last at')
  const mails = await app.mailbox.mails('asleep@example.com')
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('no sign you were up')])
})

test('WAKE-10 a phone that nobody answers rings at 0:00, 2:00, 4:30, 10:00 and 12:00, then no more: missed', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone } = await sleeper(app)
  for (const waitS of [90, 120, 300, 90, 7_200]) {
    const call = await phone.expectCall()
    await app.clock.advance({ seconds: 30 })
    await call.letRing()
    await app.clock.advance({ seconds: waitS })
  }
  await app.clock.advance({ hours: 2 })
  expect((await phone.unexpected()).calls).toEqual([])
  expect(await dialled(person)).toEqual([
    'first no_answer 00:00',
    'retry no_answer 02:00',
    'retry no_answer 04:30',
    'retry no_answer 10:00',
    'retry no_answer 12:00',
  ])
  expect(await outcomes(app)).toEqual(['missed'])
  expect((await told(person))[0]?.text).toContain('We called 5 times, the last at 6:42 AM.')
})

test('WAKE-5 silence brings two reminders with the name, then the parting line; the message is said once', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone } = await sleeper(app)
  const call = await phone.expectCall()
  await call.pickUp()
  for (let silence = 1; silence <= 3; silence++) await call.sayNothing()
  expect(await call.status()).toBe('completed')
  const [history] = await person.history()
  expect(history?.status).toBe('unconfirmed')
  expect(await lines(person, history!)).toContain('Nobody pressed a key')
})

test('WAKE-7 Firm: 1 alone does not confirm, the digits that were heard do', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone } = await sleeper(app, { proof: 'firm' })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  expect(await call.status()).toBe('in-progress')
  await call.press(await solution(app))
  expect(await call.status()).toBe('completed')
  expect(await outcomes(app)).toEqual(['answered'])
  const [history] = await person.history()
  expect(await lines(person, history!)).toEqual(
    expect.arrayContaining(['You were asked for three digits', 'The answer was right']),
  )
  await app.clock.advance({ hours: 1 })
  expect((await phone.unexpected()).calls).toEqual([])
})

test('WAKE-7 Firm: three wrong answers end the call unproven, and it is checked again', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone } = await sleeper(app, { proof: 'firm' })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  for (let wrong = 1; wrong <= 3; wrong++) await call.press(otherThan(await solution(app)))
  expect(await call.status()).toBe('completed')
  expect((await person.history())[0]?.status).toBe('unconfirmed')
  await app.clock.advance({ minutes: 5 })
  const check = await phone.expectCall()
  await check.pickUp()
  await check.press('1')
  await check.press(await solution(app))
  expect(await outcomes(app)).toEqual(['answered'])
})

test('WAKE-7 Firm: two silences at the task end the call unproven', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone } = await sleeper(app, { proof: 'firm' })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  await call.sayNothing()
  expect(await call.status()).toBe('in-progress')
  await call.sayNothing()
  expect(await call.status()).toBe('completed')
  expect((await person.history())[0]?.status).toBe('unconfirmed')
})

test('WAKE-7 Firm: 9 sets the skip and still asks', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone } = await sleeper(app, { proof: 'firm' })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('9')
  const [schedule] = (await person.get<{ skippedCallAt: string | null }[]>('/api/schedule')).body
  expect(schedule?.skippedCallAt).toBe('2027-01-16T05:30:00.000Z')
  expect(await call.status()).toBe('in-progress')
  await call.press(await solution(app))
  expect(await outcomes(app)).toEqual(['answered'])
})

test('WAKE-8 the code differs from call to call and from person to person', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  for (let someone = 0; someone < 8; someone++) await (await app.person()).schedule({ ...daily, proof: 'firm' })
  await app.clock.advance({ minutes: 5 })
  const calls = await app.services.db.selectFrom('calls').select('tasks').execute()
  const codes = calls.flatMap(({ tasks }) => tasks.map(solutionOf))
  expect(codes).toHaveLength(24)
  expect(new Set(codes).size).toBeGreaterThan(12)
})

test('WAKE-9 Strict: a second call ten minutes after the sum asks again, and its proof makes the morning', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone } = await sleeper(app, { proof: 'strict' })
  await prove(app, await phone.expectCall())
  expect(await outcomes(app)).toEqual([null])
  await app.clock.advance({ minutes: 10, seconds: 1 })
  await prove(app, await phone.expectCall())
  expect(await outcomes(app)).toEqual(['answered'])
  expect((await person.history()).map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'second-check completed',
    'first completed',
  ])
})

test.each([
  ['is picked up and not proven', 'hang up'],
  ['is not answered twice', 'ring out'],
])(
  'WAKE-9 Strict: a second check that %s leaves the morning unconfirmed, however good the first was',
  async (...row) => {
    await using app = await startTestApp({ unheard: true, now: NOW })
    const { person, phone } = await sleeper(app, { proof: 'strict' })
    await prove(app, await phone.expectCall())
    await app.clock.advance({ minutes: 10, seconds: 1 })
    if (row[1] === 'hang up') {
      const check = await phone.expectCall()
      await check.pickUp()
      await check.hangUp({ afterSeconds: 30 })
    } else {
      await (await phone.expectCall()).letRing()
      await app.clock.advance({ minutes: 2, seconds: 1 })
      await (await phone.expectCall()).letRing()
    }
    await app.clock.advance({ hours: 2 })
    expect((await phone.unexpected()).calls).toEqual([])
    expect(await outcomes(app)).toEqual(['unconfirmed'])
    expect(await progress(person)).toMatchObject({ streak: 0, thisWeek: { unconfirmed: 1 } })
  },
)

async function prove(app: TestApp, call: { pickUp(): Promise<void>; press(keys: string): Promise<void> }) {
  await call.pickUp()
  await call.press('1')
  await call.press(await solution(app))
}

test.each([
  ['unanswered: one ring', 'ring out', ['first no_answer 00:00'], 'missed'],
  ['silent: one wake check', 'hang up', ['first unconfirmed 00:00', 'wake-check unconfirmed 05:00'], 'unconfirmed'],
])('WAKE-15 without retries, %s', async (_name, how, calls, outcome) => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone } = await sleeper(app, { callRetry: false })
  for (const _call of calls) {
    const call = await phone.expectCall()
    if (how === 'ring out') await call.letRing()
    else await call.pickUp().then(() => call.hangUp({ afterSeconds: 40 }))
    await app.clock.advance({ minutes: 6 })
  }
  await app.clock.advance({ hours: 2 })
  expect((await phone.unexpected()).calls).toEqual([])
  expect(await dialled(person)).toEqual(calls)
  expect(await outcomes(app)).toEqual([outcome])
})

test('WAKE-15 without the new agreement the old two retries hold', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const person = await app.person({ agreement: '2025-08' })
  const phone = await app.phone(person.phone)
  await person.schedule(daily)
  await app.clock.advance({ minutes: 10 })
  for (let ring = 1; ring <= 3; ring++) {
    await (await phone.expectCall()).letRing()
    await app.clock.advance({ minutes: 6 })
  }
  await app.clock.advance({ hours: 2 })
  expect((await phone.unexpected()).calls).toEqual([])
  expect(await dialled(person)).toEqual(['first no_answer 00:00', 'retry no_answer 05:00', 'retry no_answer 10:30'])
})

test.each([
  ['a weaker one', 'firm', 'gentle', ['answered', 'answered']],
  ['no stronger one', 'gentle', 'strict', ['answered', null]],
])('WAKE-16 a proof settles another call that is due, %s', async (_name, given, other, after) => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule({ ...daily, proof: given })
  await person.schedule({ ...daily, wakeupTime: '06:31', proof: other })
  await app.clock.advance({ minutes: 10 })
  const call = await phone.expectCall()
  await call.pickUp()
  await app.clock.advance({ minutes: 1, seconds: 1 })
  const { tasks } = await app.services.db
    .selectFrom('calls')
    .select('tasks')
    .where('carrier_call_id', '=', call.sid)
    .executeTakeFirstOrThrow()
  await call.press('1')
  if (given === 'firm') await call.press(solutionOf(tasks[0]!))
  expect(await outcomes(app)).toEqual(after)
})

test.each([
  [5, '05:'],
  [15, '15:'],
])('WAKE-28 a snooze of %i minutes is due then', async (snoozeMinutes, due) => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone } = await sleeper(app, { snoozeMinutes, snoozeLimit: 1 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('2')
  await app.clock.advance({ minutes: snoozeMinutes, seconds: 1 })
  const again = await phone.expectCall()
  await again.pickUp()
  await again.press('2')
  expect(await again.status()).toBe('in-progress') // the only one is used up
  await again.press('1')
  expect(await dialled(person)).toEqual(['first completed 00:00', expect.stringContaining(`snooze completed ${due}`)])
})

test("WAKE-28 with no snoozes 2 is a key that doesn't work", async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone } = await sleeper(app, { snoozeMinutes: 0 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('2')
  expect(await call.status()).toBe('in-progress')
  await call.hangUp({ afterSeconds: 10 })
  expect((await person.history())[0]?.status).toBe('unconfirmed')
})

test('WAKE-4 0 then 9 skips the call that the menu named; 0 then 1 proves in Gentle', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone } = await sleeper(app)
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('0')
  expect(await call.status()).toBe('in-progress')
  await call.press('9')
  const [schedule] = (await person.get<{ skippedCallAt: string | null }[]>('/api/schedule')).body
  expect(schedule?.skippedCallAt).toBe('2027-01-16T05:30:00.000Z')
  expect(await outcomes(app)).toEqual(['answered'])
})

test('WAKE-4 0 then 0 stops all calls and closes the morning as cancelled; a sleepy double tap does not', async () => {
  await using app = await startTestApp({ unheard: true, now: NOW })
  const { person, phone } = await sleeper(app)
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('0')
  await app.clock.advance({ seconds: 1 })
  await call.press('0')
  expect(await call.status()).toBe('in-progress')
  expect(await outcomes(app)).toEqual([null])
  await app.clock.advance({ seconds: 4 })
  await call.press('0')
  expect(await call.status()).toBe('completed')
  expect(await outcomes(app)).toEqual(['cancelled'])
  const account = (await person.get<{ calls: { stopped: boolean } }>('/api/account')).body
  expect(account.calls.stopped).toBe(true)
  expect(await progress(person)).toMatchObject({ streak: 0, thisWeek: { answered: 0, unconfirmed: 0, missed: 0 } })
})
