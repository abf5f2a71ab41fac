import { expect, test } from 'vitest'
import type { Person } from '../harness/app/person.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { browserOf, codeIn, solvedCaptcha, verifyPhone, visitor, type Visitor } from '../harness/app/visitor.ts'

const NOW = '2027-01-15T06:00:00Z'
const THIEFS = '+12025550181'
const OWNERS = '+12025550182'

/** A person with a daily call, and a thief with their session of twenty days ago. */
async function ownerAndThief(app: TestApp, email = 'owner@example.com') {
  const owner = await app.person({ phone: OWNERS, email })
  await app.clock.advance({ hours: 20 * 24 })
  return { owner, thief: browserOf(app, owner), phone: await app.phone(OWNERS) }
}

/** Proves the session again with a code mailed to the owner. */
async function prove(app: TestApp, browser: Visitor, email: string): Promise<void> {
  await browser.post('/api/account/code', { purpose: 'proof' })
  const otp = codeIn((await app.mailbox.expectMail(email)).subject)
  expect((await browser.post('/api/account/code/verify', { otp })).status).toBe(200)
}

const holderOf = async (app: TestApp, { userId }: Person) =>
  app.services.db
    .selectFrom('users')
    .select(['phone', 'phone_verified'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

/** The address behind 'That wasn't me' in an email or a text. */
function tokenIn(text: string): string {
  const [, token] = /\/not-me#([^\s"]+)/.exec(text) ?? []
  if (token === undefined) throw new Error(`no link in: ${text}`)
  return token
}

test('S70 an old session can neither request a code for another number nor enter one', async () => {
  await using app = await startTestApp({ now: NOW })
  const { owner, thief } = await ownerAndThief(app)
  const theirs = { phone: THIEFS, captcha: await solvedCaptcha(thief) }
  expect((await thief.post('/api/auth/send-otp', theirs)).body).toMatchObject({ reason: 'fresh-code-required' })
  const entered = await thief.post('/api/auth/verify-otp', { phone: THIEFS, otp: '123456' })
  expect(entered.body).toMatchObject({ reason: 'fresh-code-required', freshCodeRequired: true })
  const byToken = { phone: THIEFS, firebaseToken: 'proven' }
  expect((await thief.post('/api/auth/verify-firebase-phone', byToken)).body).toMatchObject({
    reason: 'fresh-code-required',
  })
  expect(await holderOf(app, owner)).toMatchObject({ phone: OWNERS, phone_verified: true })
})

test('S70 PHONE-5 a code to the mailbox lets the owner change the number, and a first number needs none', async () => {
  await using app = await startTestApp({ now: NOW })
  const { owner, thief: mine, phone } = await ownerAndThief(app)
  await prove(app, mine, 'owner@example.com')
  await verifyPhone(app, mine, THIEFS)
  expect(await holderOf(app, owner)).toMatchObject({ phone: THIEFS, phone_verified: true })
  await phone.expectText()

  const fresh = await app.person({ phoneVerified: false })
  await app.services.db.updateTable('users').set({ phone: null }).where('id', '=', fresh.userId).execute()
  await app.clock.advance({ hours: 1 })
  await verifyPhone(app, browserOf(app, fresh), '+12025550183')
})

/** A thief with the owner's mailbox code, or a fresh session, changes the number. */
async function stolen(app: TestApp) {
  const { owner, thief, phone } = await ownerAndThief(app)
  await prove(app, thief, 'owner@example.com')
  await verifyPhone(app, thief, THIEFS)
  await app.clock.advance({ ms: 0 })
  const mails = await app.mailbox.mails('owner@example.com')
  const mail = mails.find(({ subject }) => subject === 'Your wake-up number was changed')
  return { owner, thief, text: (await phone.expectText()).body, mail }
}

test('S71 a changed number is reported to the mailbox and to the former number, each with a way to undo it', async () => {
  await using app = await startTestApp({ now: NOW })
  const { mail, text } = await stolen(app)
  expect(mail?.text).toMatch(/the number ending in 181.*That wasn't me: http.*\/not-me#/s)
  expect(text).toMatch(/^Your Reveille wake-up number was changed, so we won't call this phone\..*within 7 days: http/)
  expect(tokenIn(text)).toBe(tokenIn(mail?.text ?? ''))
})

test.each(['by email', 'by text'])(
  "S71 'That wasn't me' %s stops calls and ends the thief's session at once; proving one's number resumes calls",
  async (where) => {
    await using app = await startTestApp({ now: NOW })
    const { owner, thief, mail, text } = await stolen(app)
    await owner.schedule({ wakeupTime: '06:30', timezone: 'UTC', callRetry: false })
    const thiefsPhone = await app.phone(THIEFS)
    const { token: made } = (await thief.post<{ token: string }>('/api/account/tokens', { name: 'Mine now' })).body
    const { calendarUrl } = (await thief.post<{ calendarUrl: string }>('/api/account/calendar/reset')).body
    const reads = async () =>
      Promise.all([
        fetch(`${app.url}/api/next`, { headers: { authorization: `Bearer ${made}` } }).then(({ status }) => status),
        fetch(calendarUrl).then(({ status }) => status),
      ])
    expect(await reads()).toEqual([200, 200])
    for (const [name, days] of [
      ['the week before', 7],
      ["the thief's", 0],
    ] as const)
      await app.services.db
        .insertInto('passkeys')
        .values({
          user_id: owner.userId,
          credential_id: name,
          public_key: name,
          counter: 0,
          host: 'localhost',
          name,
          added_at: new Date(app.clock.now() - days * 86_400_000),
          last_used_at: null,
        })
        .execute()
    await app.clock.advance({ minutes: 29, seconds: 59 }) // one second before it rings
    const token = tokenIn(where === 'by email' ? (mail?.text ?? '') : text)
    const pressed = await visitor(app).post('/api/not-me', { token })
    expect(pressed).toMatchObject({ status: 200, body: { message: 'Your calls are paused.' } })
    expect((await thiefsPhone.expectText()).body).toMatch(/^Your Reveille wake-up calls are paused/)
    expect((await thief.get('/api/account')).status).toBe(401)
    expect(await reads()).toEqual([401, 404])
    const kept = await app.services.db.selectFrom('passkeys').select('name').execute()
    expect(kept).toEqual([{ name: 'the week before' }])
    await app.clock.advance({ hours: 24 })
    expect((await thiefsPhone.unexpected()).calls).toEqual([])
    const told = (await app.mailbox.mails('owner@example.com')).map(({ subject }) => subject)
    expect(told).toContain('Your wake-up calls are paused')

    const mine = visitor(app)
    const otp = await loginCode(app, mine)
    expect((await mine.post('/api/auth/login', { email: 'owner@example.com', otp })).status).toBe(200)
    await verifyPhone(app, mine, OWNERS)
    expect(await holderOf(app, owner)).toMatchObject({ phone: OWNERS, phone_verified: true })
    const minesPhone = await app.phone(OWNERS)
    await app.clock.advance({ seconds: 5 })
    await (await minesPhone.expectCall()).decline()
    expect((await thiefsPhone.unexpected()).texts).toEqual([]) // the thief's phone gets no link
  },
)

async function loginCode(app: TestApp, browser: Visitor): Promise<string> {
  await browser.post('/api/auth/request-email-otp', { email: 'owner@example.com' })
  await app.clock.advance({ ms: 0 })
  const codes = (await app.mailbox.mails('owner@example.com')).filter(({ subject }) => subject.includes('to log in'))
  return codeIn(codes.at(-1)?.subject ?? '')
}

test('S71 opening a link changes nothing, nor does using a forged or an old one', async () => {
  await using app = await startTestApp({ now: NOW })
  const { owner, text } = await stolen(app)
  const token = tokenIn(text)
  const scanner = visitor(app)
  for (const address of [`/not-me`, `/not-me?token=${token}`, `/api/not-me?token=${token}`]) await scanner.get(address)
  const [id = ''] = token.split('.')
  for (const forged of [
    '',
    '.',
    id,
    `${id}.`,
    `${Number(id) + 1}.${token.split('.')[1]}`,
    `${token}x`,
    'NaN.x',
    `-${token}`,
  ])
    expect((await scanner.post('/api/not-me', { token: forged })).status).toBe(404)
  expect(await holderOf(app, owner)).toMatchObject({ phone: THIEFS, phone_verified: true })
  await app.clock.advance({ hours: 7 * 24 })
  expect((await scanner.post('/api/not-me', { token })).body).toMatchObject({
    message: expect.stringMatching(/^This link has expired/),
  })
  expect(await holderOf(app, owner)).toMatchObject({ phone: THIEFS, phone_verified: true })
})

test('S71 a link used twice acts once, and does not pause again a person who has since taken the number back', async () => {
  await using app = await startTestApp({ now: NOW })
  const { owner, thief, text } = await stolen(app)
  const token = tokenIn(text)
  const presses = await Promise.all([1, 2, 3].map(() => visitor(app).post('/api/not-me', { token })))
  expect(presses.map(({ status }) => status)).toEqual([200, 200, 200])
  await (await app.phone(THIEFS)).expectText()
  expect((await thief.get('/api/account')).status).toBe(401)
  await app.clock.advance({ minutes: 1 })
  const mine = visitor(app)
  await mine.post('/api/auth/login', { email: 'owner@example.com', otp: await loginCode(app, mine) })
  await verifyPhone(app, mine, OWNERS)
  expect((await visitor(app).post('/api/not-me', { token })).status).toBe(200)
  expect(await holderOf(app, owner)).toMatchObject({ phone: OWNERS, phone_verified: true })
})
