import { expect, test } from 'vitest'
import { hashOfPhone } from '../../src/people/opt-outs.sql.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { browserOf, codeIn, signUp, solvedCaptcha, verifyPhone, visitor } from '../harness/app/visitor.ts'
import { dumpDatabase } from '../harness/database/dump-database.ts'

const NOW = '2027-01-15T06:00:00Z'
const PHONE = '+12025550161'
const FORMER = '+12025550162'

/** A person who pressed 0 twice and has an old session. */
async function stoppedForGood(app: TestApp) {
  const person = await app.person({ phone: PHONE })
  const schedule = await person.schedule({ wakeupTime: '06:30', timezone: 'UTC' })
  await person.send('PUT', '/api/account/consents', { calls: false })
  await app.clock.advance({ hours: 24 })
  const isStopped = async () => {
    const { body } = await person.get<{ calls: { stopped: boolean } }>('/api/account')
    return body.calls.stopped
  }
  return { person, schedule, isStopped, phone: await app.phone(PHONE) }
}

test('S72 CALL-7 a session alone cannot undo 0 0: not in the account, and not with a schedule', async () => {
  await using app = await startTestApp({ now: NOW })
  const { person, schedule, isStopped } = await stoppedForGood(app)
  const thief = browserOf(app, person)
  const asked = await thief.send('PUT', '/api/account/consents', { calls: true })
  expect(asked).toMatchObject({ status: 400, body: { reason: 'code-wrong' } })
  const guessed = await thief.send('PUT', '/api/account/consents', { calls: true, otp: '123456' })
  expect(guessed).toMatchObject({ status: 400, body: { reason: 'code-wrong' } })
  const resumed = await thief.post(`/api/schedule/${schedule.id}/toggle`)
  expect(resumed).toMatchObject({ status: 403, body: { reason: 'calls-stopped' } })
  expect(await isStopped()).toBe(true)
})

test('S72 a code that proves a number turns no calls on, and a code that turns calls on proves no number', async () => {
  await using app = await startTestApp({ now: NOW })
  const { person, isStopped, phone } = await stoppedForGood(app)
  const browser = browserOf(app, person)
  await browser.post('/api/account/code/calls')
  const otp = codeIn((await phone.expectText()).body)
  await app.clock.advance({ minutes: 5 })
  expect((await browser.post('/api/account/code/calls')).status).toBe(200) // the first one is still valid
  const other = visitor(app)
  await signUp(app, other, 'other@example.com')
  expect((await other.post('/api/auth/verify-otp', { phone: PHONE, otp })).status).toBe(400)
  expect((await browserOf(app, person).send('PUT', '/api/account/consents', { calls: true, otp })).status).toBe(400)
  expect(await isStopped()).toBe(true)
  await app.clock.advance({ minutes: 5 })
  expect(await browser.post('/api/account/code/calls')).toMatchObject({
    status: 429,
    body: {
      message:
        "We send one code a day, and already sent today's. You can get another in 18 hours. Until then we can't call you, so set another alarm.",
    },
  })
})

/** A number whose holder stopped our texts. With `deleted`, that account is gone. */
async function stopped(app: TestApp, phone: string, deleted: boolean): Promise<void> {
  const { db, config } = app.services
  const at = new Date(app.clock.now())
  if (deleted)
    await db
      .insertInto('kept_opt_outs')
      .values({ phone_hash: hashOfPhone(config, phone), kind: 'texts', opted_out_at: at })
      .execute()
  else await db.insertInto('opt_outs').values({ phone, kind: 'texts', opted_out_at: at }).execute()
}

test('S73 a stop of texts is revealed only behind the captcha, in the same words for a deleted account', async () => {
  await using app = await startTestApp({
    now: NOW,
    limits: { budgets: { named: { 'text-per-person': 4 } } },
  })
  await stopped(app, PHONE, false)
  await stopped(app, FORMER, true)
  const prober = visitor(app)
  await signUp(app, prober, 'prober@example.com')
  const answers = []
  for (const phone of [PHONE, FORMER]) {
    const without = await prober.post('/api/auth/send-otp', { phone })
    expect(without.body).toMatchObject({ reason: 'captcha-required' })
    const { status, body } = await prober.post('/api/auth/send-otp', { phone, captcha: await solvedCaptcha(prober) })
    answers.push({ status, ...body, requestId: '' })
  }
  expect(answers[0]).toMatchObject({ status: 400, reason: 'texts-stopped' })
  expect(answers[1]).toEqual(answers[0])
  for (const status of [400, 400, 429]) {
    const captcha = await solvedCaptcha(prober)
    expect((await prober.post('/api/auth/send-otp', { phone: FORMER, captcha })).status).toBe(status)
  }
})

test("S73 S38 no probe turns a deleted person's hash back into a number; only proving that number does", async () => {
  await using app = await startTestApp({ now: NOW })
  await stopped(app, FORMER, true)
  const { db, config } = app.services
  await db
    .insertInto('kept_opt_outs')
    .values({ phone_hash: hashOfPhone(config, PHONE), kind: 'calls', opted_out_at: new Date(app.clock.now()) })
    .execute()
  const prober = visitor(app)
  await signUp(app, prober, 'prober@example.com')
  await prober.post('/api/auth/send-otp', { phone: FORMER })
  await prober.post('/api/auth/send-otp', { phone: FORMER, captcha: await solvedCaptcha(prober) })
  expect(await dumpDatabase(db)).not.toContain(FORMER)
  const phone = await app.phone(FORMER)
  await phone.text('START')
  expect(await db.selectFrom('opt_outs').selectAll().execute()).toEqual([])
  await verifyPhone(app, prober, PHONE)
  expect((await prober.get<{ calls: { stopped: boolean } }>('/api/account')).body.calls.stopped).toBe(true)
})
