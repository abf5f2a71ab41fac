import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { signUp, visitor } from '../../test/harness/app/visitor.ts'
import { buildApp } from '../app.ts'
import { loadConfig } from '../platform/config/config.ts'
import { firebasePhoneProvider } from './firebase.adapter.ts'

const PROJECT = 'demo-reveille'
const PHONE = '+12025550161'
const NOW = Date.parse('2027-01-15T06:00:00Z') / 1000

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey']

let app: TestApp
let ours: Key
let others: Key
let keysUrl: string
let people = 0
const keyServer = createServer()
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
  const pair = await generateKeyPair('RS256')
  ours = pair.privateKey
  others = (await generateKeyPair('RS256')).privateKey
  const keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] }
  keyServer.on('request', (_request, response) => response.end(JSON.stringify(keys)))
  await new Promise<void>((resolve) => keyServer.listen(0, '127.0.0.1', resolve))
  keysUrl = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}/`
})
afterAll(async () => {
  keyServer.close()
  await app[Symbol.asyncDispose]()
})

/** A token as the provider makes it, a minute old, with the test's changes. */
function token(changed: JWTPayload = {}, key: Key = ours): Promise<string> {
  const claims = {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    sub: 'somebody',
    iat: NOW - 60,
    auth_time: NOW - 60,
    exp: NOW + 3540,
    phone_number: PHONE,
    firebase: { sign_in_provider: 'phone' },
    ...changed,
  }
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key)
}

/** The app with that provider, used by a signed-in person whose phone is unverified. */
async function withProvider(url: string) {
  const { clock } = app
  const phoneProvider = firebasePhoneProvider({ projectId: PROJECT, clock, keysUrl: url })
  const server = await buildApp({ ...app.services, phoneProvider })
  const browser = visitor(app)
  await signUp(app, browser, `firebase${++people}@example.com`)
  return {
    async verify(firebaseToken: string, phone = PHONE) {
      const { statusCode, json } = await server.inject({
        method: 'POST',
        url: '/api/auth/verify-firebase-phone',
        headers: { origin: app.url, cookie: `connect.sid=${browser.cookies.get('connect.sid')}` },
        payload: { firebaseToken, phone },
      })
      return { status: statusCode, body: json<{ message: string }>() }
    },
    user: async () => (await browser.get<{ user: { id: number } }>('/api/auth/check')).body.user,
    [Symbol.asyncDispose]: () => server.close(),
  }
}

test("PHONE-4 a provider's token verifies the number it names, once", async () => {
  await using product = await withProvider(keysUrl)
  const proof = await token()
  const heard: string[] = []
  const leave = app.services.live.subscribe((await product.user()).id, (changed) => heard.push(changed))
  expect(await product.verify(proof)).toMatchObject({
    status: 200,
    body: { user: { phone: PHONE, phoneVerified: true } },
  })
  leave()
  expect(heard).toEqual(expect.arrayContaining(['account', 'schedules']))
  expect(await product.verify(proof)).toMatchObject({ status: 400 })
})

test.each<[string, JWTPayload]>([
  ['for another project', { aud: 'another', iss: 'https://securetoken.google.com/another' }],
  ['from another issuer', { iss: 'https://evil.example' }],
  ['for another number', { phone_number: '+12025550162' }],
  ['from a sign-in by email', { firebase: { sign_in_provider: 'password' } }],
  ['without a number', { phone_number: undefined as never }],
  ['without a subject', { sub: '' }],
  ['that has expired', { exp: NOW - 60, iat: NOW - 3660 }],
  ['proven six minutes ago', { auth_time: NOW - 360, iat: NOW - 360 }],
  ['proven in the future', { auth_time: NOW + 600, iat: NOW }],
])('PHONE-4 a token %s verifies nothing', async (_case, changed) => {
  await using product = await withProvider(keysUrl)
  expect((await product.verify(await token(changed))).status).toBe(400)
  expect(await product.user()).toMatchObject({ phoneVerified: false })
})

test('PHONE-4 an old token is reported as expired', async () => {
  await using product = await withProvider(keysUrl)
  const old = await token({ auth_time: NOW - 360, iat: NOW - 360 })
  expect((await product.verify(old)).body.message).toMatch(/^Code expired/)
})

test('PHONE-4 a token signed by somebody else, unsigned, or signed with our public key verifies nothing', async () => {
  await using product = await withProvider(keysUrl)
  const [head, claims] = (await token()).split('.')
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
  const symmetric = Buffer.from('{"alg":"HS256","kid":"one"}').toString('base64url')
  for (const forged of [await token({}, others), unsigned, `${symmetric}.${claims}.AAAA`, `${head}.${claims}.`, 'x']) {
    expect((await product.verify(forged)).status).toBe(400)
  }
  expect(await product.user()).toMatchObject({ phoneVerified: false })
})

test('PHONE-4 when the keys are unavailable the person is told to come back', async () => {
  await using product = await withProvider('http://127.0.0.1:1/')
  expect((await product.verify(await token())).status).toBe(503)
})

test('PHONE-5 without a provider configured the path does not exist', async () => {
  const person = await app.person()
  const body = { firebaseToken: await token(), phone: PHONE }
  expect((await person.post('/api/auth/verify-firebase-phone', body)).status).toBe(404)
})

test("PHONE-4 the emulator's token needs no signature, but everything else in it must be right", async () => {
  const { clock } = app
  const provider = firebasePhoneProvider({ projectId: PROJECT, clock, emulated: true })
  const [, claims] = (await token()).split('.')
  const [, others] = (await token({ aud: 'another', iss: 'https://securetoken.google.com/another' })).split('.')
  const unsigned = (payload: string | undefined) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  const untilNobodyTakesIt = (NOW + 3550) * 1000
  const proven = { outcome: 'proven', phone: PHONE, expiresAt: untilNobodyTakesIt }
  expect(await provider.readToken(unsigned(claims))).toEqual(proven)
  // The two clocks may differ by up to ten seconds.
  const proveIn = async (seconds: number) =>
    provider.readToken(unsigned((await token({ auth_time: NOW + seconds })).split('.')[1]))
  expect([await proveIn(10), await proveIn(11)]).toEqual([proven, { outcome: 'forged' }])
  expect(await provider.readToken(unsigned(others))).toEqual({ outcome: 'forged' })
})

test('PHONE-4 a production start refuses the emulator, whose tokens are unsigned', () => {
  const env = {
    NODE_ENV: 'production',
    DATA_DIR: app.services.config.dataDir,
    PUBLIC_URL: 'https://wake.example',
    SESSION_SECRET: 'a secret of more than thirty-two characters',
    CONTACT_EMAIL: 'hello@wake.example',
    MAIL_URL: 'smtp://127.0.0.1:1',
    TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
    TWILIO_AUTH_TOKEN: '0123456789abcdef0123456789abcdef',
    TWILIO_PHONE_NUMBER: '+12025550100',
  }
  expect(loadConfig(env).firebase).toBeNull()
  expect(() => loadConfig({ ...env, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' })).toThrow(
    'FIREBASE_AUTH_EMULATOR_HOST',
  )
})
