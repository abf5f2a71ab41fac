import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../src/platform/config/config.ts'
import { passkeyHost } from '../../src/sign-in/passkeys/passkeys.ts'
import { ON_A_LINE, startTestApp } from '../harness/app/start-test-app.ts'
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
  TWILIO_AUTH_TOKEN: '0123456789abcdef0123456789abcdef',
  TWILIO_PHONE_NUMBER: '+12025550100',
})

test('S53 an empty environment starts nothing in production, and the error lists what is missing', () => {
  expect(() => loadConfig({ NODE_ENV: 'production' })).toThrow(
    /^In production these settings are required: PUBLIC_URL, CONTACT_EMAIL, MAIL_URL, TWILIO_ACCOUNT_SID/,
  )
})

test.each(Object.keys(complete()).filter((name) => !['NODE_ENV', 'DATA_DIR'].includes(name)))(
  'S53 production does not start with %s unset or empty',
  (name) => {
    const several = { ...complete(), DATABASE_URL: 'postgres://me@db.example/reveille' } // alone, a machine keeps its secret
    expect(() => loadConfig({ ...several, [name]: undefined })).toThrow(name)
    expect(() => loadConfig({ ...several, [name]: '' })).toThrow(name)
  },
)

test.each([
  ['a short secret', { SESSION_SECRET: 'short' }, /SESSION_SECRET must have at least 32 characters/],
  [
    'a secret of one repeated letter',
    { SESSION_SECRET: 'a'.repeat(32) },
    /SESSION_SECRET must be random: openssl rand /,
  ],
  ['an opt-out secret of two letters', { OPT_OUT_SECRET: 'ab'.repeat(16) }, /OPT_OUT_SECRET must be random/],
  ['an http address', { PUBLIC_URL: 'http://wake.example' }, /PUBLIC_URL must begin with https:\/\//],
  ['an invalid carrier account', { TWILIO_ACCOUNT_SID: 'AC1' }, /TWILIO_ACCOUNT_SID must be AC and 32 /],
  ['an invalid carrier token', { TWILIO_AUTH_TOKEN: 'x' }, /TWILIO_AUTH_TOKEN must be 32 hexadecimal /],
  ['an invalid API key', { TWILIO_API_KEY_SID: 'x', TWILIO_API_KEY_SECRET: 'y' }, /TWILIO_API_KEY_SID must be SK /],
  ['an invalid number in a list', { TWILIO_PHONE_NUMBER: '+12025550100,0301' }, /several with commas/],
  ['half an API key', { TWILIO_API_KEY_SECRET: 'y' }, /^TWILIO_API_KEY_SID and TWILIO_API_KEY_SECRET belong together/],
  ['half a webhook', { WEBHOOK_URL: 'https://ha.example/x' }, /^WEBHOOK_URL and WEBHOOK_SECRET belong together/],
  ['a short webhook secret', { WEBHOOK_SECRET: 'whsec_c2hvcnQ=' }, /WEBHOOK_SECRET must be whsec_ and at least 24 /],
  [
    'a webhook secret of one letter',
    { WEBHOOK_URL: 'https://ha.example/x', WEBHOOK_SECRET: `whsec_${'w'.repeat(32)}` },
    /WEBHOOK_SECRET must be random/,
  ],
  ['an invalid second token', { TWILIO_AUTH_TOKEN_SECONDARY: 'x' }, /TWILIO_AUTH_TOKEN_SECONDARY must be 32 /],
  ['the emulator of a sign-in service', { ...firebase(), FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }, /EMULATOR/],
])('S52 S53 production does not start with %s', (_case, settings, message) => {
  expect(() => loadConfig({ ...complete(), ...settings })).toThrow(message)
})

test.each([
  ['SESSION_SECRET', 'hush'],
  ['OPT_OUT_SECRET', 'hush'],
  ['PUBLIC_URL', 'hush'],
  ['PUBLIC_URL', 'https://user:hush@wake.example'],
  ['WEBHOOK_URL', 'https://user:hush@ha.example'],
  ['WEBHOOK_SECRET', 'whsec_hush'],
  ['DATABASE_URL', 'mysql://reveille:hush@database.example/reveille'],
  ['MAIL_URL', 'http://user:hush@mail.example'],
  ['STORAGE_URL', 'https://key:hush@s3.example/bucket'],
])('S53 a refused %s is named, and its value stays out of the logs', (name, value) => {
  const start = () => loadConfig({ ...complete(), [name]: value })
  expect(start).toThrow(new RegExp(`^The setting ${name} must `))
  expect(start).not.toThrow('hush')
})

test.each([
  ['NODE_ENV', 'prod', 'must be production, or unset for a trial'],
  ['PUBLIC_URL', 'https://wake.example/?a=1', 'must be a URL without a query'],
  ['CALL_COUNTRIES', 'US,XX', "has a code that isn't a country"],
  ['MAIL_FROM', 'garbage', 'must look like Reveille <wake@wake.example>'],
  ['STORAGE_URL', 'file:relative/x', 'must name a folder by its full path'],
  ['STORAGE_URL', 'file://srv/files', 'must name a folder by its full path'],
  [
    'MAIL_URL',
    'smtps://me:a#b@mail.example',
    'cannot be read: its port is a number, and in a user or password write / as %2F',
  ],
  ['LOG_LEVEL', 'verbose', 'must be debug, info, warn, error or silent'],
  ...['0', '-1', '1e400', 'Infinity', '0x10', ' 5', '٣', '0.0001', '10000000'].map((rate): [string, string, string] => [
    'CALLS_PER_SECOND',
    rate,
    'must be a number above 0 and below 10000000',
  ]),
  ['SPEECH_TIME_LIMIT', '2147484', 'must be at most 3600 seconds'], // a longer timer ends at once
  ['TRUST_PROXY', 'yes', 'must be on, off, or the number of proxies'],
  ['TWILIO_MESSAGING_SERVICE_SID', 'MG1', 'must be the SID of a messaging service'],
  ['TWILIO_VERIFY_SERVICE_SID', `MG${'0'.repeat(32)}`, 'must be the SID of a verification service'],
])('OPS-5 %s=%s is refused in one line', (name, value, words) => {
  expect(() => loadConfig({ ...complete(), [name]: value })).toThrow(`The setting ${name} ${words}`)
})

test('OPS-5 a long wrong value is cut, and a country that is named twice counts once', () => {
  const long = () => loadConfig({ ...complete(), LOG_LEVEL: 'x'.repeat(20_000) })
  expect(long).toThrow(/^The setting LOG_LEVEL must be debug,.{1,300}\.$/)
  expect(loadConfig({ ...complete(), CALL_COUNTRIES: 'US,DE,US' }).countries).toEqual(['US', 'DE'])
})

test('OPS-5 files are in the data folder, whatever its name', () => {
  const DATA_DIR = join(dataDir, '100% %41 #2 ?x ü')
  expect(fileURLToPath(loadConfig({ ...complete(), DATA_DIR }).storage.url)).toBe(join(DATA_DIR, 'files'))
})

test.each(['HTTPS://Wake.Example/', ' https://wake.example', 'https://wake.example:443'])(
  'S53 cookies are for https only, however PUBLIC_URL is written: %s',
  (PUBLIC_URL) => {
    expect(loadConfig({ ...complete(), PUBLIC_URL }).publicUrl).toBe('https://wake.example')
  },
)

test('OPS-5 two settings that exclude each other are refused by name, and proxy hops are counted', () => {
  expect(() => loadConfig({ ...complete(), PORT: '4000', METRICS_PORT: '4000' })).toThrow(
    'METRICS_PORT and PORT must differ',
  )
  const hops = (TRUST_PROXY: string) => loadConfig({ ...complete(), TRUST_PROXY }).trustedProxies
  expect(['off', 'on', '2'].map(hops)).toEqual([0, 1, 2])
})

test('OPS-5 a misspelled setting gets a warning with the closest name, and so does https without a trusted proxy', () => {
  const { doubtful } = loadConfig({
    ...complete(),
    TWILLIO_AUTH_TOKEN: 'x',
    LIMIT_OF_NOTHING: '1',
    LIMIT_TEXTS: '60',
    LIMIT_SAMPLES: '',
    WRITER_MODEL: 'small-1',
    SESSION_MANAGER: 'x',
    PATH: '/bin',
  })
  expect(doubtful).toEqual([
    "TWILLIO_AUTH_TOKEN isn't a setting: TWILIO_AUTH_TOKEN is.",
    "LIMIT_OF_NOTHING isn't a setting.",
    "LIMIT_TEXTS isn't a setting.",
    "WRITER_MODEL isn't a setting.",
    expect.stringContaining('TRUST_PROXY is off'),
  ])
  expect(loadConfig({ ...complete(), TRUST_PROXY: '1' }).doubtful).toEqual([])
})

test('S35 an operator sets the most calls an hour, of which two fifths may go to one country', () => {
  const { mostCallsAnHour } = loadConfig({ ...complete(), LIMIT_CALLS_PER_HOUR: '1000' })
  expect(mostCallsAnHour).toEqual({ person: 40, block: 2_000, country: 400, all: 1_000 })
})

test('S53 production starts at an address of this machine, behind a proxy with TLS', () => {
  expect(loadConfig({ ...complete(), PUBLIC_URL: 'http://localhost:3000' }).production).toBe(true)
})

test("CARRIER-1 the carrier's services are identified by their SIDs", () => {
  const [messages, codes] = [`MG${'0a'.repeat(16)}`, `VA${'f9'.repeat(16)}`]
  const services = { TWILIO_MESSAGING_SERVICE_SID: messages, TWILIO_VERIFY_SERVICE_SID: codes }
  const { carrier } = loadConfig({ ...complete(), ...services })
  expect([carrier.messagingServiceSid, carrier.verifyServiceSid]).toEqual([messages, codes])
})

test('S53 another carrier with the same API has its own kind of tokens', () => {
  const other = { TWILIO_API_URL: 'https://carrier.example', TWILIO_ACCOUNT_SID: 'project-7', TWILIO_AUTH_TOKEN: 'PT0' }
  expect(loadConfig({ ...complete(), ...other }).carrier.authToken).toBe('PT0')
})

test.each([
  ['carrier', { TWILIO_ACCOUNT_SID: undefined }],
  ['mail server', { MAIL_URL: undefined }],
])('S52 without NODE_ENV=production no sandbox %s starts at an address that others rely on', (_case, settings) => {
  const trial = { ...complete(), NODE_ENV: undefined, ...settings }
  expect(() => loadConfig(trial)).toThrow(/^PUBLIC_URL is an https address.*set NODE_ENV=production/)
  expect(loadConfig({ ...trial, PUBLIC_URL: 'http://localhost:3000' }).sandbox).not.toBeNull()
})

function firebase() {
  return { FIREBASE_API_KEY: 'k', FIREBASE_AUTH_DOMAIN: 'a.example', FIREBASE_PROJECT_ID: 'p' }
}

test('S52 in production the settings hold no sandbox and no local address', () => {
  const config = loadConfig(complete())
  expect(config).toMatchObject({ production: true, sandbox: null, carrier: { apiUrl: 'https://api.twilio.com' } })
  expect(JSON.stringify(config)).not.toMatch(/127\.0\.0\.1:|\/localhost/)
})

/** Seven browsers of one network request codes for one address. */
const MANY_CODES = { budgets: { named: { 'code-per-address-here': 20 } } }

test('S52 CODE-1 in production no fixed code signs anybody in, and there is no other way in', async () => {
  const { SESSION_SECRET } = complete()
  const settings = { NODE_ENV: 'production', SESSION_SECRET, CONTACT_EMAIL: 'a@b.example', SIGN_UP: 'open' }
  await using app = await startTestApp({ now: '2027-01-15T06:00:00Z', settings, limits: MANY_CODES })
  const email = 'robin@example.com'
  await signUp(app, visitor(app), email)
  for (const fixed of ['000000', '123456', '111111', '999999', '654321', '121212']) {
    const browser = visitor(app)
    const otp = await mailedCode(app, browser, email)
    if (otp === fixed) continue
    expect((await browser.post('/api/auth/login', { email, otp: fixed })).status).toBe(400)
    expect((await browser.get('/api/account')).status).toBe(401)
  }
  const ways = ['/sandbox', '/sandbox/mails', '/api/test/login', '/api/dev/login', '/debug', '/metrics']
  for (const path of ways) expect([path, (await visitor(app).get(path)).status]).toEqual([path, 404])
})

test('LINE-8 in production beside a line of its own, an http address in its network gets cookies without Secure and no passkeys', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
  const seen = []
  for (const origin of ['http://reveille.local', 'https://wake.example']) {
    await app.restart({ ...ON_A_LINE, NODE_ENV: 'production', PUBLIC_URL: origin })
    const headers = { origin, 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'somebody@example.com' })
    const answer = await fetch(`${app.url}/api/auth/request-email-otp`, { method: 'POST', headers, body })
    seen.push([/; Secure/i.test(answer.headers.get('set-cookie') ?? '; Secure?'), passkeyHost(app.services.config)])
  }
  expect(seen).toEqual([
    [false, null],
    [true, 'wake.example'],
  ])
})
