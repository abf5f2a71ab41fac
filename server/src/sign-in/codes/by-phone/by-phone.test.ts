import { faults, type CallInHand, type FaultOrder, type Handset } from '@reveille/exchange/testing/handset'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/start-test-app.ts'
import {
  browserOf,
  codeIn,
  signUp,
  solvedCaptcha,
  visitor,
  type Visitor,
} from '../../../../test/harness/app/visitor.ts'
import { sendCode } from '../send-code.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z', settings: { LIMIT_CODES_PER_IP: '1000' } })
})
afterEach(() => faults(app.sandbox.url).clear())
afterAll(() => app[Symbol.asyncDispose]())

let made = 0
async function newcomer(): Promise<Visitor> {
  const browser = visitor(app)
  await signUp(app, browser, `by-phone${++made}@example.com`)
  return browser
}

type Way = 'text' | 'call'
async function ask(browser: Visitor, phone: string, by: Way = 'text') {
  const captcha = await solvedCaptcha(browser, phone)
  const answer = await browser.post('/api/auth/send-otp', { phone, by, captcha })
  await app.clock.advance({ ms: 0 }) // the job's first try is over by then
  await app.clock.advance({ ms: 2 }) // and the carrier's rate allows the next request
  return answer
}

async function statusOf(browser: Visitor, phone: string) {
  const { body } = await browser.get<{ status: string }>(`/api/auth/otp-status?phone=${encodeURIComponent(phone)}`)
  return body.status
}
const becomes = (browser: Visitor, phone: string, status: string) =>
  expect.poll(() => statusOf(browser, phone)).toBe(status)

const breakWith = (to: string, order: Omit<FaultOrder, 'to'>) => faults(app.sandbox.url).add({ ...order, to })
const loseTexts = (to: string, code: number, times: number | null = null) =>
  breakWith(to, { fault: 'text-undelivered', what: 'text', code, times })

const verify = (browser: Visitor, phone: string, otp: string) =>
  browser.post('/api/auth/verify-otp', { phone, otp }).then(({ status }) => status)

/** How many calls the carrier counted to a number. */
const rings = async (to: string) =>
  (await app.carrierLog()).filter((entry) => entry.kind === 'call-created' && entry['to'] === to).length

/** Every word of a call, and the digits it said one by one. */
async function said(call: CallInHand) {
  const words = (await call.heard()).map((heard) => ('text' in heard ? heard.text : ''))
  return { words: words.join(' '), digits: words.filter((word) => /^[0-9]$/.test(word)).join('') }
}

/** The code that this ringing call says once a key is pressed. */
async function hearCode(phone: Handset): Promise<{ call: CallInHand; otp: string }> {
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  const { digits } = await said(call)
  return { call, otp: digits.slice(0, 6) }
}

async function account(browser: Visitor): Promise<{ userId: number }> {
  const { body } = await browser.get<{ user: { id: number } }>('/api/auth/check')
  return { userId: body.user.id }
}

test.each([
  [30_003, 'undelivered'],
  [30_006, 'no-texts'],
  [30_004, 'stopped'],
  [30_007, 'undelivered'],
  [30_610, 'undelivered'],
  [21_408, 'refused'],
])(
  'PHONE-6 a text the carrier accepted and lost with code %i shows on the open page as %s, and the code can come by call at once',
  async (code, told) => {
    const browser = await newcomer()
    const phone = await app.phone(`+491511556${String(code).slice(-4)}`)
    await loseTexts(phone.number, code)
    const { userId } = await account(browser)
    const page: string[] = []
    const leave = app.services.live.subscribe(userId, (changed) => void page.push(changed))
    await ask(browser, phone.number)
    await becomes(browser, phone.number, told)
    await expect.poll(() => page).toContain('phone-code') // it's published after the status is stored
    leave()
    expect((await ask(browser, phone.number, 'call')).status).toBe(200) // no time has passed
    const { call, otp } = await hearCode(phone)
    await call.hangUp()
    expect(await verify(browser, phone.number, otp)).toBe(200)
    expect(await rings(phone.number)).toBe(1)
  },
)

test('PHONE-6 a text lost for a temporary reason is sent again once, and its code works', async () => {
  const browser = await newcomer()
  const phone = await app.phone('+4915115567001')
  await loseTexts(phone.number, 30_008, 1)
  await ask(browser, phone.number)
  expect(await verify(browser, phone.number, codeIn((await phone.expectText()).body))).toBe(200)
  const other = await app.phone('+4915115567002')
  await app.clock.advance({ minutes: 1 })
  await loseTexts(other.number, 30_008)
  await ask(browser, other.number)
  await becomes(browser, other.number, 'undelivered')
  const sent = (await app.carrierLog()).filter((entry) => entry.kind === 'text-created' && entry['to'] === other.number)
  expect(sent).toHaveLength(2)
})

test('PHONE-6 CALL-9 an unregistered number raises one alarm, and after three lost texts +1 is paused for the hour', async () => {
  await using own = await startTestApp({ now: '2027-01-15T06:00:00Z', settings: { LIMIT_CODES_PER_IP: '1000' } })
  await faults(own.sandbox.url).add({ fault: 'text-undelivered', what: 'text', code: 30_034, times: null })
  const alarms = async () => /alarm="texts"\} (\d+)/.exec(await own.services.metrics.text())?.[1]
  const texts = async () => (await own.carrierLog()).filter(({ kind }) => kind === 'text-created').length
  const person = await own.person({ phone: '+12025550301' })
  await person.schedule({ wakeupTime: '06:40', timezone: 'Etc/UTC', advanceNotice: true, callRetry: false })
  for (let lost = 1; lost <= 4; lost++) {
    const browser = visitor(own)
    await signUp(own, browser, `lost${lost}@example.com`)
    const phone = `+1202555031${lost}`
    await browser.post('/api/auth/send-otp', { phone, captcha: await solvedCaptcha(browser, phone) })
    await own.clock.advance({ ms: 0 })
    await becomes(browser, phone, 'refused')
  }
  expect([await texts(), await alarms()]).toEqual([3, '1'])
  expect(await own.services.metrics.text()).toContain('code="30034"')
  const sleeper = await own.phone('+12025550301')
  await own.clock.advance({ minutes: 40 })
  expect(await texts()).toBe(3) // no announcement either
  await (await sleeper.expectCall()).decline()
  await own.clock.advance({ minutes: 30 })
  const browser = browserOf(own, await own.person())
  const number = '+12025550319'
  await browser.post('/api/auth/send-otp', { phone: number, captcha: await solvedCaptcha(browser, number) })
  await own.clock.advance({ ms: 0 })
  await becomes(browser, number, 'refused')
  expect(await texts()).toBe(4)
})

test('PHONE-5 a call says the code twice, digit by digit, and again for any key, and is not in the history', async () => {
  const browser = await newcomer()
  const phone = await app.phone('+4915115567010')
  expect((await ask(browser, phone.number, 'call')).status).toBe(200)
  expect(await statusOf(browser, phone.number)).toBe('calling')
  const call = await phone.expectCall()
  await call.pickUp()
  expect((await said(call)).digits).toBe('') // no key pressed yet
  await call.press('1')
  await becomes(browser, phone.number, 'heard')
  await call.press('5')
  const { digits } = await said(call)
  const otp = digits.slice(0, 6)
  expect(digits).toBe(otp.repeat(4))
  await call.hangUp()
  expect(await verify(browser, phone.number, otp)).toBe(200)
  expect((await browser.get('/api/call/history')).body).toEqual([])
  expect(await rings(phone.number)).toBe(1)
})

test.each([
  ['gets an error after it rang', { fault: 'accept-then-5xx' }, 1],
  ['gets no answer', { fault: 'accept-then-reset' }, 1],
  ['gets an unreadable answer', { fault: 'malformed-answer' }, 1],
  ['is cut off before it is accepted', { fault: 'reset-before-accepting' }, 0],
  ['gets its callbacks before the answer', { fault: 'callbacks-before-answer' }, 1],
])('PHONE-5 a request for a call with a code that %s rings at most once', async (_case, fault, times) => {
  const browser = await newcomer()
  const phone = await app.phone(`+49151155680${10 + made}`)
  await breakWith(phone.number, fault)
  await ask(browser, phone.number, 'call')
  await ask(browser, phone.number, 'call') // a second click
  const job = (
    await app.services.db
      .selectFrom('one_time_codes')
      .select('id')
      .where('address', '=', phone.number)
      .executeTakeFirstOrThrow()
  ).id
  await sendCode(app.services, { codeId: job }) // the queue delivers its job twice
  if (times > 0) expect(await verify(browser, phone.number, (await hearCode(phone)).otp)).toBe(200)
  expect(await rings(phone.number)).toBe(times)
})

test('PHONE-5 a call that certainly did not leave is requested again, and rings once', async () => {
  const browser = await newcomer()
  const phone = await app.phone('+4915115567020')
  await breakWith(phone.number, { fault: 'too-many-requests' })
  await ask(browser, phone.number, 'call')
  const { otp } = await hearCode(phone)
  expect(await verify(browser, phone.number, otp)).toBe(200)
  expect(await rings(phone.number)).toBe(1)
})

test('PHONE-5 S38 voicemail hears no code, the open page learns that, and 0 0 ends all calls to the number', async () => {
  const browser = await newcomer()
  const phone = await app.phone('+4915115567030')
  await ask(browser, phone.number, 'call')
  const first = await phone.expectCall()
  const page: string[] = []
  const leave = app.services.live.subscribe((await account(browser)).userId, (changed) => void page.push(changed))
  await first.voicemail()
  expect((await said(first)).digits).toBe('')
  await becomes(browser, phone.number, 'unanswered')
  await expect.poll(() => page).toContain('phone-code') // published just after it is stored
  leave()
  await app.clock.advance({ seconds: 31 })
  await ask(browser, phone.number, 'call')
  const second = await phone.expectCall()
  await second.pickUp()
  await second.press('0')
  await second.press('0')
  expect((await said(second)).words).toContain("We won't call this number again.")
  await app.clock.advance({ seconds: 31 })
  await ask(browser, phone.number, 'call')
  expect(await statusOf(browser, phone.number)).toBe('call-refused')
  expect(await rings(phone.number)).toBe(2)
})

test("PHONE-5 CALL-7 0 0 in a call with a code ends such calls by others, but not the holder's wake-up calls", async () => {
  const holder = await app.person({ phone: '+4915115567031' })
  await holder.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  const phone = await app.phone('+4915115567031')
  await ask(await newcomer(), phone.number, 'call')
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('0')
  await call.press('0')
  expect((await said(call)).words).toContain('Your wake-up calls stay on.')
  const { body } = await holder.get<{ notices: { kind: string }[] }>('/api/notices')
  expect(body.notices).toEqual([])
  const schedules = await holder.get<{ isActive: boolean }[]>('/api/schedule')
  expect(schedules.body).toMatchObject([{ isActive: true }])
  await app.clock.advance({ seconds: 31 })
  const another = await newcomer()
  await ask(another, phone.number, 'call')
  expect(await statusOf(another, phone.number)).toBe('call-refused')
  const own = browserOf(app, holder)
  expect((await ask(own, phone.number, 'call')).status).toBe(200)
  await (await phone.expectCall()).decline()
  expect(await rings(phone.number)).toBe(2)
})

test('CODE-3 PHONE-5 codes by call count the same as texts', async () => {
  const { phone: number, ...person } = await app.person({ phone: '+4915115567040' }) // their own number, so no wait for strangers hides the count
  const browser = browserOf(app, person)
  const phone = await app.phone(number)
  const statuses = []
  for (const way of ['call', 'text', 'call', 'text', 'call', 'call'] as const) {
    statuses.push((await ask(browser, phone.number, way)).status)
    await app.clock.advance({ seconds: 31 })
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  for (let call = 0; call < 3; call++) await (await phone.expectCall()).decline()
  for (let text = 0; text < 2; text++) await phone.expectText()
})

test('CALL-11 PHONE-5 calls with codes leave no faster than the carrier allows, and none is lost', async () => {
  const [one, other] = [await newcomer(), await newcomer()]
  const [first, second] = [await app.phone('+4917622233380'), await app.phone('+4917699933381')]
  const solved = await Promise.all([solvedCaptcha(one, first.number), solvedCaptcha(other, second.number)])
  const asked = [
    await one.post('/api/auth/send-otp', { phone: first.number, by: 'call', captcha: solved[0] }),
    await other.post('/api/auth/send-otp', { phone: second.number, by: 'call', captcha: solved[1] }),
  ]
  expect(asked).toMatchObject([{ status: 200 }, { status: 200 }])
  await app.clock.advance({ ms: 0 })
  expect((await rings(first.number)) + (await rings(second.number))).toBe(1)
  await app.clock.advance({ seconds: 10 })
  for (const phone of [first, second]) await (await phone.expectCall()).decline()
  expect([await rings(first.number), await rings(second.number)]).toEqual([1, 1])
})

test('PHONE-5 CALL-1 nobody can make a code ring a number that is about to be woken', async () => {
  const sleeper = await app.person({ phone: '+4915115567050' })
  const now = new Date(app.clock.now() + 2 * 60_000).toISOString().slice(11, 16)
  await sleeper.schedule({ wakeupTime: now, timezone: 'Etc/UTC' })
  const phone = await app.phone(sleeper.phone)
  const browser = await newcomer()
  expect((await ask(browser, sleeper.phone, 'call')).status).toBe(200)
  expect(await rings(sleeper.phone)).toBe(0)
  await app.clock.advance({ minutes: 2 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  expect((await said(call)).digits).toBe('')
  expect(await verify(browser, sleeper.phone, (await hearCode(phone)).otp)).toBe(200) // after the wake-up call
})
