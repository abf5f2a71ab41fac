import { expect, test } from 'vitest'
import { addTextedCode } from '../../src/sign-in/codes/texted-codes.sql.ts'
import type { Limits } from '../harness/app/limited-config.ts'
import type { Person } from '../harness/app/person.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { codeIn, signUp, solvedCaptcha, visitor } from '../harness/app/visitor.ts'

const NOW = '2027-01-15T06:00:00Z'

/** An app whose log is captured, since alarms are log lines. */
async function alarmedApp(limits: Limits, settings: Record<string, string> = {}) {
  const lines: string[] = []
  const app = await startTestApp({ now: NOW, settings, limits, logTo: { write: (line) => void lines.push(line) } })
  const alarms = () =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ alarm }) => alarm !== undefined)
  return { app, alarms }
}

/** Whether the phone rings on time. The person answers and gets up at once. */
async function rings(app: TestApp, people: readonly Person[], wakeupTime: string): Promise<boolean[]> {
  for (const person of people) await person.schedule({ wakeupTime, timezone: 'UTC' })
  const phones = await Promise.all(people.map(({ phone }) => app.phone(phone)))
  const [hours = 0, minutes = 0] = wakeupTime.split(':').map(Number)
  const due = Date.parse(`${NOW.slice(0, 11)}00:00:00Z`) + (hours * 60 + minutes) * 60_000
  await app.clock.advance({ ms: due - app.clock.now() + 1_000 })
  return Promise.all(
    phones.map(async (phone) => {
      if ((await phone.unexpected()).calls.length === 0) return false
      const call = await phone.expectCall()
      await call.pickUp()
      await call.press('1')
      return true
    }),
  )
}

test('S28 CALL-12 of twenty sample calls requested at once one rings', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const asked = await Promise.all(Array.from({ length: 20 }, () => person.post('/api/call/sample')))
  expect(asked.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(19)
  await app.clock.advance({ seconds: 2 })
  await (await phone.expectCall()).decline()
})

test('S35 CALL-12 sample calls to a block, a country and everybody are limited per hour, and possible again in the next', async () => {
  const named = { 'sample-per-block': 2, 'sample-per-country': 3, samples: 4 }
  await using app = await startTestApp({ now: NOW, limits: { budgets: { named } } })
  const ask = async (number: string) => {
    const phone = await app.phone(number)
    const person = await app.person({ phone: number })
    const { status, body } = await person.post<{ message: string }>('/api/call/sample')
    await app.clock.advance({ seconds: 2 })
    if (status === 200) await (await phone.expectCall()).decline()
    return status === 200 ? 'rings' : body.message
  }
  const refused = expect.stringMatching(/similar ones\. You can try again in \d\d minutes\./) as string
  const block = [await ask('+4915123450051'), await ask('+4915123450052'), await ask('+4915123450053')]
  expect(block).toEqual(['rings', 'rings', refused])
  expect([await ask('+4915177750051'), await ask('+4915188850051')]).toEqual(['rings', refused]) // the country's limit
  expect([await ask('+61491570156'), await ask('+12025550110')]).toEqual(['rings', refused]) // everybody's limit
  await app.clock.advance({ hours: 1 })
  expect(await ask('+4915123450054')).toBe('rings')
})

test('S35 CALL-12 I21 a number called too often in an hour is not called again, and its owner is told', async () => {
  await using app = await startTestApp({ now: NOW, settings: { LIMIT_CALLS_PER_NUMBER_AND_HOUR: '2' } })
  const person = await app.person({ email: 'often@example.com' })
  expect(await rings(app, [person], '06:10')).toEqual([true])
  expect(await rings(app, [person], '06:20')).toEqual([true])
  expect(await rings(app, [person], '06:30')).toEqual([false])
  const [call] = await person.history()
  expect(call).toMatchObject({
    status: 'failed',
    reason: expect.stringContaining('An unusual number of calls went to your number'),
  })
  expect(await app.mailbox.mails('often@example.com')).toHaveLength(1)
  expect(await app.services.metrics.text()).toContain('reveille_alarms_total{alarm="calls-to-number"} 1\n')
  // That includes a sample, whose owner would wait in vain.
  expect((await person.post('/api/call/sample')).status).toBe(200)
  await app.clock.advance({ seconds: 2 })
  expect((await person.history())[0]).toMatchObject({ kind: 'sample', status: 'failed' })
  expect(await app.mailbox.mails('often@example.com')).toHaveLength(2)
})

test('S35 unexpectedly many calls stop further ones to new numbers, and raise one alarm', async () => {
  const { app, alarms } = await alarmedApp({ mostCallsAnHour: { all: 2 } })
  await using _ = app
  const people = []
  for (const last of ['1', '2', '3', '4', '5']) people.push(await app.person({ phone: `+491512345006${last}` }))
  expect(await rings(app, people.slice(0, 3), '06:10')).toEqual([true, true, true])
  const [known, fresh] = people.slice(3)
  await callLongAgo(app, known!)
  expect(await rings(app, [known!, fresh!], '06:20')).toEqual([true, false])
  expect(alarms()).toMatchObject([{ level: 50, alarm: 'spending', what: 'all', calls: 3 }])
  expect(await app.services.metrics.text()).toContain('reveille_alarms_total{alarm="spending"} 1\n')
  expect(await rings(app, [fresh!], '08:00')).toEqual([true])
})

test('S35 an account called too often is not called again, not even on another number', async () => {
  const { app, alarms } = await alarmedApp({ mostCallsAnHour: { person: 1 } })
  await using _ = app
  const person = await app.person({ phone: '+4915123450071' })
  expect(await rings(app, [person], '06:10')).toEqual([true])
  expect(await rings(app, [person], '06:12')).toEqual([true])
  await app.clock.advance({ minutes: 2 })
  await app.services.db.updateTable('users').set({ phone: '+4915123450072' }).execute()
  expect(await rings(app, [{ ...person, phone: '+4915123450072' }], '06:20')).toEqual([false])
  expect(alarms()).toMatchObject([{ alarm: 'spending', what: 'person', calls: 2 }])
})

/** Pretends this number was called eight days ago, too. */
async function callLongAgo(app: TestApp, { userId, phone }: Person): Promise<void> {
  const at = new Date(app.clock.now() - 8 * 86_400_000)
  const { id } = await app.services.db
    .insertInto('occurrences')
    .values({
      schedule_id: null,
      user_id: userId,
      due_at: at,
      timezone: 'UTC',
      call_retry: false,
      announce_at: null,
      outcome: 'answered',
      outcome_at: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const call = { occurrence_id: id, user_id: userId, attempt: 1, kind: 'first', due_at: at, dial_at: at } as const
  await app.services.db
    .insertInto('calls')
    .values({
      ...call,
      stage: 'ended',
      status: 'completed',
      token: 'old',
      phone,
      marked_at: at,
      voice: 'lily',
      created_at: at,
    })
    .execute()
}

test('S35 texts whose codes nobody enters raise one alarm an hour for their country', async () => {
  const { app, alarms } = await alarmedApp(
    { budgets: { named: { 'text-per-person': 100 } } },
    { LIMIT_CODES_PER_IP: '1000' },
  )
  await using _ = app
  const browser = visitor(app)
  await signUp(app, browser, 'pump@example.com')
  const send = async (number: string) => {
    const phone = await app.phone(number)
    const captcha = await solvedCaptcha(browser, number)
    expect((await browser.post('/api/auth/send-otp', { phone: number, captcha })).status).toBe(200)
    return codeIn((await phone.expectText()).body)
  }
  const count = async (country: string, what: 'sent' | 'used', times: number) => {
    for (let n = 0; n < times; n++) await addTextedCode(app.services.db, { country, what, at: app.clock.now() })
  }
  await count('AU', 'sent', 19)
  await count('US', 'sent', 19)
  await count('US', 'used', 5)
  await send('+61491570156')
  const otp = await send('+12025550110')
  expect((await browser.post('/api/auth/verify-otp', { phone: '+12025550110', otp })).status).toBe(200)
  await app.clock.advance({ minutes: 9 })
  expect(alarms()).toEqual([]) // these codes can still be entered
  await app.clock.advance({ minutes: 30 })
  expect(alarms()).toMatchObject([{ level: 50, alarm: 'text-conversion', country: 'AU', sent: 20, used: 0 }])
  expect(await app.services.metrics.text()).toContain('reveille_alarms_total{alarm="text-conversion"} 1\n')
})
