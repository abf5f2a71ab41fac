import { createPrivateKey, sign } from 'node:crypto'
import type { AccountActivity } from '@reveille/contract/accounts'
import type { ApiError } from '@reveille/contract/api-error'
import type { Notices } from '@reveille/contract/notices'
import type { PasskeyCreation, PasskeyRequest, Passkeys } from '@reveille/contract/passkeys'
import { MOST_PASSKEYS } from '@reveille/core/sign-in/credentials'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logged } from '../harness/app/start-calls.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { logIn, signUp, visitor, type Visitor } from '../harness/app/visitor.ts'
import { authenticator } from '../harness/outside/authenticator.ts'

const ORIGIN = 'https://wake.example'
const log = logged()
let app: TestApp
beforeAll(async () => {
  const settings = { PUBLIC_URL: ORIGIN, LIMIT_CODES_PER_IP: '1000' }
  app = await startTestApp({ now: '2027-01-15T06:00:00Z', settings, logTo: log.to })
})
afterAll(() => app[Symbol.asyncDispose]())

type Device = ReturnType<typeof authenticator>
const UNKNOWN = "That passkey isn't on any account here. It may have been removed. Please sign in another way."
let made = 0

/** Somebody who just signed up, and their browser. */
async function person(): Promise<Visitor & { email: string }> {
  const [browser, email] = [visitor(app), `passkey${++made}@example.com`]
  await signUp(app, browser, email)
  return { ...browser, email }
}

const asked = async (browser: Visitor) => (await browser.post<PasskeyRequest>('/api/auth/passkey/challenge')).body
const askedFor = async (browser: Visitor, purpose: 'proof' | 'deletion') =>
  (await browser.post<PasskeyRequest>('/api/account/passkeys/challenge', { purpose })).body
const login = (browser: Visitor, passkey: object) => browser.post<ApiError>('/api/auth/passkey', { passkey })

const prove = (browser: Visitor, passkey: object) => browser.post<ApiError>('/api/account/code/verify', { passkey })

async function addTo(browser: Visitor, device: Device = authenticator(ORIGIN), forged = {}) {
  const { body } = await browser.post<PasskeyCreation>('/api/account/passkeys/new')
  return browser.post<Passkeys & ApiError>('/api/account/passkeys', { name: '', ...device.make(body, forged) })
}

/** A person with a passkey that counts, or a synced one, which doesn't. */
async function withPasskey(counter = 0) {
  const [owner, device] = [await person(), authenticator(ORIGIN)]
  const { body } = await addTo(owner, device, { counter })
  return { owner, device, id: body[0]!.id }
}

const signedInAs = async (browser: Visitor) =>
  (await browser.get<{ user?: { email: string } }>('/api/auth/check')).body.user?.email

test('PASSKEY-2 S91 a passkey signs its owner in from a new browser, who is told; another one signs in nobody', async () => {
  const { owner, device } = await withPasskey()
  const other = visitor(app)
  const answer = await login(other, device.sign(await asked(other)))
  expect(answer.status).toBe(200)
  expect(await signedInAs(other)).toBe(owner.email)
  const { body } = await other.get<Notices>('/api/notices')
  expect(body.notices.map(({ title }) => title)).toContain('New sign-in to your account')

  const stranger = visitor(app)
  const refused = await login(stranger, authenticator(ORIGIN).sign(await asked(stranger)))
  expect([refused.status, refused.body.message]).toEqual([400, UNKNOWN])
  expect(await signedInAs(stranger)).toBeUndefined()
})

test('S91 a passkey answer counts once, in its browser, for its purpose, within five minutes, also under 20 tries at once', async () => {
  const { owner, device } = await withPasskey()
  const browser = visitor(app)
  const answer = device.sign(await asked(browser))
  expect((await login(visitor(app), answer)).body.reason).toBe('passkey-refused')
  const tries = await Promise.all(Array.from({ length: 20 }, () => login(browser, answer)))
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await login(browser, answer)).body.reason).toBe('passkey-refused')

  const proof = device.sign(await askedFor(owner, 'proof'))
  expect((await login(owner, proof)).body.reason).toBe('passkey-refused')
  const deletion = { word: 'DELETE', passkey: proof }
  expect((await owner.send<ApiError>('DELETE', '/api/account', deletion)).body.reason).toBe('passkey-refused')
  const signInAnswer = device.sign(await asked(owner))
  expect((await prove(owner, signInAnswer)).body.reason).toBe('passkey-refused')

  const late = await asked(browser)
  await app.clock.advance({ minutes: 5 })
  expect((await login(browser, device.sign(late))).body.message).toBe('That took too long. Please try again.')
})

test("S91 another site's answer, one without the person's finger or PIN, and a forged or foreign challenge are refused", async () => {
  const { device } = await withPasskey()
  const browser = visitor(app)
  const challenge = await asked(browser)
  const forged = { ...challenge, challenge: Buffer.from(`${Date.parse('2030-01-01')}.x.y`).toString('base64url') }
  for (const answer of [
    device.sign(challenge, { origin: 'https://wake.example.evil.example' }),
    device.sign({ ...challenge, rpId: 'evil.example' }),
    device.sign(challenge, { isVerified: false }),
    device.sign(forged),
    { ...device.sign(challenge), userHandle: Buffer.from('999999').toString('base64url') },
    { ...authenticator(ORIGIN).sign(challenge), id: device.id, userHandle: device.sign(challenge).userHandle },
  ]) {
    const { status, body } = await login(browser, answer)
    expect([status, body.reason]).toEqual([400, 'passkey-refused'])
  }
  expect((await login(browser, device.sign(challenge))).status).toBe(200)
})

test("S92 a counter that doesn't rise is refused, and reported once a day if the key itself signed it; 0 stays allowed", async () => {
  const { owner, device } = await withPasskey(7)
  const browser = visitor(app)
  const use = async (counter: number) => (await login(browser, device.sign(await asked(browser), { counter }))).body
  expect((await use(8)).reason).toBeUndefined()
  const challenge = await asked(browser)
  await login(browser, { ...authenticator(ORIGIN).sign(challenge, { counter: 1 }), id: device.id })
  const told = async () =>
    (await owner.get<Notices>('/api/notices')).body.notices.filter(({ title }) => title === 'We refused a passkey')
      .length
  expect(await told()).toBe(0)
  for (const counter of [8, 3, 0])
    expect(await use(counter)).toMatchObject({ reason: 'passkey-refused', message: expect.stringMatching(/copied/) })
  expect(await told()).toBe(1)
  const activity = (await owner.get<AccountActivity>('/api/account/activity')).body.map(({ what }) => what)
  expect(activity).toContain('Refused a passkey that may have been copied')
  expect((await use(9)).reason).toBeUndefined()

  const synced = await withPasskey()
  for (let round = 0; round < 2; round++)
    expect((await login(browser, synced.device.sign(await asked(browser)))).status).toBe(200)
})

test('S93 PASSKEY-1 adding or removing a passkey takes a fresh proof, which a passkey gives; adding is reported', async () => {
  const { owner, device, id } = await withPasskey()
  await app.clock.advance({ seconds: 1 })
  expect((await app.mailbox.mails(owner.email)).map(({ subject }) => subject)).toContain('You added a passkey')
  await app.clock.advance({ minutes: 16 })
  const creation = await owner.post<ApiError>('/api/account/passkeys/new')
  expect(creation.body.reason).toBe('fresh-code-required')
  expect((await owner.send<ApiError>('DELETE', `/api/account/passkeys/${id}`, {})).body.reason).toBe(
    'fresh-code-required',
  )
  expect((await prove(owner, device.sign(await askedFor(owner, 'proof')))).status).toBe(200)
  expect((await addTo(owner)).status).toBe(200)
  expect((await owner.send('DELETE', `/api/account/passkeys/${id}`, {})).status).toBe(200)

  const browser = visitor(app)
  const { status, body } = await login(browser, device.sign(await asked(browser)))
  expect([status, body.message]).toEqual([400, UNKNOWN])
  const activity = (await owner.get<AccountActivity>('/api/account/activity')).body.map(({ what }) => what)
  expect(activity).toEqual(expect.arrayContaining(['Added a passkey', 'Removed a passkey']))
})

test("S93 S24 a passkey proves and removes nothing of somebody else's", async () => {
  const [mine, theirs] = [await withPasskey(), await withPasskey()]
  expect((await mine.owner.send('DELETE', `/api/account/passkeys/${theirs.id}`, {})).status).toBe(404)
  const proof = theirs.device.sign(await askedFor(mine.owner, 'proof'))
  expect((await prove(mine.owner, proof)).body.message).toBe(UNKNOWN)
  expect((await addTo(mine.owner, theirs.device)).body.reason).toBe('passkey-refused')
  expect((await mine.owner.get<Passkeys>('/api/account/passkeys')).body).toHaveLength(1)
})

// Made for this test: a valid certificate of a device's maker, and its key.
const CERTIFICATE =
  'MIIB/TCCAaKgAwIBAgIUUyUf3W5q1FSfblBzHVLoP2N4tMAwCgYIKoZIzj0EAwIwVDELMAkGA1UEBhMCVVMxEDAOBgNVBAoMB0RldmljZXMxIj' +
  'AgBgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xDzANBgNVBAMMBkRldmljZTAgFw0yNjExMjgxOTAyNThaGA8yMDk4MDIwMzE5MDI1' +
  'OFowVDELMAkGA1UEBhMCVVMxEDAOBgNVBAoMB0RldmljZXMxIjAgBgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xDzANBgNVBAMMBk' +
  'RldmljZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABN9+UBIX5K9eahBgfmOugNt8S1CIlOC1AJs0WLAHnt7mDOvs1L3BoQYS1pay4ddA7uQy' +
  'zpT+iHk3SX+oKiAE0POjUDBOMB0GA1UdDgQWBBQdwz5BGV210V971SajpRQaWvg95jAfBgNVHSMEGDAWgBQdwz5BGV210V971SajpRQaWvg95j' +
  'AMBgNVHRMBAf8EAjAAMAoGCCqGSM49BAMCA0kAMEYCIQDagGcy2MGKvzRbrB6/2gXrfIoQXkCuP42HfVJ7WlXzXgIhANYps4xdHLzYeErNQvrT' +
  'DjcP8v2X3gcHAFto2uQcPpgN'
const CERTIFIED_KEY =
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgR4C7kV74oRFa8vmrprF9V8DCE6dWAMyXX2KZ/gAGP/yhRANCAATfflASF+SvXm' +
  'oQYH5jroDbfEtQiJTgtQCbNFiwB57e5gzr7NS9waEGEtaWsuHXQO7kMs6U/oh5N0l/qCogBNDz'

/** A statement that the library accepts. */
function certified(signed: Buffer): Map<string, unknown> {
  const key = createPrivateKey({ key: Buffer.from(CERTIFIED_KEY, 'base64'), format: 'der', type: 'pkcs8' })
  return new Map<string, unknown>([
    ['alg', -7],
    ['sig', new Uint8Array(sign('sha256', signed, key))],
    ['x5c', [new Uint8Array(Buffer.from(CERTIFICATE, 'base64'))]],
  ])
}

test('S93 a new passkey needs our challenge for it, our origin and the person, and brings no certificate', async () => {
  const owner = await person()
  for (const forged of [
    { origin: 'https://evil.example' },
    { isVerified: false },
    { attestation: { format: 'packed', statement: certified } },
  ])
    expect((await addTo(owner, authenticator(ORIGIN), forged)).body.reason).toBe('passkey-refused')
  const { body: creation } = await owner.post<PasskeyCreation>('/api/account/passkeys/new')
  const { challenge } = await askedFor(owner, 'proof')
  const wrong = authenticator(ORIGIN).make({ ...creation, challenge })
  expect((await owner.post<ApiError>('/api/account/passkeys', { name: '', ...wrong })).body.reason).toBe(
    'passkey-refused',
  )
  const other = await person()
  const notMine = authenticator(ORIGIN).make(creation)
  expect((await other.post<ApiError>('/api/account/passkeys', { name: '', ...notMine })).body.reason).toBe(
    'passkey-refused',
  )
})

test('PASSKEY-1 S64 an account has at most ten passkeys, also when they are added at once', async () => {
  const owner = await person()
  const answers = await Promise.all(Array.from({ length: MOST_PASSKEYS + 3 }, () => addTo(owner)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST_PASSKEYS)
  expect(answers.find(({ status }) => status !== 200)?.body.reason).toBe('passkey-limit-reached')
})

test('PASSKEY-3 ACCT-3 a passkey deletes the account without a code, and goes with it', async () => {
  const { owner, device } = await withPasskey()
  const passkey = device.sign(await askedFor(owner, 'deletion'))
  expect((await owner.send('DELETE', '/api/account', { word: 'DELETE', passkey })).status).toBe(200)
  expect(await signedInAs(owner)).toBeUndefined()
  const browser = visitor(app)
  expect((await login(browser, device.sign(await asked(browser)))).body.message).toBe(UNKNOWN)
})

test('S5 S55 tries with a passkey count for the network like those with a code, and leave no row', async () => {
  const counted = async () => {
    const { count } = await app.services.db
      .selectFrom('spent_proofs')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const before = await counted()
  const browser = visitor(app)
  const passkey = authenticator(ORIGIN).sign(await asked(browser))
  let tries = 0
  for (; tries < 400; tries++) if ((await browser.post('/api/auth/passkey', { passkey })).status === 429) break
  expect(tries).toBeLessThan(400)
  expect(await counted()).toBe(before)
  await app.clock.advance({ minutes: 60 })
})

test('S89 S91 nobody signs in with the passkey of a person whom an owner blocks', async () => {
  const { owner, device } = await withPasskey()
  const blocked = { blocked_at: new Date(app.clock.now()) }
  await app.services.db.updateTable('users').set(blocked).where('email', '=', owner.email).execute()
  const browser = visitor(app)
  const { status, body } = await login(browser, device.sign(await asked(browser)))
  expect([status, body.message]).toEqual([403, 'An owner of this Reveille has blocked this account.'])
  expect(await signedInAs(browser)).toBeUndefined()
})

test('S64 an account uses its passkeys sixty times an hour', async () => {
  const { owner, device } = await withPasskey()
  const answers = []
  for (let use = 0; use < 61; use++) answers.push(await prove(owner, device.sign(await askedFor(owner, 'proof'))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  expect(answers.at(-1)).toMatchObject({ status: 429, body: { reason: 'too-many-requests' } })
})

test('PASSKEY-4 after PUBLIC_URL got another host, the start counts the passkeys that are of no use, and Account says so', async () => {
  const { owner, device } = await withPasskey()
  const owners = await app.services.db.selectFrom('passkeys').select('id').execute()
  await app.restart({ PUBLIC_URL: 'https://other.example' })
  const WARNING =
    'passkeys were made for another PUBLIC_URL and are unusable here: their owners need another way to sign in'
  expect(log.said(WARNING).at(-1)).toMatchObject({ passkeys: owners.length, host: 'other.example' })
  const browser = visitor(app)
  expect((await login(browser, device.sign(await asked(browser)))).body.message).toBe(UNKNOWN)
  await logIn(app, browser, owner.email)
  expect((await browser.get<Passkeys>('/api/account/passkeys')).body).toMatchObject([{ usable: false }])
  expect((await addTo(browser, authenticator('https://other.example'))).body).toMatchObject([
    { usable: false },
    { usable: true },
  ])

  await app.restart({ PUBLIC_URL: 'http://192.168.1.7:3000' })
  expect((await visitor(app).post<ApiError>('/api/auth/passkey/challenge')).body).toMatchObject({
    reason: 'not-found',
    message: 'Passkeys only work over https.',
  })
  await app.restart()
  expect((await login(browser, device.sign(await asked(browser)))).status).toBe(200)
})
