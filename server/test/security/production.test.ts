import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../src/platform/config/config.ts'
import { startTestApp } from '../harness/app/start-test-app.ts'
import { mailedCode, signUp, visitor } from '../harness/app/visitor.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reveille-production-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

/** Every setting that production needs, and nothing else. */
const complete = () => ({
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  PUBLIC_URL: 'https://wake.example',
  SESSION_SECRET: 'a secret of thirty-two characters',
  CONTACT_EMAIL: 'hello@wake.example',
  MAIL_URL: 'smtps://mail.example',
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_PHONE_NUMBER: '+12025550100',
})

test('S53 an empty environment starts nothing in production, and says what is missing', () => {
  expect(() => loadConfig({ NODE_ENV: 'production' })).toThrow(
    /^In production these settings are required: PUBLIC_URL, SESSION_SECRET, CONTACT_EMAIL, MAIL_URL, TWILIO_ACCOUNT_SID/,
  )
})

test.each(Object.keys(complete()).filter((name) => !['NODE_ENV', 'DATA_DIR'].includes(name)))(
  'S53 production does not start without %s, nor with an empty one',
  (name) => {
    expect(() => loadConfig({ ...complete(), [name]: undefined })).toThrow(name)
    expect(() => loadConfig({ ...complete(), [name]: '' })).toThrow(name)
  },
)

test.each([
  ['a short secret', { SESSION_SECRET: 'short' }, /SESSION_SECRET must have at least 32 characters/],
  ['the emulator of a sign-in service', { ...firebase(), FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }, /EMULATOR/],
])('S52 S53 production does not start with %s', (_case, settings, message) => {
  expect(() => loadConfig({ ...complete(), ...settings })).toThrow(message)
})

test.each([
  ['SESSION_SECRET', 'hush'],
  ['OPT_OUT_SECRET', 'hush'],
  ['DATABASE_URL', 'mysql://reveille:hush@database.example/reveille'],
  ['MAIL_URL', 'http://user:hush@mail.example'],
  ['STORAGE_URL', 'https://key:hush@s3.example/bucket'],
])('S53 a refused %s is named, and its value stays out of the logs', (name, value) => {
  const start = () => loadConfig({ ...complete(), [name]: value })
  expect(start).toThrow(new RegExp(`^The setting ${name} must `))
  expect(start).not.toThrow('hush')
})

function firebase() {
  return { FIREBASE_API_KEY: 'k', FIREBASE_AUTH_DOMAIN: 'a.example', FIREBASE_PROJECT_ID: 'p' }
}

test('S52 in production nothing of the sandbox stands in, and its addresses are nowhere', () => {
  const config = loadConfig(complete())
  expect(config).toMatchObject({ production: true, sandbox: null, carrier: { apiUrl: 'https://api.twilio.com' } })
  expect(JSON.stringify(config)).not.toMatch(/127\.0\.0\.1:|\/localhost/)
})

test('S52 CODE-1 in production no fixed code signs anybody in, and there is no other way in', async () => {
  const settings = { NODE_ENV: 'production', SESSION_SECRET: complete().SESSION_SECRET, CONTACT_EMAIL: 'a@b.example' }
  await using app = await startTestApp({ now: '2027-01-15T06:00:00Z', settings })
  const email = 'robin@example.com'
  await signUp(app, visitor(app), email)
  for (const fixed of ['000000', '123456', '111111', '999999', '654321', '121212']) {
    const browser = visitor(app)
    const otp = await mailedCode(app, browser, email)
    if (otp === fixed) continue
    expect((await browser.post('/api/auth/login', { email, otp: fixed })).status).toBe(400)
    expect((await browser.get('/api/account')).status).toBe(401)
  }
  const ways = ['/sandbox', '/sandbox/mails', '/api/test/login', '/api/dev/login', '/debug', '/styleguide', '/metrics']
  for (const path of ways) expect([path, (await visitor(app).get(path)).status]).toEqual([path, 404])
})
