import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig, loadLine } from './config.ts'

const LINE = {
  ASTERISK_URL: 'http://127.0.0.1:8088/ari',
  ASTERISK_USER: 'reveille',
  ASTERISK_PASSWORD: 'a password',
  ASTERISK_PHONES: '+49301234561=PJSIP/601, +49301234562=PJSIP/602',
  LINE_NUMBER: '+49301234560',
}

const SEVERAL = {
  EXCHANGE_URL: 'http://exchange:3003',
  EXCHANGE_TOKEN: 'one token for every machine of it',
  CALLBACK_URL: 'http://web-1:3000',
}

async function load(settings: Record<string, string | undefined>) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'reveille-line-settings-'))
  return loadConfig({ DATA_DIR: folder.path, ...settings })
}

test('LINE-1 five settings make a line: calls go to its exchange, without texts and machine detection, one a second', async () => {
  const config = await load({ ...LINE, PORT: '4000' })
  expect(config).toMatchObject({
    texts: false,
    machineDetection: false,
    callsPerSecond: 1,
    callbackUrl: 'http://127.0.0.1:4000',
    carrier: { callerNumbers: ['+49301234560'], apiUrl: 'http://127.0.0.1:3003', captions: false },
    line: {
      asterisk: { url: 'http://127.0.0.1:8088/ari', user: 'reveille', password: 'a password' },
      phones: { '+49301234561': 'PJSIP/601', '+49301234562': 'PJSIP/602' },
      dial: null,
      linesAtOnce: 2,
      exchange: { host: '127.0.0.1', port: 3003 },
    },
  })
})

test('LINE-1 the address may hold user and password, and the exchange may run elsewhere', async () => {
  const { ASTERISK_USER: _user, ASTERISK_PASSWORD: _password, ...rest } = LINE
  const settings = {
    ...rest,
    ASTERISK_URL: 'http://me:p%40ss@192.168.1.2:8088/ari',
    EXCHANGE_URL: 'http://192.168.1.3:3003',
    EXCHANGE_TOKEN: 'one token for every machine of it',
    CALLBACK_URL: 'http://192.168.1.4:3000/',
  }
  const config = await load(settings)
  expect(config.callbackUrl).toBe('http://192.168.1.4:3000')
  expect(config.line).toMatchObject({
    asterisk: { url: 'http://192.168.1.2:8088/ari', user: 'me', password: 'p@ss' },
    exchange: null,
  })
  expect(config.carrier.authToken).toBe('one token for every machine of it')
  const alone = loadLine(settings)
  expect(alone.line.exchange).toEqual({ host: '192.168.1.3', port: 3003 })
  expect([alone.carrier.accountSid, alone.callbackUrl]).toEqual([config.carrier.accountSid, config.callbackUrl])
})

test('LINE-1 OPS-10 a percent sign in a user or a password may stand for itself', async () => {
  const { ASTERISK_USER: _user, ASTERISK_PASSWORD: _password, ...rest } = LINE
  const config = await load({
    ...rest,
    ASTERISK_URL: 'http://me:100%{süre}%40@127.0.0.1:8088/ari',
    MAIL_URL: 'smtps://50%:a@mail.example',
  })
  expect(config.line?.asterisk).toMatchObject({ user: 'me', password: '100%{süre}@' })
  expect(config.mail?.url).toBe('smtps://50%:a@mail.example')
})

test.each([
  ['roles of their own', { ROLE: 'worker' }, /several machines also needs EXCHANGE_TOKEN and CALLBACK_URL\./],
  ['an exchange elsewhere', { EXCHANGE_URL: 'http://10.0.0.5:3003' }, /also needs EXCHANGE_TOKEN and CALLBACK_URL\./],
  [
    'an exchange across the internet',
    { ...SEVERAL, EXCHANGE_URL: 'http://198.51.100.7' },
    /EXCHANGE_URL must be in a private/,
  ],
  [
    'callbacks across the internet',
    { ...SEVERAL, CALLBACK_URL: 'http://wake.example' },
    /CALLBACK_URL must be in a private/,
  ],
])('LINE-10 a line on several machines with %s is refused with a message', async (_case, settings, message) => {
  await expect(load({ ...LINE, ...settings })).rejects.toThrow(message)
  expect(() => loadLine({ ...LINE, EXCHANGE_TOKEN: '', ...settings })).toThrow(message)
})

test.each([
  ['no user', { ASTERISK_USER: '' }, /ASTERISK_URL also needs ASTERISK_USER and ASTERISK_PASSWORD/],
  ['no number of its own', { LINE_NUMBER: '' }, /ASTERISK_URL also needs LINE_NUMBER/],
  ['nothing to dial', { ASTERISK_PHONES: '' }, /also needs ASTERISK_DIAL \(how to dial out\) or ASTERISK_PHONES/],
  [
    'a way to dial without a number',
    { ASTERISK_DIAL: 'PJSIP/trunk' },
    /ASTERISK_DIAL must look like PJSIP\/\{number\}@trunk/,
  ],
  [
    'a phone without an endpoint',
    { ASTERISK_PHONES: '+49301234561' },
    /ASTERISK_PHONES must look like \+49301234561=PJSIP/,
  ],
  [
    'a carrier beside it',
    { TWILIO_PHONE_NUMBER: '+12025550100' },
    /ASTERISK_URL and TWILIO_PHONE_NUMBER don't work together/,
  ],
  ['texts', { TEXTS: 'on' }, /TEXTS=on needs a carrier/],
  ['machine detection', { MACHINE_DETECTION: 'on' }, /MACHINE_DETECTION=on needs a carrier/],
  ["the carrier's voices", { SPEECH_ENGINE: 'carrier' }, /SPEECH_ENGINE=carrier needs a carrier/],
  ['a line without Asterisk', { ASTERISK_URL: '' }, /ASTERISK_USER needs ASTERISK_URL/],
])('LINE-1 %s is refused with a message', async (_case, settings, message) => {
  await expect(load({ ...LINE, ...settings })).rejects.toThrow(message)
})

test('LINE-1 LINE-8 production with a line needs no carrier and no mail server', async () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://wake.example',
    MAIL_URL: 'smtps://mail.example',
  }
  await expect(load({ ...production, ...LINE })).resolves.toMatchObject({ production: true, sandbox: null })
  const without = { ...production, ...LINE, MAIL_URL: '' }
  await expect(load(without)).resolves.toMatchObject({ mail: null, sandbox: null, signUp: 'invited' })
  await expect(load({ ...without, SIGN_UP: 'open' })).rejects.toThrow(
    /MAIL_URL=off and SIGN_UP=open don't work together/,
  )
  await expect(load({ ...production, ...LINE, PUBLIC_URL: '' })).rejects.toThrow(/required: PUBLIC_URL\./)
})

test('LINE-8 beside a line, one machine with the embedded database makes and keeps its secret; several must share one', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'reveille-line-secret-'))
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://wake.example', MAIL_URL: 'smtps://mail.example' }
  const secret = (more = {}) => loadConfig({ DATA_DIR: folder.path, ...production, ...LINE, ...more }).sessionSecret
  expect(secret()).toMatch(/^[0-9a-f]{64}$/)
  expect(secret()).toBe(secret())
  expect(() => secret({ DATABASE_URL: 'postgres://me@db.example/reveille' })).toThrow(/required: SESSION_SECRET\./)
})

test.each([
  ['http://192.168.1.10:3000', 'starts'],
  ['http://10.0.0.7', 'starts'],
  ['http://172.31.0.7', 'starts'],
  ['http://[fd00::7]:3000', 'starts'],
  ['http://reveille.local:3000', 'starts'],
  ['http://reveille.home.arpa', 'starts'],
  ['http://172.32.0.7', 'refused'],
  ['http://198.51.100.7', 'refused'],
  ['http://[2001:db8::7]', 'refused'],
  ['http://wake.example', 'refused'],
  ['http://local', 'refused'],
  ['http://home.arpa.example', 'refused'],
])('LINE-8 in production beside a line, PUBLIC_URL=%s %s', async (PUBLIC_URL, outcome) => {
  const production = { NODE_ENV: 'production', MAIL_URL: 'smtps://mail.example', PUBLIC_URL }
  const loaded = load({ ...production, ...LINE })
  if (outcome === 'refused') await expect(loaded).rejects.toThrow(/PUBLIC_URL must begin with https:\/\//)
  else
    await expect(loaded).resolves.toMatchObject({
      publicUrl: PUBLIC_URL,
      doubtful: [expect.stringMatching(/^PUBLIC_URL is http: .* no passkeys and no pages offline/)],
    })
  const carrier = {
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: '0'.repeat(32),
    TWILIO_PHONE_NUMBER: '+12025550100',
  }
  const others = { SESSION_SECRET: 'a secret of thirty-two characters', CONTACT_EMAIL: 'hello@wake.example' }
  await expect(load({ ...production, ...carrier, ...others })).rejects.toThrow(/PUBLIC_URL must begin with https:\/\//)
})
