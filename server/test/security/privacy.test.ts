import type { CalendarAddress } from '@reveille/contract/accounts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { jobsDone } from '../harness/app/jobs-done.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { codeIn, mailedCode, otherThan, signUp, verifyPhone, visitor, type Visitor } from '../harness/app/visitor.ts'
import { startRefusingMailServer } from '../harness/outside/refusing-mail-server.ts'

const EVENING = '2027-01-14T20:00:00+01:00'
const DAILY = { wakeupTime: '06:30', timezone: 'Europe/Berlin', weekdays: ['fri', 'sat'], advanceNotice: true }
const EMAIL = 'canary@example.com'
const PHONE = '+4915123450031'
/** The test's own IP address. */
const NETWORK_ADDRESS = '127.0.0.1'

/** Every log line. */
function newLog() {
  const lines: string[] = []
  return { lines, logTo: { write: (line: string) => void lines.push(line) } }
}

async function signUpFully(app: TestApp): Promise<Visitor> {
  const browser = visitor(app)
  await signUp(app, browser, EMAIL, 'Canaryname Sleeper')
  await verifyPhone(app, browser, PHONE)
  const preferences = { goals: ['other'], otherGoal: 'canarygoal', struggles: ['snooze'], voice: 'lily' }
  await browser.post('/api/user/personalization', { ...preferences, goalDescription: 'canarydescription' })
  await browser.send('PUT', '/api/account/consents', { recording: true })
  await browser.post('/api/schedule', DAILY)
  return browser
}

async function takeCall(app: TestApp): Promise<void> {
  const phone = await app.phone(PHONE)
  await app.clock.advance({ hours: 10, minutes: 30 })
  await phone.expectText()
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1', { afterSeconds: 20 })
  await app.clock.advance({ minutes: 1 })
}

test('S40 PHONE-14 the consent to calls is stored with words, time and address before the first call', async () => {
  await using app = await startTestApp({ now: EVENING })
  await signUpFully(app)
  await takeCall(app)
  const consent = await app.services.db
    .selectFrom('consents')
    .selectAll()
    .where('kind', '=', 'calls-and-texts')
    .executeTakeFirstOrThrow()
  expect(consent).toMatchObject({ version: expect.stringMatching(/./), ip: NETWORK_ADDRESS, withdrawn_at: null })
  const { marked_at } = await app.services.db.selectFrom('calls').select('marked_at').executeTakeFirstOrThrow()
  expect(consent.given_at).toBeLessThan(marked_at!)
})

test('S47 the log has no codes, cookies, secrets or personal data', async () => {
  const { lines, logTo } = newLog()
  await using app = await startTestApp({ now: EVENING, logTo })
  const browser = await signUpFully(app)
  const { calendarUrl } = (await browser.post<CalendarAddress>('/api/account/calendar/reset')).body
  await takeCall(app)
  await fetch(calendarUrl)
  await browser.post('/api/account/code', { purpose: 'deletion' })
  const otp = await deletionCode(app)
  for (const typed of [otherThan(otp), otp])
    await browser.send('DELETE', '/api/account', { word: 'DELETE', otp: typed })
  await app.clock.advance({ minutes: 1 })

  expect(lines.length).toBeGreaterThan(10)
  const log = lines.join('')
  const secrets = [otp, calendarUrl.split('/').at(-1)!, ...browser.cookies.values(), app.services.config.sessionSecret]
  for (const secret of secrets.filter((value) => value.length > 1)) expect(log).not.toContain(secret)
  for (const word of ['canary', 'Canary', PHONE.slice(1), encodeURIComponent(PHONE)]) expect(log).not.toContain(word)
  const ofRequests = lines.filter((line) => line.includes('"reqId"'))
  expect(ofRequests.length).toBeGreaterThan(10)
  expect(ofRequests.join('')).not.toContain(NETWORK_ADDRESS)
})

test('S47 S49 an unexpected error is logged with message, stack and response id, without row values', async () => {
  const { lines, logTo } = newLog()
  await using app = await startTestApp({ now: EVENING, logTo })
  const browser = await signUpFully(app)
  await sql`alter table personalizations add constraint nobody_sleeps check (false) not valid`.execute(app.services.db)
  const preferences = { goals: ['other'], otherGoal: 'canarygoal', struggles: ['snooze'], voice: 'lily' }
  const { status, body } = await browser.post('/api/user/personalization', preferences)

  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const logged = entries.filter(({ msg }) => msg === 'request failed')
  const words = expect.stringContaining('"nobody_sleeps"')
  const error = { name: 'error', code: '23514', message: words, stack: expect.stringContaining('.ts:') }
  expect([status, logged]).toEqual([500, [expect.objectContaining({ level: 50, reqId: body['requestId'], error })]])
  expect(lines.join('')).not.toMatch(/canary/i) // PostgreSQL quotes the row next to its message
})

test('S47 an address that a mail server refuses is neither logged nor stored with the job', async () => {
  await using mailServer = await startRefusingMailServer()
  const { lines, logTo } = newLog()
  await using app = await startTestApp({ now: EVENING, logTo, settings: { MAIL_URL: mailServer.url } })
  await visitor(app).post('/api/auth/request-email-otp', { email: EMAIL })
  await jobsDone(app.services.db)

  const { rows } = await sql<{ output: string }>`
    select output::text from jobs.job where name = 'send-code'`.execute(app.services.db)
  const codes = expect.stringContaining('did not accept an email: EENVELOPE, RCPT TO, 550')
  expect(lines).toContainEqual(codes)
  expect(rows).toEqual([{ output: codes }])
  expect(lines.join('') + JSON.stringify(rows)).not.toMatch(/canary/i)
})

async function deletionCode(app: TestApp): Promise<string> {
  for (;;) {
    const { subject } = await app.mailbox.expectMail(EMAIL)
    if (subject.endsWith('delete your account')) return codeIn(subject)
  }
}

test('S48 failed sign-ins, proofs, deletions and refusals are logged with their reason, in UTC', async () => {
  const { lines, logTo } = newLog()
  await using app = await startTestApp({ now: EVENING, logTo })
  const browser = visitor(app)
  await signUp(app, browser, EMAIL)
  const wrong = otherThan(await mailedCode(app, browser, EMAIL))
  await browser.post('/api/auth/login', { email: EMAIL, otp: wrong })
  await browser.post('/api/account/code/verify', { otp: wrong })
  await browser.send('DELETE', '/api/account', { word: 'DELETE', otp: wrong })
  await browser.post('/api/account/export', {}, { origin: 'https://elsewhere.example' })
  await fetch(`${app.url}/api/account`)
  await fetch(`${app.url}/callbacks/recording/x`, { method: 'POST', body: new URLSearchParams({ CallSid: 'x' }) })

  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const logged = entries.map(({ msg, reason, route, status }) => ({ msg, reason, route, status }))
  expect(logged).toEqual(
    expect.arrayContaining([
      { msg: 'sign-in failed', reason: 'wrong' },
      { msg: 'identity proof failed', reason: 'no-code' },
      { msg: 'account deletion failed', reason: 'no-code' },
      { msg: 'rejected unauthenticated request', route: '/api/account' },
      { msg: 'rejected cross-site request', route: '/api/account/export' },
      { msg: 'request', route: '/callbacks/recording/:token', status: 403 },
    ]),
  )
  for (const { time } of entries) expect(Math.abs(Date.now() - Number(time))).toBeLessThan(3_600_000) // ms since the epoch
})
