import type { Account } from '@reveille/contract/accounts'
import { CONSENTS } from '@reveille/core/consents/consents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedIn, type Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import {
  browserOf,
  codeIn,
  logIn,
  mailedCode,
  otherThan,
  signUp,
  turnCallsOn,
  verifyPhone,
  visitor,
  type Visitor,
} from '../../test/harness/app/visitor.ts'
import { quickVoice } from '../../test/harness/outside/quick-voice.ts'
import { recordCallsStopped } from '../people/opt-outs.sql.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z', settings: { LIMIT_CODES_PER_IP: '1000' } })
})
afterAll(() => app[Symbol.asyncDispose]())

const account = async (person: Person | Visitor): Promise<Account> => (await person.get<Account>('/api/account')).body

async function newPerson(email: string): Promise<Visitor> {
  const browser = visitor(app)
  await signUp(app, browser, email)
  return browser
}

/** The code in the next mail to this address whose subject names this purpose. */
async function codeFor(email: string, what: string): Promise<string> {
  for (;;) {
    const { subject } = await app.mailbox.expectMail(email)
    if (subject.endsWith(`is your code to ${what}`)) return codeIn(subject)
  }
}

const isSignedIn = async (browser: Visitor) => (await browser.get('/api/account/sessions')).status === 200

test("ACCT-1 the account shows the person's name and saves a new one", async () => {
  const person = await app.person({ email: 'robin@example.com', phone: '+4915123450001' })
  expect(await account(person)).toMatchObject({
    name: 'Robin Sleeper',
    email: 'robin@example.com',
    phone: '+4915123450001',
    phoneVerified: true,
    recording: { consented: false, since: null, keptDays: 30 },
    calls: { stopped: false },
    texts: { stopped: false },
    mails: { 'missed-calls': true, 'clock-changes': true, schedules: true },
    latestExport: null,
  })
  const changed = await person.send<Account>('PATCH', '/api/account', {
    name: '  Robin Early ',
    mails: { 'clock-changes': false },
    phoneVerified: false,
    email: 'other@example.com',
  })
  expect(changed.body).toMatchObject({
    name: 'Robin Early',
    email: 'robin@example.com',
    phoneVerified: true,
    mails: { 'missed-calls': true, 'clock-changes': false },
  })
  expect((await person.send('PATCH', '/api/account', { name: '   ' })).status).toBe(400)
  expect((await account(person)).name).toBe('Robin Early')
})

test('ACCT-1 a call uses the spoken name until the person clears it', async () => {
  await using other = await startTestApp({ now: '2027-01-15T06:00:00Z' })
  // Let the carrier speak, so that the test can read the words.
  other.services.speech = [{ ...quickVoice, synthesize: () => Promise.resolve({ outcome: 'busy' }) }]
  const person = await other.person({ name: 'Samantha Reed' })
  await person.post('/api/user/personalization', { goals: ['study'], struggles: ['tired'], voice: 'lily' })
  const phone = await other.phone(person.phone)
  const heardAs = async (spokenName: string | null) => {
    const { body } = await person.send<Account>('PATCH', '/api/account', { spokenName })
    expect(body.spokenName).toBe(spokenName?.trim() || null)
    expect((await person.post('/api/call/sample')).status).toBe(200)
    await other.clock.advance({ seconds: 2 })
    const call = await phone.expectCall()
    await call.pickUp()
    await call.press('1')
    await other.clock.advance({ hours: 1 })
    const [name] = await call.heard()
    return name?.verb === 'Say' ? name.text : name
  }
  expect(await heardAs(' Doctor Sam ')).toBe('Reveille wake-up call for Doctor Sam.')
  expect(await heardAs('')).toBe('Reveille wake-up call for Samantha.')
  const tooLong = await person.send('PATCH', '/api/account', { spokenName: 'a'.repeat(41) })
  expect(tooLong).toMatchObject({ status: 400, body: { message: 'Please use at most 40 characters.' } })
})

test('ACCT-1 a name changed ten minutes before a call is the one that it says', async () => {
  await using other = await startTestApp({ now: '2027-01-15T06:15:00Z' })
  other.services.speech = [{ ...quickVoice, synthesize: () => Promise.resolve({ outcome: 'busy' }) }]
  const person = await other.person({ name: 'Samantha Reed' })
  const phone = await other.phone(person.phone)
  await person.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC' })
  await other.clock.advance({ minutes: 5 })
  await person.send('PATCH', '/api/account', { spokenName: 'Sam' })
  await other.clock.advance({ minutes: 10 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  expect((await call.heard())[0]).toMatchObject({ text: 'Reveille wake-up call for Sam.' })
})

test('S40 CALL-13 agreeing twice to recording stores one consent with words, time and address, and one click withdraws it', async () => {
  const person = await app.person()
  const theirs = app.services.db.selectFrom('consents').selectAll().where('user_id', '=', person.userId)
  const consents = () => theirs.where('kind', '<>', 'calls-and-texts').execute()
  for (let twice = 0; twice < 2; twice++) await person.send('PUT', '/api/account/consents', { recording: true })
  expect(await consents()).toMatchObject([
    {
      kind: 'recording',
      version: CONSENTS.recording.version,
      ip: '127.0.0.1',
      given_at: app.clock.now(),
      withdrawn_at: null,
    },
  ])
  expect((await account(person)).recording.consented).toBe(true)
  const { body } = await person.send<Account>('PUT', '/api/account/consents', { recording: false })
  expect(body.recording).toMatchObject({ consented: false, since: null })
  expect(await consents()).toMatchObject([{ kind: 'recording', withdrawn_at: app.clock.now() }])
})

test('CALL-7 turning calls off pauses all schedules, and turning them on leaves each to be resumed', async () => {
  const person = await app.person()
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  const off = await person.send<Account>('PUT', '/api/account/consents', { calls: false })
  expect(off.body.calls).toEqual({ stopped: true, since: new Date(app.clock.now()).toISOString() })
  const message = "All your calls are off. To turn them back on, open Account. We'll send your phone a code."
  const refused = { status: 403, body: { message } }
  const another = { wakeupTime: '07:30', timezone: 'UTC', weekdays: ['mon'] }
  expect(await person.post('/api/schedule', another)).toMatchObject(refused)
  expect(await person.post('/api/call/sample')).toMatchObject(refused)

  const heard: string[] = []
  const leave = app.services.live.subscribe(person.userId, (changed) => heard.push(changed))
  await turnCallsOn(app, person)
  expect(heard).toEqual(expect.arrayContaining(['account', 'schedules']))
  leave()
  expect((await account(person)).calls).toEqual({ stopped: false, since: null })
  const { body } = await person.get<{ isActive: boolean }[]>('/api/schedule')
  expect(body.map(({ isActive }) => isActive)).toEqual([false])
  await person.schedule({ wakeupTime: '07:30', timezone: 'UTC' })
})

test('CALL-7 S72 Undo restores calls turned off by mistake for two minutes, but not after 0 0', async () => {
  const person = await app.person({ email: 'undone@example.com' })
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  const { id } = await person.schedule({ wakeupTime: '07:30', timezone: 'Europe/Berlin' })
  await person.post(`/api/schedule/${id}/toggle`)
  const other = await app.person({ phone: '+12025550178' })
  await other.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  await other.send('PUT', '/api/account/consents', { calls: false })
  const turnOff = () => person.send('PUT', '/api/account/consents', { calls: false })
  const undo = () => person.send<Account>('PUT', '/api/account/consents', { calls: true, undo: true })
  const active = async (whose = person) =>
    (await whose.get<{ isActive: boolean }[]>('/api/schedule')).body.map(({ isActive }) => isActive)

  await turnOff()
  await app.clock.advance({ minutes: 1, seconds: 59 })
  expect((await undo()).body.calls).toEqual({ stopped: false, since: null })
  expect(await active()).toEqual([true, false])
  const { body: bell } = await person.get<{ notices: { title: string }[] }>('/api/notices')
  expect(bell.notices.map(({ title }) => title)).toEqual(['Your wake-up calls are back on'])
  await app.clock.advance({ seconds: 1 }) // the email is sent
  const subjects = (await app.mailbox.mails('undone@example.com')).map(({ subject }) => subject)
  expect(subjects.at(-1)).toBe('Your wake-up calls are back on')
  expect(await active(other)).toEqual([false])

  const tooLate = { status: 403, body: { reason: 'calls-stopped' } }
  await turnOff()
  await recordCallsStopped(app.services.db, person.phone, app.clock.now()) // 0 0 on the phone, perhaps by somebody else
  expect(await undo()).toMatchObject(tooLate)
  await turnCallsOn(app, person)
  await turnOff()
  await app.clock.advance({ minutes: 2 })
  expect(await undo()).toMatchObject(tooLate)
  expect(await active()).toEqual([false, false])
})

test('CALL-7 PHONE-11 S72 an account that lost its number stops no calls of whoever has it now, and undoes no stop of theirs', async () => {
  await using morning = await startTestApp({ now: '2027-01-15T06:00:00+01:00' })
  const [former, holder] = [await morning.person(), await morning.person()]
  for (const person of [former, holder]) await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  const phone = await morning.phone(former.phone)
  await verifyPhone(morning, browserOf(morning, holder), former.phone)
  await (await morning.phone(holder.phone)).expectText() // that the number was changed
  const turnOff = (person: Person) => person.send<Account>('PUT', '/api/account/consents', { calls: false })
  const stopped = async (person: Person) => (await account(person)).calls.stopped
  expect((await turnOff(former)).body.calls.stopped).toBe(false)
  expect((await former.get('/api/schedule')).body).toMatchObject([{ isActive: false }])
  await morning.clock.advance({ minutes: 30 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')

  await turnOff(holder)
  expect([await stopped(former), await stopped(holder)]).toEqual([false, true])
  const undone = await former.send('PUT', '/api/account/consents', { calls: true, undo: true })
  expect(undone).toMatchObject({ status: 403, body: { reason: 'phone-not-verified' } })
  const asked = await browserOf(morning, former).post('/api/account/code/calls')
  expect(asked).toMatchObject({ status: 403, body: { reason: 'phone-not-verified' } })
  expect(await stopped(holder)).toBe(true)
  const fresh = await signedIn(morning.url, morning.services, former)
  await verifyPhone(morning, browserOf(morning, fresh), former.phone)
  expect(await stopped(former)).toBe(true) // proving the number again lifts nothing
})

test('CALL-7 a call canceled by a stop rings after all when calls are turned back on in time', async () => {
  await using morning = await startTestApp({ now: '2027-01-15T06:00:00+01:00' })
  const person = await morning.person()
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  // Happens when a person verifies a number that had stopped all calls.
  await recordCallsStopped(morning.services.db, person.phone, morning.clock.now())
  await morning.clock.advance({ minutes: 15 })
  await turnCallsOn(morning, person)
  const phone = await morning.phone(person.phone)
  await morning.clock.advance({ minutes: 15 })
  await (await phone.expectCall()).pickUp()
})

test('CALL-9 ACCT-1 the account shows that texts are stopped', async () => {
  const phone = await app.phone('+4915123450002')
  const person = await app.person({ phone: '+4915123450002' })
  await phone.text('STOP')
  expect((await account(person)).texts.stopped).toBe(true)
  await phone.text('START')
  expect((await account(person)).texts.stopped).toBe(false)
})

test('S21 ACCT-1 a code to the new address changes it; the old address is notified and other sessions end', async () => {
  const browser = await newPerson('before@example.com')
  const elsewhere = visitor(app)
  await logIn(app, elsewhere, 'before@example.com')

  expect((await browser.post('/api/account/email', { email: 'After@Example.com' })).status).toBe(200)
  const otp = await codeFor('after@example.com', 'confirm this email address')
  const wrong = await browser.post('/api/account/email/verify', { email: 'after@example.com', otp: otherThan(otp) })
  expect([wrong.status, wrong.body.message]).toEqual([400, 'Invalid verification code. Please try again.'])
  expect((await account(browser)).email).toBe('before@example.com')
  // The code works only for the address it was sent to, in the browser that asked.
  expect((await browser.post('/api/account/email/verify', { email: 'x@example.com', otp })).status).toBe(400)
  expect((await elsewhere.post('/api/account/email/verify', { email: 'after@example.com', otp })).status).toBe(400)

  const done = await browser.post<Account>('/api/account/email/verify', { email: 'after@example.com', otp })
  expect(done.body.email).toBe('after@example.com')
  expect(await isSignedIn(browser)).toBe(true)
  expect(await isSignedIn(elsewhere)).toBe(false)
  await app.clock.advance({ minutes: 1 })
  const subjects = (await app.mailbox.mails('before@example.com')).map(({ subject }) => subject)
  expect(subjects).toContain('Your Reveille email address was changed')
  await logIn(app, visitor(app), 'after@example.com')
})

test('S21 changing to the current address ends no session and sends no mail', async () => {
  const browser = await newPerson('same@example.com')
  const elsewhere = visitor(app)
  await logIn(app, elsewhere, 'same@example.com')
  await browser.post('/api/account/email', { email: 'Same@example.com' })
  const otp = await codeFor('same@example.com', 'confirm this email address')
  const changed = await browser.post<Account>('/api/account/email/verify', { email: 'same@example.com', otp })
  expect([changed.status, changed.body.email]).toEqual([200, 'same@example.com'])
  expect(await isSignedIn(elsewhere)).toBe(true)
  await app.clock.advance({ minutes: 1 })
  const subjects = (await app.mailbox.mails('same@example.com')).map(({ subject }) => subject)
  expect(subjects).not.toContain('Your Reveille email address was changed')
})

test("S21 an old session can't change the address without a fresh code to the current one", async () => {
  const browser = await newPerson('stale@example.com')
  const ask = async (email: string) => (await browser.post('/api/account/email', { email })).status
  await app.clock.advance({ minutes: 14, seconds: 59 })
  expect(await ask('in-time@example.com')).toBe(200)
  await app.clock.advance({ seconds: 1 })
  const stale = await browser.post('/api/account/email', { email: 'thief@example.com' })
  expect([stale.status, stale.body]).toMatchObject([403, { freshCodeRequired: true }])
  expect(await app.mailbox.mails('thief@example.com')).toEqual([])

  await browser.post('/api/account/code', { purpose: 'proof' })
  const otp = await codeFor('stale@example.com', "confirm it's you")
  expect((await browser.post('/api/account/code/verify', { otp: otherThan(otp) })).status).toBe(400)
  expect(await ask('thief@example.com')).toBe(403)
  expect((await browser.post('/api/account/code/verify', { otp })).status).toBe(200)
  expect((await browser.post('/api/account/code/verify', { otp })).body.message).toContain('already used')
  await app.clock.advance({ minutes: 14, seconds: 59 })
  expect(await ask('mine@example.com')).toBe(200)
  await app.clock.advance({ seconds: 1 })
  expect(await ask('mine-too@example.com')).toBe(403)
})

test('S14 S21 asking for a taken address gets the usual answer; only the reader of its mail learns more', async () => {
  await newPerson('holder@example.com')
  const browser = await newPerson('wants@example.com')
  const free = await browser.post('/api/account/email', { email: 'free@example.com' })
  const held = await browser.post('/api/account/email', { email: 'holder@example.com' })
  expect([held.status, held.body]).toEqual([free.status, free.body])
  const otp = await codeFor('holder@example.com', 'confirm this email address')
  const taken = await browser.post('/api/account/email/verify', { email: 'holder@example.com', otp })
  expect([taken.status, taken.body.message]).toMatchObject([400, /Another account uses this email/])
  expect((await account(browser)).email).toBe('wants@example.com')
})

test('S6 S21 a sign-in code does not count as the fresh proof in the account', async () => {
  const browser = await newPerson('purposes@example.com')
  await app.clock.advance({ minutes: 20 })
  const otp = await mailedCode(app, browser, 'purposes@example.com')
  expect((await browser.post('/api/account/code/verify', { otp })).status).toBe(400)
})
