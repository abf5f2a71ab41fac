import type { AccountActivity, DataExport } from '@reveille/contract/accounts'
import { MOST_EVENTS_A_KIND } from '@reveille/core/accounts/account-event'
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { codeIn, logIn, otherThan, signUp, verifyPhone, visitor, type Visitor } from '../harness/app/visitor.ts'

const NOW = '2027-01-15T06:00:00Z'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1'

const startApp = () => startTestApp({ now: NOW, settings: { TRUST_PROXY: 'on' } })

/** A browser that identifies itself, from its own address. */
function browserAt(app: TestApp, ip: string, userAgent: string): Visitor {
  const plain = visitor(app)
  const from = { 'x-forwarded-for': ip, 'user-agent': userAgent }
  return {
    ...plain,
    get: (path, headers = {}) => plain.get(path, { ...from, ...headers }),
    post: (path, body, headers = {}) => plain.post(path, body, { ...from, ...headers }),
  }
}

const activity = async (browser: Visitor) => (await browser.get<AccountActivity>('/api/account/activity')).body
const what = async (browser: Visitor) => (await activity(browser)).map((event) => event.what)

test('S80 ACCT-5 a thief’s sign-in is in the owner’s list, with browser and network, never with a whole address', async () => {
  await using app = await startApp()
  const owner = browserAt(app, '203.0.113.77', FIREFOX)
  await signUp(app, owner, 'me@example.com')
  await app.clock.advance({ hours: 1 })
  const thief = browserAt(app, '2001:db8:aa:bb::666', SAFARI)
  await logIn(app, thief, 'me@example.com')

  expect(await activity(owner)).toMatchObject([
    { at: '2027-01-15T07:00:00.000Z', what: 'Signed in', browser: 'Safari on iPhone', network: '2001:db8:aa::/48' },
    { at: NOW.replace('Z', '.000Z'), what: 'Signed in', browser: 'Firefox on Windows', network: '203.0.113.0/24' },
    {
      at: NOW.replace('Z', '.000Z'),
      what: 'Accepted the terms',
      browser: 'Firefox on Windows',
      network: '203.0.113.0/24',
    },
  ])
  const rows = JSON.stringify(await app.services.db.selectFrom('account_events').selectAll().execute())
  for (const secret of ['203.0.113.77', '::666', 'Mozilla']) expect(rows).not.toContain(secret)
  expect((await visitor(app).get('/api/account/activity')).status).toBe(401)
})

test('S80 ACCT-5 every way to open or change an account is listed, but no refused try', async () => {
  await using app = await startApp()
  const browser = browserAt(app, '203.0.113.77', FIREFOX)
  await signUp(app, browser, 'me@example.com')
  const wrong = await browser.post('/api/auth/login', { email: 'me@example.com', otp: '000000' })
  expect(wrong.status).toBe(400)
  await verifyPhone(app, browser, '+4915123450071')
  await browser.post('/api/account/calendar/reset')
  await browser.send('PUT', '/api/account/consents', { recording: true })
  await browser.send('PUT', '/api/account/consents', { recording: false, calls: false })
  const phone = await app.phone('+4915123450071')
  expect((await browser.post('/api/account/code/calls')).status).toBe(200)
  const texted = codeIn((await phone.expectText()).body)
  await browser.send('PUT', '/api/account/consents', { calls: true, otp: otherThan(texted) })
  await browser.send('PUT', '/api/account/consents', { calls: true, otp: texted })
  await browser.post('/api/account/sessions/end-others')
  const { body } = await browser.post<DataExport>('/api/account/export')
  await app.clock.advance({ seconds: 1 })
  expect((await browser.get(`/api/account/export/${body.id}`)).status).toBe(200)
  await browser.post('/api/account/email', { email: 'new@example.com' })
  const otp = /[0-9]{6}/.exec((await app.mailbox.expectMail('new@example.com')).subject)![0]
  expect((await browser.post('/api/account/email/verify', { email: 'new@example.com', otp })).status).toBe(200)

  expect(await what(browser)).toEqual([
    'Changed the email address',
    'Downloaded the data archive',
    'Requested a data archive',
    'Signed out everywhere else',
    'Turned calls on',
    'Turned calls off',
    'Turned recording off',
    'Turned recording on',
    'Got a new calendar link',
    'Verified a phone number',
    'Agreed to be called',
    'Signed in',
    'Accepted the terms',
  ])
})

test('S80 PHONE-11 a person who loses their number reads that it moved, and nothing about its new holder', async () => {
  await using app = await startApp()
  const former = browserAt(app, '203.0.113.77', FIREFOX)
  await signUp(app, former, 'former@example.com')
  await verifyPhone(app, former, '+4915123450072')
  const holder = browserAt(app, '198.51.100.9', SAFARI)
  await signUp(app, holder, 'holder@example.com')
  await verifyPhone(app, holder, '+4915123450072')
  expect((await activity(former))[0]).toMatchObject({
    what: 'Phone number moved to another account',
    browser: null,
    network: null,
  })
})

test.each([
  ['signed in', { browser: 'Firefox on Windows', network: '203.0.113.0/24' }],
  ['with only the former phone', { browser: null, network: null }],
] as const)("S80 S71 the owner's list shows another number and “That wasn’t me”, pressed %s", async (how, from) => {
  await using app = await startApp()
  const owner = browserAt(app, '203.0.113.77', FIREFOX)
  await signUp(app, owner, 'me@example.com')
  await verifyPhone(app, owner, '+4915123450074')
  const thief = browserAt(app, '2001:db8:aa:bb::666', SAFARI)
  await logIn(app, thief, 'me@example.com')
  await verifyPhone(app, thief, '+4915123450075')
  await app.clock.advance({ ms: 0 })
  const text = (await (await app.phone('+4915123450074')).expectText()).body
  const [, token] = /\/not-me#(\S+)/.exec(text) ?? []
  const pressing = how === 'signed in' ? owner : browserAt(app, '198.51.100.9', SAFARI)
  expect((await pressing.post('/api/not-me', { token })).status).toBe(200)
  await (await app.phone('+4915123450075')).expectText()
  await logIn(app, owner, 'me@example.com')
  expect((await activity(owner)).slice(1, 3)).toMatchObject([
    { what: 'Reported a phone number change, which paused calls', ...from },
    { what: 'Changed the phone number', browser: 'Safari on iPhone', network: '2001:db8:aa::/48' },
  ])
})

test('S80 CALL-7 calls stopped by phone are listed once, without a browser', async () => {
  await using app = await startApp()
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule({ wakeupTime: '06:10', timezone: 'UTC' })
  await app.clock.advance({ minutes: 10 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('0')
  await app.clock.advance({ seconds: 4 })
  await call.press('0')
  await app.clock.advance({ minutes: 1 })
  expect((await person.get<AccountActivity>('/api/account/activity')).body).toMatchObject([
    { what: 'Stopped all calls by pressing 0 twice', browser: null, network: null },
  ])
})

test('S81 S55 an intruder can neither push the sign-in that let them in off the list nor fill the table', async () => {
  await using app = await startApp()
  const thief = browserAt(app, '198.51.100.66', SAFARI)
  await signUp(app, thief, 'me@example.com')
  const bystander = await app.person()
  await bystander.send('PUT', '/api/account/consents', { recording: true })
  for (let n = 0; n < MOST_EVENTS_A_KIND + 5; n++)
    for (const recording of [true, false]) await thief.send('PUT', '/api/account/consents', { recording })
  const listed = await activity(thief)
  expect(listed).toHaveLength(2 * MOST_EVENTS_A_KIND + 1)
  expect(listed.at(-1)).toMatchObject({ what: 'Signed in', network: '198.51.100.0/24' })
  expect((await bystander.get<AccountActivity>('/api/account/activity')).body).toHaveLength(1)
})

test('S80 S46 the list is deleted with the account', async () => {
  await using app = await startApp()
  const browser = browserAt(app, '203.0.113.77', FIREFOX)
  await signUp(app, browser, 'me@example.com')
  await browser.post('/api/account/code', { purpose: 'deletion' })
  const count = async () => (await app.services.db.selectFrom('account_events').selectAll().execute()).length
  expect(await count()).toBe(2)
  for (;;) {
    const { subject } = await app.mailbox.expectMail('me@example.com')
    const [otp] = /^[0-9]{6}(?=.*delete your account)/.exec(subject) ?? []
    if (otp === undefined) continue
    expect((await browser.send('DELETE', '/api/account', { word: 'DELETE', otp })).status).toBe(200)
    break
  }
  expect(await count()).toBe(0)
})
