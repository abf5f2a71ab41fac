import type { Progress } from '@reveille/contract/calls'
import type { Notices } from '@reveille/contract/notices'
import { solutionOf } from '@reveille/core/calls/proof'
import type { VoiceId } from '@reveille/core/speech/voices'
import { expect, test } from 'vitest'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'

const NOW = '2027-01-15T06:20:00+01:00'
const daily = { wakeupTime: '06:30', timezone: 'Europe/Berlin' }

/** A person whose phone rings at 6:30, and that phone. */
async function sleeper(app: TestApp, fields: Record<string, unknown> = {}) {
  const person = await app.person({ email: 'asleep@example.com' })
  const phone = await app.phone(person.phone)
  await person.schedule({ ...daily, ...fields })
  await app.clock.advance({ minutes: 10 })
  return { person, phone }
}

const outcomes = async ({ services }: TestApp) =>
  (await services.db.selectFrom('occurrences').select('outcome').orderBy('id').execute()).map(({ outcome }) => outcome)

/** Kind and status, oldest first. */
const dialed = async (person: Person) =>
  (await person.history()).toReversed().map(({ kind, status }) => `${kind} ${status}`)

/** The digits that solve the current task of the latest call. */
async function solution({ services }: TestApp): Promise<string> {
  const { tasks, taskRound } = await services.db
    .selectFrom('calls')
    .select(['tasks', 'task_round as taskRound'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return solutionOf(tasks[taskRound - 1]!)
}

const otherThan = (digits: string) => (digits.startsWith('2') ? '9' : '2') + digits.slice(1)

test('WAKE-6 five pick-ups without a key end unconfirmed: no streak, one notice, one mail, then silence', async () => {
  await using app = await startTestApp({ now: NOW })
  const { person, phone } = await sleeper(app)
  for (let call = 1; call <= 5; call++) {
    const ringing = await phone.expectCall()
    await ringing.pickUp()
    await ringing.hangUp({ afterSeconds: 40 })
    await app.clock.advance({ minutes: 6 })
  }
  await app.clock.advance({ hours: 2 })
  expect((await phone.unexpected()).calls).toEqual([])
  expect(await dialed(person)).toEqual(['first unconfirmed', ...Array<string>(4).fill('wake-check unconfirmed')])
  expect(await outcomes(app)).toEqual(['unconfirmed'])
  const { body: progress } = await person.get<Progress>('/api/call/progress')
  expect(progress).toMatchObject({ streak: 0, thisWeek: { answered: 0, unconfirmed: 1, missed: 0 } })
  const { notices } = (await person.get<Notices>('/api/notices')).body
  expect(notices.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
    'call-unconfirmed You picked up on Fri, Jan 15 at 6:30 AM, but we got no sign you were up',
  ])
  expect(notices[0]?.text).toContain('We called 5 times, the last at')
  const mails = await app.mailbox.mails('asleep@example.com')
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('no sign you were up')])
})

test('WAKE-7 Firm: three wrong answers end the call unproven, and the wake check asks again', async () => {
  await using app = await startTestApp({ now: NOW })
  const { person, phone } = await sleeper(app, { proof: 'firm' })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  for (let wrong = 1; wrong <= 3; wrong++) await call.press(otherThan(await solution(app)))
  expect(await call.status()).toBe('completed')
  expect(await dialed(person)).toEqual(['first unconfirmed'])
  await app.clock.advance({ minutes: 5 })
  await prove(app, await phone.expectCall())
  expect(await outcomes(app)).toEqual(['answered'])
})

async function prove(app: TestApp, call: { pickUp(): Promise<void>; press(keys: string): Promise<void> }) {
  await call.pickUp()
  await call.press('1')
  await call.press(await solution(app))
}

test('WAKE-16 a proof settles another due call that asks for as much or less, and no stronger one', async () => {
  await using app = await startTestApp({ now: NOW })
  const twoCalls = async (proof: string, other: string) => {
    const person = await app.person()
    const phone = await app.phone(person.phone)
    await person.schedule({ ...daily, proof })
    await person.schedule({ ...daily, wakeupTime: '06:31', proof: other })
    return { person, phone }
  }
  const firm = await twoCalls('firm', 'gentle')
  const gentle = await twoCalls('gentle', 'strict')
  await app.clock.advance({ minutes: 10, ms: 9 }) // each call has its own slot
  const calls = [await firm.phone.expectCall(), await gentle.phone.expectCall()]
  for (const call of calls) await call.pickUp()
  await app.clock.advance({ minutes: 1, seconds: 1 })
  for (const call of calls) await call.press('1')
  const { tasks } = await app.services.db
    .selectFrom('calls')
    .select('tasks')
    .where('carrier_call_id', '=', calls[0]!.sid)
    .executeTakeFirstOrThrow()
  await calls[0]!.press(solutionOf(tasks[0]!))
  const of = async ({ person }: typeof firm) =>
    (
      await app.services.db
        .selectFrom('occurrences')
        .select('outcome')
        .where('user_id', '=', person.userId)
        .orderBy('due_at')
        .execute()
    ).map(({ outcome }) => outcome)
  expect([await of(firm), await of(gentle)]).toEqual([
    ['answered', 'answered'],
    ['answered', null],
  ])
})

test('PREF-4 after a rollback, a voice that only the newer version has is replaced by the suggested one in calls, and stays chosen', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const { db } = app.services
  await db.updateTable('personalizations').set({ voice: NEWER }).execute()
  await person.schedule(daily)
  expect((await person.get('/api/next-call/words')).body).toMatchObject({ voiceId: 'bill' })
  await app.clock.advance({ minutes: 10 })
  await (await phone.expectCall()).decline()
  await app.clock.advance({ minutes: 5 })
  const call = await phone.expectCall()
  await call.pickUp()
  expect(await call.heard()).toMatchObject([{ verb: 'Play', url: expect.stringContaining('bill-') }])
  await call.press('1')
  expect(await outcomes(app)).toEqual(['answered'])
  expect((await person.history()).map(({ voice }) => voice)).toEqual(['bill', 'bill'])
  expect((await person.get('/api/user/personalization')).body).toMatchObject({ voice: 'bill' })
  expect(await db.selectFrom('personalizations').select('voice').execute()).toEqual([{ voice: NEWER }])
  expect(await db.selectFrom('calls').select('voice').where('attempt', '=', 1).executeTakeFirst()).toEqual({
    voice: NEWER,
  })
})

const NEWER = 'newer' as VoiceId
