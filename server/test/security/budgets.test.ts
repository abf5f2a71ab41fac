import { expect, test } from 'vitest'
import { speechOfCalls } from '../../src/calls/message/speech-budget.ts'
import { sampleCalls } from '../../src/calls/samples/start-sample-call.ts'
import { callMinutes } from '../../src/dispatch/spending-breaker.ts'
import { noticeMails } from '../../src/notices/send-notice.ts'
import { pay, stored } from '../../src/platform/limits/budgets.ts'
import { announcements } from '../../src/texts/announce-calls.ts'
import type { Limits } from '../harness/app/limited-config.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { logIn, mailedCode, signUp, solvedCaptcha, visitor, type Visitor } from '../harness/app/visitor.ts'

const NOW = '2027-01-15T06:00:00Z'
const UNTIL_MIDNIGHT_S = 18 * 3600

/** An app whose log is captured, since alarms are log lines. */
async function alarmedApp(settings: Record<string, string>, budgets: NonNullable<Limits['budgets']> = {}) {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const app = await startTestApp({ now: NOW, settings: { TRUST_PROXY: 'on', ...settings }, limits: { budgets }, logTo })
  const alarms = () =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ alarm }) => alarm !== undefined)
  return { app, alarms }
}

const from = (ip: string) => ({ 'x-forwarded-for': ip })

const counted = async ({ services }: TestApp) =>
  services.db.selectFrom('rate_limits').select(['key', 'points']).orderBy('key').execute()

type Asked = { status: number; cost: unknown; retryAfterS: number }

/** Requests a code as a new browser at this address, with the captcha that `cost` names. */
async function ask(app: TestApp, email: string, { ip, cost }: { ip: string; cost?: number }): Promise<Asked> {
  const browser = visitor(app)
  const captcha = cost === undefined ? undefined : await solvedCaptcha(browser, undefined, cost)
  const { status, body, headers } = await browser.post('/api/auth/request-email-otp', { email, captcha }, from(ip))
  return { status, cost: body.captchaCost, retryAfterS: Number(headers.get('retry-after')) }
}

test('S61 an operator hears at 50, 80 and 100 percent of a budget, once each, and then nothing more is spent or stored', async () => {
  const { app, alarms } = await alarmedApp({}, { named: { samples: 10, 'sample-per-block': 1_000 } })
  await using _ = app
  const spender = (n: number) => ({ keys: { number: `+49151234${n}`, numbers: '+49151', country: 'DE' } })
  for (let n = 0; n < 10; n++) expect(await pay(app.services, sampleCalls, spender(n))).toBeNull()
  const before = await counted(app)
  const refused = await pay(app.services, sampleCalls, spender(11))
  expect(refused).toEqual({ outcome: 'too-many-requests', retryAfterS: 3600, budget: 'samples' })
  expect(await counted(app)).toEqual(before)
  expect(alarms()).toMatchObject(
    [50, 80, 100].map((percent) => ({ level: 50, alarm: 'budget', budget: 'samples', of: 'all', percent, size: 10 })),
  )
  expect(await app.services.metrics.text()).toContain('reveille_alarms_total{alarm="budget"} 3\n')
})

test("S61 a day's texts, or the calls instead, cost at most the configured budget, until midnight UTC", async () => {
  const { app, alarms } = await alarmedApp({ BUDGET_TEXTS: '0.17', PRICE_TEXT: '0.05', PRICE_CALL_MINUTE: '0.03' })
  await using _ = app
  const browser = visitor(app)
  await signUp(app, browser, 'me@example.com')
  const text = async (number: string) => {
    const phone = await app.phone(number)
    const answer = await browser.post('/api/auth/send-otp', { phone: number, captcha: await solvedCaptcha(browser) })
    if (answer.status === 200) await phone.expectText()
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
  }
  for (const last of [1, 2]) expect((await text(`+1202555014${last}`)).status).toBe(200)
  expect(await text('+12025550143')).toEqual({ status: 429, retryAfter: String(UNTIL_MIDNIGHT_S) })
  expect(alarms()).toMatchObject([
    { budget: 'texts-of-a-day', percent: 50 },
    { percent: 100, used: 2 },
  ])
  await app.clock.advance({ seconds: UNTIL_MIDNIGHT_S })
  await logIn(app, browser, 'me@example.com') // an unused session would end before that
  expect((await text('+12025550143')).status).toBe(200)
})

test('S62 CODE-3 networks of an IPv4 /24, an IPv6 /56 or a /48 share their codes: half free, the rest at a growing cost, then none', async () => {
  const budgets = { codesPerBlock: 6, codesPerSite: 14 }
  await using app = await startTestApp({ now: NOW, settings: { TRUST_PROXY: 'on' }, limits: { budgets } })
  const costsOf = async (name: string, codes: number, address: (n: number) => string, elsewhere: string) => {
    const costs: unknown[] = []
    for (let n = 0; n < codes; n++) {
      const email = `${name}${n}@example.com`
      const { status, cost } = await ask(app, email, { ip: address(n) })
      costs.push(status === 200 ? 0 : cost)
      if (status !== 200)
        expect(await ask(app, email, { ip: address(n), cost: Number(cost) })).toMatchObject({ status: 200 })
    }
    const refused = await ask(app, `${name}@example.com`, { ip: address(codes), cost: 10 })
    expect(refused).toMatchObject({ status: 429, retryAfterS: 3600 })
    expect((await ask(app, `${name}@example.com`, { ip: elsewhere })).status).toBe(200)
    return costs
  }
  const ofBlock = [0, 0, 0, 1, 1, 10]
  expect(await costsOf('v4', 6, (n) => `198.18.7.${n}`, '198.18.8.1')).toEqual(ofBlock)
  expect(await costsOf('v6', 6, (n) => `2001:db8:1:70${n.toString(16)}::1`, '2001:db8:1:800::1')).toEqual(ofBlock)
  const ofSite = [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 10, 10]
  expect(await costsOf('site', 14, (n) => `2001:db8:2:${n.toString(16)}00::1`, '2001:db8:3::1')).toEqual(ofSite)
})

test("S62 S11 when the day's budget for sign-ups is spent, owners with a new device still get their code", async () => {
  const { app, alarms } = await alarmedApp({ BUDGET_MAILS: '0.004', PRICE_MAIL: '0.001' })
  await using _ = app
  await signUp(app, visitor(app), 'me@example.com')
  expect((await ask(app, 'r1@example.com', { ip: '198.18.1.1' })).status).toBe(200)
  for (const n of [2, 3])
    expect((await ask(app, `r${n}@example.com`, { ip: `198.18.${n}.1`, cost: 10 })).status).toBe(200)
  const refused = await ask(app, 'r4@example.com', { ip: '198.18.4.1', cost: 10 })
  expect(refused).toMatchObject({ status: 429, retryAfterS: UNTIL_MIDNIGHT_S })
  expect(alarms()).toMatchObject([{ budget: 'sign-up-codes', percent: 50 }, { percent: 100 }])
  expect((await ask(app, 'me@example.com', { ip: '198.18.5.1' })).status).toBe(200)
})

test('S62 an account mails codes to ten new addresses a day, from any network', async () => {
  await using app = await startTestApp({ now: NOW, settings: { TRUST_PROXY: 'on' } })
  const mine = visitor(app)
  await signUp(app, mine, 'me@example.com')
  const statuses = []
  for (let n = 0; n < 11; n++) {
    const headers = from(`198.18.${n}.1`)
    statuses.push((await mine.post('/api/account/email', { email: `r${n}@example.com` }, headers)).status)
  }
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
})

/** Budgets shared by everybody, and those that one person's calls need, allow only one. */
const ALL_USED_UP = {
  named: {
    'mailed-codes': 1,
    texts: 1,
    'text-per-country': 1,
    'stored-per-person': 1,
    samples: 1,
    'sample-per-country': 1,
    'speech-per-person': 1,
  },
  signUpCodesPerDay: 1,
  noticeMailsPerDay: 1,
  textsPerDay: 1,
  samplesPerDay: 1,
  speechPerDay: 1,
  storedKbPerDay: 1,
  callMinutesPerDay: 1,
}

test('S63 CALL-1 CALL-4 with every budget used up a planned call rings, and so does its follow-up', async () => {
  const { app, alarms } = await alarmedApp({}, ALL_USED_UP)
  await using _ = app
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const key = { person: String(person.userId) }
  for (const what of [speechOfCalls, stored, announcements, noticeMails, callMinutes])
    await pay(app.services, what, { keys: { ...key, provider: 'all' } }, 1_000_000)
  expect((await person.post('/api/call/sample')).status).toBe(200)
  await app.clock.advance({ seconds: 2 })
  await (await phone.expectCall()).decline()
  await person.schedule({ wakeupTime: '06:10', timezone: 'UTC', callRetry: true, advanceNotice: true })
  await app.clock.advance({ minutes: 9, seconds: 59 })
  await (await phone.expectCall()).decline()
  await app.clock.advance({ minutes: 3 })
  const again = await phone.expectCall()
  await again.pickUp()
  await again.press('1')
  await app.clock.advance({ minutes: 2 })
  expect((await person.history())[0]).toMatchObject({ status: 'completed' })
  expect(alarms().map(({ budget }) => budget)).toContain('call-minutes-of-a-day')
})

test('S63 the minutes of the day’s calls raise an alarm but stop no call', async () => {
  const { app, alarms } = await alarmedApp({ BUDGET_CALLS: '0.06', PRICE_CALL_MINUTE: '0.03' })
  await using _ = app
  const person = await app.person()
  const phone = await app.phone(person.phone)
  for (const wakeupTime of ['06:10', '06:20', '06:30']) {
    await person.schedule({ wakeupTime, timezone: 'UTC' })
    await app.clock.advance({ minutes: wakeupTime === '06:10' ? 9 : 8, seconds: 59 })
    await app.clock.advance({ seconds: 2 })
    const call = await phone.expectCall()
    await call.pickUp()
    await call.press('1')
    await app.clock.advance({ minutes: 1 })
  }
  await app.clock.advance({ minutes: 2 })
  expect(alarms()).toMatchObject([
    { budget: 'call-minutes-of-a-day', percent: 50 },
    { budget: 'call-minutes-of-a-day', percent: 100, used: 2 },
  ])
})

test('S63 S64 an account that changed too much can still stop, pause and skip calls, prove it is up, withdraw and sign out', async () => {
  await using app = await startTestApp({ now: NOW, limits: { budgets: { named: { 'change-per-person': 3 } } } })
  const person = await app.person()
  const { id } = await person.schedule({ wakeupTime: '06:10', timezone: 'UTC' })
  const other = await person.schedule({ wakeupTime: '07:10', timezone: 'UTC' })
  expect((await person.send('PUT', '/api/account/consents', { recording: true })).status).toBe(200)
  const before = await counted(app)
  expect((await person.post(`/api/schedule/${other.id}/skip`)).body).toMatchObject({ message: 'Next call skipped' })
  expect((await person.post(`/api/schedule/${other.id}/toggle`)).body).toMatchObject({ action: 'paused' })
  expect((await person.send('PUT', '/api/account/consents', { recording: false })).status).toBe(200)
  // Undoing any of these counts as a change.
  const back = [`/api/schedule/${other.id}/toggle`, `/api/schedule/${other.id}/skip`]
  for (const path of ['/api/schedule', ...back, '/api/account/export'])
    expect(await person.post(path, {})).toMatchObject({ status: 429, body: { retryAfterSeconds: 3600 } })
  expect((await person.send('PUT', '/api/account/consents', { recording: true })).status).toBe(429)
  expect(await counted(app)).toEqual(before)
  expect((await person.get('/api/schedule')).status).toBe(200)
  expect((await person.post(`/api/schedule/${id}/stop`)).status).not.toBe(429)
  expect((await person.post('/api/morning', { key: '1' })).status).not.toBe(429)
  expect((await person.delete(`/api/schedule/${other.id}`)).status).toBe(200)
  expect((await person.post('/api/account/sessions/end-others')).status).toBe(200)
  expect((await person.send('PUT', '/api/account/consents', { calls: false })).status).toBe(200)
  expect((await person.post('/api/auth/logout')).status).toBe(200)
})

test('S64 SCHED-9 at most sixty coming calls of one schedule can be skipped', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const { id } = await person.schedule({ wakeupTime: '07:10', timezone: 'UTC' })
  const skip = () => person.post<{ message: string }>(`/api/schedule/${id}/skip`, { skipped: true })
  for (let n = 0; n < 60; n++) expect((await skip()).status).toBe(200)
  expect(await skip()).toMatchObject({ status: 409, body: { message: expect.stringContaining('pause the schedule') } })
})

const puzzle = (browser: Visitor, ip: string, cost: number) => browser.get(`/api/captcha?cost=${cost}`, from(ip))

test('S67 PHONE-5 a network gets a limited number of puzzles an hour, a hard one counts by its cost, and nearby networks share', async () => {
  await using app = await startTestApp({ now: NOW, settings: { LIMIT_CAPTCHAS_PER_IP: '10', TRUST_PROXY: 'on' } })
  const browser = visitor(app)
  const statuses = []
  for (const cost of [1, 8, 1, 1]) statuses.push((await puzzle(browser, '198.18.1.1', cost)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  expect((await puzzle(browser, '198.18.1.2', 10)).status).toBe(200)
  expect((await puzzle(browser, '198.18.1.3', 1)).status).toBe(429)
  expect((await puzzle(browser, '198.18.2.1', 1)).status).toBe(200)
  for (const cost of [0, 65, 1.5]) expect((await puzzle(browser, '198.18.3.1', cost)).status).toBe(400)
})

test('S68 CODE-3 wrong codes across all addresses raise an alarm even if each address has few', async () => {
  const { app, alarms } = await alarmedApp({}, { named: { 'wrong-codes': 4 } })
  await using _ = app
  for (let n = 0; n < 4; n++) {
    const browser = visitor(app)
    await mailedCode(app, browser, `r${n}@example.com`)
    await browser.post('/api/auth/verify-email-otp', { email: `r${n}@example.com`, otp: '000000', name: 'Robin' })
  }
  expect(alarms()).toMatchObject([
    { budget: 'wrong-codes', percent: 50 },
    { budget: 'wrong-codes', percent: 100, used: 4 },
  ])
})
