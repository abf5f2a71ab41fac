import type { CalendarAddress } from '@reveille/contract/accounts'
import { expect, test } from 'vitest'
import { unsubscribeUrl } from '../../src/notices/unsubscribe.ts'
import { keyedHash } from '../../src/platform/secrets.ts'
import { hashOfCode } from '../../src/sign-in/codes/with-code.ts'
import { earcon } from '../../src/speech/audio/earcon.ts'
import { fileAddress } from '../../src/speech/clips/address-clips.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { browserOf, mailedCode, signUp, skipOf, solvedCaptcha, verifyPhone, visitor } from '../harness/app/visitor.ts'

const OLD = 'the secret of this year, 0123456789'
const NEW = 'the secret of next year, 9876543210'

const startApp = () => startTestApp({ now: '2027-01-15T06:20:00Z', settings: { SESSION_SECRET: OLD } })

/** What was issued before the rotation and is used later. */
async function handedOut(app: TestApp) {
  const browser = visitor(app)
  await signUp(app, browser, 'me@example.com')
  const userId = (await browser.get<{ user: { id: number } }>('/api/auth/check')).body.user.id
  await app.services.storage.put('speech/rotation.wav', earcon(), 'audio/wav')
  return {
    session: browser,
    calendar: (await browser.post<CalendarAddress>('/api/account/calendar/reset')).body.calendarUrl,
    clip: app.url + fileAddress(app.services)([['speech/rotation.wav']]),
    unsubscribe: unsubscribeUrl(app.services.config, userId, 'schedules'),
  }
}

const post = (url: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

test('S82 a call that rings during a secret rotation is answered and proven, and everything issued before still works', async () => {
  await using app = await startApp()
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule({ wakeupTime: '06:30', timezone: 'UTC' })
  const held = await handedOut(app)
  await app.clock.advance({ minutes: 10 })
  const call = await phone.expectCall()
  const [mine, fresh] = [visitor(app), visitor(app)]
  const code = await mailedCode(app, mine, 'me@example.com')
  const captcha = await solvedCaptcha(fresh, '+4915123450081')

  await app.restart({ SESSION_SECRET: NEW, SESSION_SECRET_PREVIOUS: OLD })
  await call.pickUp()
  await call.press('1')
  await app.clock.advance({ minutes: 1 })
  expect(await person.history()).toMatchObject([{ status: 'completed' }])
  expect((await mine.post('/api/auth/login', { email: 'me@example.com', otp: code })).status).toBe(200)
  expect((await held.session.get('/api/account')).status).toBe(200)
  for (const url of [held.calendar, held.clip]) expect((await fetch(url)).status).toBe(200)
  expect((await post(held.unsubscribe)).status).toBe(200)
  const phone2 = await app.phone('+4915123450081')
  expect((await held.session.post('/api/auth/send-otp', { phone: '+4915123450081', captcha })).status).toBe(200)
  await phone2.expectText()
})

test('S82 only the new secret signs, and the old one opens nothing once it is unset', async () => {
  await using app = await startApp()
  const held = await handedOut(app)
  const mine = visitor(app)
  const oldCode = await mailedCode(app, mine, 'me@example.com')
  await app.restart({ SESSION_SECRET: NEW, SESSION_SECRET_PREVIOUS: OLD })
  const other = visitor(app)
  const newCode = await mailedCode(app, other, 'me@example.com')
  const { id, code_hash } = await app.services.db
    .selectFrom('one_time_codes')
    .select(['id', 'code_hash'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(code_hash).toBe(hashOfCode(NEW, id, newCode))
  const newClip = app.url + fileAddress(app.services)([['speech/rotation.wav']])

  await app.restart({ SESSION_SECRET: NEW })
  expect((await mine.post('/api/auth/login', { email: 'me@example.com', otp: oldCode })).status).toBe(400)
  expect((await other.post('/api/auth/login', { email: 'me@example.com', otp: newCode })).status).toBe(200)
  expect((await fetch(held.clip)).status).toBe(404)
  expect((await fetch(newClip)).status).toBe(200)
  expect((await post(held.unsubscribe)).status).toBe(404)
  // Neither depends on the secret.
  expect((await held.session.get('/api/account')).status).toBe(200)
  expect((await fetch(held.calendar)).status).toBe(200)
})

test('S82 a clip address signed with a third secret is refused, even during a rotation', async () => {
  await using app = await startApp()
  await app.services.storage.put('speech/rotation.wav', earcon(), 'audio/wav')
  await app.restart({ SESSION_SECRET: NEW, SESSION_SECRET_PREVIOUS: OLD })
  const { clock } = app.services
  const forged = fileAddress({ clock, config: { sessionSecret: 'guessed' } } as never)([['speech/rotation.wav']])
  expect((await fetch(app.url + forged)).status).toBe(404)
})

test("S82 S71 S75 an announcement's digits and last week's link survive a secret rotation, and a guess never works", async () => {
  await using app = await startApp()
  const person = await app.person({ phone: '+4915123450082' })
  await verifyPhone(app, browserOf(app, person), '+4915123450083')
  await app.clock.advance({ ms: 0 })
  const told = (await (await app.phone('+4915123450082')).expectText()).body
  const [, token = ''] = /\/not-me#(\S+)/.exec(told) ?? []
  const phone = await app.phone('+4915123450083')
  await person.schedule({ wakeupTime: '06:50', timezone: 'UTC', advanceNotice: true })
  await app.clock.advance({ minutes: 15 })
  const skip = skipOf((await phone.expectText()).body)

  await app.restart({ SESSION_SECRET: NEW, SESSION_SECRET_PREVIOUS: OLD })
  await phone.text(skip)
  expect((await phone.expectText()).body).toContain("We won't call on Fri, Jan 15 at 6:50 AM.")
  const [id = ''] = token.split('.')
  const forged = `${id}.${keyedHash('guessed', 'changed number', id)}`
  expect((await visitor(app).post('/api/not-me', { token: forged })).status).toBe(404)
  expect((await visitor(app).post('/api/not-me', { token })).status).toBe(200)
  await phone.expectText()
})
