import { FLAGS, REASONS, type ApiError, type Reason } from '@reveille/contract/api-error'
import type { PasskeyCreation, PasskeyProof, PasskeyRequest } from '@reveille/contract/passkeys'
import { addDays } from '@reveille/core/time/calendar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, Person } from '../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../test/harness/app/start-test-app.ts'
import { mailedCode, otherThan, signUp, solvedCaptcha, visitor } from '../test/harness/app/visitor.ts'
import { authenticator } from '../test/harness/outside/authenticator.ts'
import { buildApp } from './app.ts'
import { libphonenumberCheck } from './phones/libphonenumber.adapter.ts'
import type { PhoneToken } from './phones/phone-number-port.ts'
import { openDatabase } from './platform/database/database.ts'
import type { AllServices } from './services.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
})
afterAll(() => app[Symbol.asyncDispose]())

type Refused = { status: number; body: unknown }

const daily = { wakeupTime: '23:30', timezone: 'UTC', weekdays: ['fri'] }
const once = { ...daily, weekdays: [], isRecurring: false, date: '2027-01-20' }
const NUMBER = '+12025550171'
const PROVIDER = '/api/auth/verify-firebase-phone'

const savedBy = async (fields: object, person?: Person): Promise<Refused> =>
  (person ?? (await app.person())).post('/api/schedule', { ...daily, ...fields })

const textTo = async (phone: string): Promise<Refused> => (await app.person()).post('/api/auth/send-otp', { phone })

/** Runs a request against an app in which one part is replaced. */
async function whereOther(part: Partial<AllServices>, url: string, payload?: object): Promise<Refused> {
  const other = await buildApp({ ...app.services, ...part })
  const { cookie } = await app.person()
  const headers = { origin: app.url, cookie }
  const answer = await other.inject({ url, headers, ...(payload ? { method: 'POST', payload } : { method: 'GET' }) })
  await other.close()
  return { status: answer.statusCode, body: answer.json() }
}

const byToken = (read: PhoneToken): Promise<Refused> =>
  whereOther({ phoneProvider: { readToken: () => Promise.resolve(read) } }, PROVIDER, {
    phone: NUMBER,
    firebaseToken: 'a token',
  })

/** A visitor with an account and a code in the mailbox. */
async function withCode(email: string) {
  const browser = visitor(app)
  await signUp(app, browser, email)
  const otp = await mailedCode(app, browser, email)
  return { otp, login: (typed: string) => browser.post('/api/auth/login', { email, otp: typed }) }
}

const HOST = 'https://wake.example'

/** Somebody with a passkey, at a product whose address may have one. */
async function withPasskey(
  use: (made: {
    add(): Promise<Refused>
    signed(origin?: string): PasskeyProof
    login(passkey: PasskeyProof): Promise<Refused>
  }) => Promise<Refused>,
): Promise<Refused> {
  const other = await buildApp({ ...app.services, config: { ...app.services.config, publicUrl: HOST } })
  const headers = { origin: HOST, cookie: `${(await app.person()).cookie}; reveille_browser=${'b'.repeat(43)}` }
  async function post<T>(url: string, payload: object = {}) {
    const answer = await other.inject({ method: 'POST', url, headers, payload })
    return { status: answer.statusCode, body: answer.json<T>() }
  }
  async function add(device = authenticator(HOST)): Promise<Refused> {
    const { body } = await post<PasskeyCreation>('/api/account/passkeys/new')
    return post('/api/account/passkeys', { name: 'Mine', ...device.make(body) })
  }
  const device = authenticator(HOST)
  await add(device)
  const { body: asked } = await post<PasskeyRequest>('/api/auth/passkey/challenge')
  const refused = await use({
    add: () => add(),
    signed: (origin = HOST) => device.sign(asked, { origin }),
    login: (passkey) => post('/api/auth/passkey', { passkey }),
  })
  await other.close()
  return refused
}

async function sample(person: Person): Promise<Answer> {
  const phone = await app.phone(person.phone)
  const answer = await person.post('/api/call/sample')
  if (answer.status === 200) {
    await app.clock.advance({ seconds: 2 })
    await (await phone.expectCall()).decline()
  }
  return answer
}

async function untilRefused(ask: () => Promise<Refused>): Promise<Refused> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 200) return answer
    await app.clock.advance({ ms: 0 })
  }
}

/** A request for each reason. A reason that nothing returns has no place in the list. */
const REFUSED: Record<Reason, () => Promise<Refused>> = {
  'invalid-input': () => visitor(app).post('/api/auth/request-email-otp', { email: 'robin' }),
  'sign-in-required': () => visitor(app).get('/api/schedule'),
  forbidden: () => visitor(app).post('/api/auth/logout', {}, { origin: 'https://evil.example' }),
  'not-found': async () => (await app.person()).get('/api/call/999999'),
  async 'too-many-requests'() {
    const person = await app.person()
    return untilRefused(() => person.post('/api/account/export'))
  },
  async unavailable() {
    const db = openDatabase({ host: '/nowhere' })
    const answer = await whereOther({ db }, '/api/schedule')
    await db.destroy()
    return answer
  },
  internal: () => whereOther({ captcha: { ...app.services.captcha, challenge: fail } }, '/api/captcha'),

  'captcha-required': () => textTo(NUMBER),
  'code-wrong': () => visitor(app).post('/api/auth/login', { email: 'nobody@example.com', otp: '000000' }),
  async 'code-used'() {
    const { otp, login } = await withCode('used@example.com')
    await login(otp)
    return login(otp)
  },
  async 'code-tried-too-often'() {
    const { otp, login } = await withCode('guessed@example.com')
    for (let tries = 0; tries < 5; tries++) await login(otherThan(otp))
    return login(otp)
  },
  async 'code-expired'() {
    const { otp, login } = await withCode('late@example.com')
    await app.clock.advance({ minutes: 10 })
    return login(otp)
  },
  async 'fresh-code-required'() {
    const person = await app.person()
    await app.clock.advance({ minutes: 16 })
    return person.post('/api/account/export')
  },
  async 'email-taken'() {
    const [slow, email] = [visitor(app), 'both@example.com']
    const otp = await mailedCode(app, slow, email)
    await signUp(app, visitor(app), email)
    return slow.post('/api/auth/verify-email-otp', { email, otp, name: 'Slow' })
  },

  'link-invalid': () => visitor(app).post('/api/auth/link', { link: 'made up' }),
  'passkey-refused': () => withPasskey(({ login, signed }) => login(signed('https://evil.example'))),
  'passkey-limit-reached': () => withPasskey(({ add }) => untilRefused(add)),

  'number-too-short': () => textTo('+1234'),
  'number-invalid': () => textTo('2025550123'),
  'number-not-personal': () => textTo('+611900123456'),
  'country-not-served': () => textTo('+18765551234'),
  'number-is-ours': () => {
    const phoneNumbers = libphonenumberCheck({ countries: ['US'], ownNumbers: [NUMBER] })
    return whereOther({ phoneNumbers }, '/api/auth/send-otp', { phone: NUMBER })
  },
  async 'number-is-first'() {
    const { post, phone } = await app.person()
    return post('/api/auth/send-otp', { phone, as: 'second' })
  },
  async 'number-held'() {
    const { phone } = await app.person()
    const token: PhoneToken = { outcome: 'proven', phone, expiresAt: 0 }
    const body = { phone, firebaseToken: 'a token', takeOver: false }
    return whereOther({ phoneProvider: { readToken: () => Promise.resolve(token) } }, PROVIDER, body)
  },
  async 'texts-stopped'() {
    const phone = '+12025550172'
    await (await app.phone(phone)).text('STOP')
    const browser = visitor(app)
    await signUp(app, browser, 'stopped@example.com')
    return browser.post('/api/auth/send-otp', { phone, captcha: await solvedCaptcha(browser) })
  },
  'token-invalid': () => byToken({ outcome: 'forged' }),
  'token-of-other-number': () => byToken({ outcome: 'proven', phone: '+12025550173', expiresAt: 0 }),

  'phone-not-verified': async () => savedBy({}, await app.person({ phoneVerified: false })),
  'preferences-missing': async () => savedBy({}, await app.person({ hasPreferences: false })),
  async 'calls-stopped'() {
    const person = await app.person()
    await person.send('PUT', '/api/account/consents', { calls: false })
    return savedBy({}, person)
  },
  async 'schedule-limit-reached'() {
    const person = await app.person()
    let day = 16
    return untilRefused(() => savedBy({ ...once, date: `2027-01-${++day}` }, person))
  },
  async 'schedule-duplicate'() {
    const person = await app.person()
    return untilRefused(() => savedBy({}, person))
  },
  async 'day-off'() {
    const person = await app.person()
    await person.post('/api/days-off', { from: '2027-01-18', to: '2027-01-22' })
    return savedBy(once, person)
  },
  async 'days-off-limit-reached'() {
    const person = await app.person()
    let to = '2027-02-01'
    return untilRefused(() => person.post('/api/days-off', { from: '2027-02-01', to: (to = addDays(to, 1)) }))
  },
  'timezone-unknown': () => savedBy({ timezone: 'Mars/Olympus' }),
  'in-the-past': () => savedBy({ ...once, date: '2027-01-14' }),
  'too-far-ahead': () => savedBy({ ...once, date: '9999-12-31' }),
  'no-such-day': () => savedBy({ ...once, date: '2027-02-30' }),
  async 'not-the-next'() {
    const person = await app.person()
    const { id } = await person.schedule(daily)
    return person.post(`/api/schedule/${id}/skip`, { at: '2027-01-15T23:31:00Z' })
  },
  async 'nothing-to-skip'() {
    const person = await app.person()
    const { id } = await person.schedule(once)
    return untilRefused(() => person.post(`/api/schedule/${id}/skip`, { skipped: true }))
  },
  async 'skip-limit-reached'() {
    const person = await app.person()
    const { id } = await person.schedule(daily)
    return untilRefused(() => person.post(`/api/schedule/${id}/skip`, { skipped: true }))
  },
  async 'changed-elsewhere'() {
    const person = await app.person()
    const { id, version } = await person.schedule(daily)
    await person.post(`/api/schedule/${id}/toggle`)
    return person.send('POST', `/api/schedule/${id}/toggle`, {}, `"${version}"`)
  },
  'no-open-morning': async () => (await app.person()).post('/api/morning', { callId: 1, round: 1, answer: '' }),
  async 'nothing-to-stop'() {
    const person = await app.person()
    const { id } = await person.schedule(once)
    return person.post(`/api/schedule/${id}/stop`)
  },
  async 'sample-limit-reached'() {
    const person = await app.person()
    return untilRefused(() => sample(person))
  },
  async 'under-way'() {
    const person = await app.person()
    const phone = await app.phone(person.phone)
    await person.post('/api/call/sample')
    const refused = await person.post('/api/call/sample')
    await app.clock.advance({ seconds: 2 })
    await (await phone.expectCall()).decline()
    return refused
  },
  async 'being-placed'() {
    const { person, id, call } = await lastMoment()
    const refused = await person.post(`/api/schedule/${id}/toggle`)
    await (await call()).decline()
    return refused
  },
  async 'schedule-over'() {
    const { person, id, call } = await lastMoment()
    const ringing = await call()
    await ringing.pickUp()
    await ringing.press('1')
    return person.post(`/api/schedule/${id}/toggle`)
  },
}

/** A one-time call that is marked for dialing. `call` lets it ring. */
async function lastMoment() {
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const due = new Date(Math.ceil(app.clock.now() / 60_000 + 1) * 60_000)
  const [date, wakeupTime] = [due.toISOString().slice(0, 10), due.toISOString().slice(11, 16)]
  const { id } = await person.schedule({ ...once, date, wakeupTime, callRetry: false })
  await app.clock.advance({ ms: due.getTime() - app.clock.now() - 300 })
  const call = async () => {
    await app.clock.advance({ ms: 300 })
    return phone.expectCall()
  }
  return { person, id, call }
}

function fail(): never {
  throw new Error('the secret is 42')
}

test.each(REASONS)("API-1 a request refused as %s gets that reason's words and flag", async (reason) => {
  const { status, body } = await REFUSED[reason]()
  expect(status).toBeGreaterThanOrEqual(400)
  expect(body).toMatchObject({ reason, message: expect.any(String), requestId: expect.any(String) })
  const flags = Object.entries(body as ApiError).filter(([, value]) => value === true)
  expect(flags.map(([name]) => name)).toEqual([FLAGS[reason]].filter((flag) => flag !== undefined))
})
