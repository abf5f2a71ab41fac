import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../harness/app/person.ts'
import { SCHEDULE_FIELDS } from '../harness/app/schedule-fields.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { logIn, mailedCode, signUp, visitor, type Visitor } from '../harness/app/visitor.ts'

let app: TestApp
let owner: Visitor
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z', settings: { LIMIT_CODES_PER_IP: '1000' } })
  owner = visitor(app)
  await signUp(app, owner, 'owner@example.com')
})
afterAll(() => app[Symbol.asyncDispose]())

/** A page logs the owner's browser out: the smallest change there is. */
async function logoutWith(headers: Record<string, string>, body = '{}') {
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${app.url}/api/auth/logout`, { method: 'POST', headers: { cookie, ...headers }, body })
  const signedIn = (await owner.get('/api/account/sessions')).status === 200
  return { status: response.status, signedIn }
}

const JSON_TYPE = { 'content-type': 'application/json' }

test.each([
  ['from another site', { origin: 'https://evil.example' }, 403],
  ['from a page without an origin', { origin: 'null' }, 403],
  ['from another port of this machine', { origin: 'http://127.0.0.1:1' }, 403],
  ['marked as cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['from a sibling host', { 'sec-fetch-site': 'same-site' }, 403],
  ['of unknown origin', {}, 403],
])('S22 a request %s changes nothing', async (_case, headers, status) => {
  expect(await logoutWith({ ...JSON_TYPE, ...headers })).toEqual({ status, signedIn: true })
})

test.each([
  ['a form', 'application/x-www-form-urlencoded'],
  ['plain text', 'text/plain'],
  ['a file form', 'multipart/form-data; boundary=x'],
])('S22 %s is not parsed, not even from our own pages', async (_case, type) => {
  expect(await logoutWith({ origin: app.url, 'content-type': type }, '{"a":1}')).toEqual({
    status: 415,
    signedIn: true,
  })
})

test.each(['/api/auth/logout', '/api/account/sessions/end-others', '/api/call/sample', '/api/schedule/1/toggle'])(
  'S22 GET %s does not exist',
  async (path) => {
    expect((await owner.get(path)).status).toBe(404)
  },
)

test('S22 our own pages are served, by either of the two headers', async () => {
  const browser = visitor(app)
  await logIn(app, browser, 'owner@example.com')
  expect(
    (await browser.post('/api/account/sessions/end-others', {}, { 'sec-fetch-site': 'same-origin', origin: '' }))
      .status,
  ).toBe(200)
  await logIn(app, owner, 'owner@example.com')
})

test.each(['https://evil.example', 'null'])('S23 no other site may read an answer (%s)', async (origin) => {
  const read = await owner.get('/api/auth/check', { origin })
  expect([...read.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  const preflight = await fetch(`${app.url}/api/schedule`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  })
  expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
})

const PRIVILEGED = {
  id: 1,
  userId: 1,
  phone: '+12025550199',
  phoneVerified: true,
  phone_verified: true,
  isPersonalized: true,
  isActive: false,
  nextCallAt: '2020-01-01T00:00:00Z',
  next_due_at: '2020-01-01T00:00:00Z',
  welcomeEmailSent: true,
}

test('S25 signing up accepts only name, address and code', async () => {
  const browser = visitor(app)
  const email = 'greedy@example.com'
  const otp = await mailedCode(app, browser, email)
  const { body } = await browser.post('/api/auth/verify-email-otp', { ...PRIVILEGED, email, otp, name: 'Greedy' })
  expect(body).toMatchObject({ user: { phone: null, phoneVerified: false, isPersonalized: false } })
})

test('S25 a schedule belongs to its creator and rings by its rule, whatever else is sent', async () => {
  const person = await app.person()
  const schedule = await person.schedule({ ...PRIVILEGED, wakeupTime: '06:30', timezone: 'UTC' })
  expect(schedule).toMatchObject({ userId: person.userId, isActive: true, nextCallAt: '2027-01-15T06:30:00.000Z' })
})

/** The fields that a response may have. Add a new one here on purpose or not at all. */
const FIELDS = {
  user: ['email', 'id', 'isPersonalized', 'name', 'phone', 'phoneVerified'],
  session: ['browser', 'current', 'endsAt', 'lastSeenAt', 'remembered', 'signedInAt'],
  config: ['callerNumber', 'contactEmail', 'countries', 'firebase', 'texts'],
  schedule: SCHEDULE_FIELDS,
  personalization: [
    'customVoice',
    'goal',
    'goalDescription',
    'goals',
    'otherGoal',
    'otherStruggle',
    'struggle',
    'struggles',
    'version',
    'voice',
  ],
}

const fieldsOf = (answer: unknown) => Object.keys(answer as object).toSorted()

async function firstOf(person: Person, path: string): Promise<object> {
  const { body } = await person.get<object[]>(path)
  return body[0] ?? {}
}

test('S26 responses have only the fields listed here', async () => {
  const person = await app.person()
  await person.schedule({ wakeupTime: '06:30', timezone: 'UTC' })
  const { body } = await person.get<{ user: object }>('/api/auth/check')
  expect(fieldsOf(body)).toEqual(['authenticated', 'user'])
  expect(fieldsOf(body.user)).toEqual(FIELDS.user)
  expect(fieldsOf(await firstOf(person, '/api/account/sessions'))).toEqual(FIELDS.session)
  expect(fieldsOf(await firstOf(person, '/api/schedule'))).toEqual(FIELDS.schedule)
  expect(fieldsOf((await person.get('/api/user/personalization')).body)).toEqual(FIELDS.personalization)
  expect(fieldsOf((await visitor(app).get('/api/config')).body)).toEqual(FIELDS.config)
})

test.each([
  ['a phone', { phoneVerified: false }, 'phoneVerificationRequired'],
  ['preferences', { hasPreferences: false }, 'personalizationRequired'],
])('S27 SCHED-11 without %s neither a schedule nor a sample call is possible', async (_case, missing, flag) => {
  const person = await app.person(missing)
  const schedule = { wakeupTime: '06:30', timezone: 'UTC', weekdays: ['mon'] }
  expect(await person.post('/api/schedule', schedule)).toMatchObject({ status: 403, body: { [flag]: true } })
  expect(await person.post('/api/call/sample')).toMatchObject({ status: 403, body: { [flag]: true } })
  expect((await person.get('/api/schedule')).body).toEqual([])
  expect(await person.history()).toEqual([])
})
