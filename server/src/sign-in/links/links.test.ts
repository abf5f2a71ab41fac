import { INVITATION_MS } from '@reveille/core/sign-in/credentials'
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app/start-test-app.ts'
import { codeIn, signUp, visitor, type Visitor } from '../../../test/harness/app/visitor.ts'
import { nameOwner, welcome } from '../../operators/acts.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { makeLink, makeSetupLink, sayWhoseItIs } from './links.ts'

const NOW = '2027-01-15T06:00:00Z'
/** Makes the sandbox count as a real carrier. */
const REAL = { NODE_ENV: 'production', CONTACT_EMAIL: 'operator@example.com' }

const realApp = (settings: Record<string, string> = {}) =>
  startTestApp({ now: NOW, settings: { ...REAL, ...settings } })
const secretOf = (url: string | null) => url!.split('#')[1]!

async function invite(app: TestApp, name: string | null = null) {
  const link = { kind: 'invitation', madeBy: null, forUser: null, name, lifeMs: INVITATION_MS } as const
  return secretOf((await inTransaction(app.services.db, (tx) => makeLink(app.services, tx, link))).url)
}

/** Does what the page does: requests a code with the link and opens the account. */
async function join(app: TestApp, link: string, email: string, browser: Visitor = visitor(app)) {
  const sent = await browser.post('/api/auth/request-email-otp', { email, link })
  if (sent.status !== 200) return sent
  const otp = codeIn((await app.mailbox.expectMail(email)).subject)
  return browser.post('/api/auth/verify-email-otp', { email, otp, name: 'Robin', link })
}

const owners = async ({ services }: TestApp) =>
  (await services.db.selectFrom('users').select('email').where('is_owner', '=', true).execute()).map(
    ({ email }) => email,
  )

test("S88 OWNER-4 the setup link creates the first account, which is the owner's, and works once", async () => {
  await using app = await realApp()
  const link = secretOf(await makeSetupLink(app.services))
  expect((await visitor(app).post('/api/auth/link', { link })).body).toEqual({
    kind: 'setup',
    name: null,
    by: null,
    takes: [],
  })
  expect((await join(app, link, 'owner@example.com')).status).toBe(200)
  expect(await owners(app)).toEqual(['owner@example.com'])
  expect((await join(app, link, 'second@example.com')).body).toMatchObject({ reason: 'link-invalid' })
  expect(await makeSetupLink(app.services)).toBeNull()
  expect((await welcome(app.services)).isUnfound).toBe(true)
})

test('S88 OWNER-4 a setup link works for an hour, and a new one replaces it', async () => {
  await using app = await realApp()
  const [first, second] = [secretOf(await makeSetupLink(app.services)), secretOf(await makeSetupLink(app.services))]
  const look = async (link: string) => (await visitor(app).post('/api/auth/link', { link })).status
  expect([await look(first), await look(second)]).toEqual([400, 200])
  await app.clock.advance({ minutes: 59 })
  expect(await look(second)).toBe(200)
  await app.clock.advance({ minutes: 1 })
  expect(await look(second)).toBe(400)
})

test('S88 OWNER-4 a setup link is void once somebody signs up without it', async () => {
  await using app = await realApp({ SIGN_UP: 'open' })
  const link = secretOf(await makeSetupLink(app.services))
  await signUp(app, visitor(app), 'faster@example.com')
  expect((await join(app, link, 'slower@example.com')).body).toMatchObject({ reason: 'link-invalid' })
  expect(await owners(app)).toEqual([])
})

test('S88 OWNER-3 when three people use an invitation at once, one gets the account', async () => {
  await using app = await realApp()
  const link = await invite(app, 'Mara')
  expect((await visitor(app).post('/api/auth/link', { link })).body).toMatchObject({ kind: 'invitation', name: 'Mara' })
  const pressed = await Promise.all(['a', 'b', 'c'].map((name) => join(app, link, `${name}@example.com`)))
  expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  expect(
    pressed.filter(({ status }) => status === 400).map(({ body }) => (body as { reason?: string }).reason),
  ).toEqual(['link-invalid', 'link-invalid'])
  expect(await owners(app)).toEqual([])
})

test('S88 OWNER-3 SIGNUP-3 an invitation tried with a taken address still works for another', async () => {
  await using app = await realApp()
  const link = await invite(app)
  const slow = visitor(app)
  const otp = await slow.post('/api/auth/request-email-otp', { email: 'taken@example.com', link })
  expect(otp.body).toMatchObject({ type: 'signup' })
  const code = codeIn((await app.mailbox.expectMail('taken@example.com')).subject)
  await app.person({ email: 'taken@example.com' })
  const body = { email: 'taken@example.com', otp: code, name: 'Robin', link }
  expect((await slow.post('/api/auth/verify-email-otp', body)).body).toMatchObject({ reason: 'email-taken' })
  expect((await join(app, link, 'other@example.com')).status).toBe(200)
})

test('S88 OWNER-3 an invitation expires after 72 hours, or when sign-up is closed', async () => {
  await using app = await realApp()
  const [late, unused] = [await invite(app), await invite(app)]
  await app.clock.advance({ hours: 71 })
  const browser = visitor(app)
  expect((await browser.post('/api/auth/link', { link: late })).status).toBe(200)
  await browser.post('/api/auth/request-email-otp', { email: 'late@example.com', link: late })
  const otp = codeIn((await app.mailbox.expectMail('late@example.com')).subject)
  await app.restart({ SIGN_UP: 'closed' })
  const body = { email: 'late@example.com', otp, name: 'Late', link: late }
  expect((await browser.post('/api/auth/verify-email-otp', body)).body).toMatchObject({ reason: 'link-invalid' })
  await app.restart()
  await app.clock.advance({ hours: 1 })
  expect((await visitor(app).post('/api/auth/link', { link: unused })).status).toBe(400)
  expect(await app.services.db.selectFrom('links').select('id').execute()).toEqual([]) // swept
})

test('S88 OWNER-4 only one process offers the setup link, to a terminal and never to a log, and until there is an owner', async () => {
  await using app = await realApp()
  const say = (isTerminal: boolean) => sayWhoseItIs(app.services, { isTerminal })
  const [one, other] = await Promise.all([say(true), say(true)])
  const links = [one, other].flatMap(({ setupLink }) => setupLink ?? [])
  expect(links).toHaveLength(1)
  expect((await say(false)).setupLink).toBeNull()
  expect((await say(false)).warning).toContain('npm run ops -- welcome')
  await join(app, secretOf(links[0]!), 'owner@example.com')
  expect(await say(true)).toEqual({ warning: null, setupLink: null })
})

test('OWNER-6 after an upgrade an open installation says what changed, how to undo it, and how to name an owner', async () => {
  await using app = await realApp()
  await app.person({ email: 'old@example.com' })
  const say = async () => (await sayWhoseItIs(app.services, { isTerminal: true })).warning
  expect(await say()).toMatch(/SIGN_UP=open lets everybody.*npm run ops -- owner ADDRESS/)
  await app.restart({ SIGN_UP: 'open' })
  expect(await say()).toBeNull()
  await app.restart()
  await nameOwner(app.services, 'old@example.com')
  expect(await say()).toBeNull()
  expect((await nameOwner(app.services, 'nobody@example.com')).isUnfound).toBe(true)
})

test('OWNER-4 in the sandbox anybody can sign up, and nobody becomes the owner', async () => {
  await using app = await startTestApp({ now: NOW })
  expect(await sayWhoseItIs(app.services, { isTerminal: true })).toEqual({ warning: null, setupLink: null })
  expect((await welcome(app.services)).isUnfound).toBe(true)
  await signUp(app, visitor(app), 'first@example.com')
  expect(await owners(app)).toEqual([])
})

test("S88 OWNER-5 the only owner can't leave while others remain, but can leave last", async () => {
  await using app = await realApp()
  const [browser, email] = [visitor(app), 'owner@example.com']
  await join(app, secretOf(await makeSetupLink(app.services)), email, browser)
  const { userId } = await app.person({ email: 'other@example.com' })
  const leave = async () => {
    await browser.post('/api/account/code', { purpose: 'deletion' })
    for (;;) {
      const { subject } = await app.mailbox.expectMail(email)
      if (subject.includes('delete your account'))
        return browser.send('DELETE', '/api/account', { word: 'DELETE', otp: codeIn(subject) })
    }
  }
  expect((await leave()).body).toMatchObject({ reason: 'forbidden' })
  await app.services.db.deleteFrom('users').where('id', '=', userId).execute()
  await app.clock.advance({ minutes: 1 })
  expect((await leave()).status).toBe(200)
  expect(await makeSetupLink(app.services)).not.toBeNull()
})

test('OWNER-6 an open production with 200 people goes on ringing after the upgrade, and says in one line what changed', async () => {
  await using app = await startTestApp({ now: NOW, settings: { ...REAL, SIGN_UP: 'open' } })
  const phones = ['+4915555990001', '+4915555990002', '+4915555990003']
  for (const phone of phones) await (await app.person({ phone })).schedule({ wakeupTime: '07:00', timezone: 'UTC' })
  const at = new Date(NOW)
  const others = Array.from({ length: 197 }, (_one, n) => ({ email: `p${n}@example.com`, name: `P ${n}`, phone: null }))
  await app.services.db
    .insertInto('users')
    .values(others.map((one) => ({ ...one, created_at: at, updated_at: at })))
    .execute()
  await app.restart({ SIGN_UP: '' })
  const { warning, setupLink } = await sayWhoseItIs(app.services, { isTerminal: true })
  expect([warning?.split('\n').length, setupLink]).toEqual([1, null])
  expect(warning).toMatch(/^Only invited people can sign up now/)
  const handsets = []
  for (const phone of phones) handsets.push(await app.phone(phone))
  await app.clock.advance({ minutes: 60, seconds: phones.length }) // a real carrier takes one call a second
  for (const handset of handsets) {
    const call = await handset.expectCall()
    await call.pickUp()
    await call.press('1')
  }
  await app.clock.advance({ minutes: 1 })
  const ended = await app.services.db.selectFrom('calls').select('status').execute()
  expect(ended.map(({ status }) => status)).toEqual(phones.map(() => 'completed'))
})
