import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { startPretendAsterisk } from '@reveille/exchange/testing/pretend-asterisk'
import { expect, test } from 'vitest'
import { loadConfig } from '../server/src/platform/config/config.ts'
import { readEnvironment } from '../server/src/platform/config/settings-file.ts'
import { freePort } from '../server/test/harness/app/free-port.ts'
import { startTestApp } from '../server/test/harness/app/start-test-app.ts'
import { fakeCarrierAccount, OWN_NUMBER } from '../server/test/harness/outside/carrier-account.ts'
import { repositoryRoot, withOwnPrograms } from './run-command.ts'

/** Answers the questions in order. */
async function setUp(answers: readonly string[], env: Record<string, string>) {
  const child = spawn('node', ['runtime/run.cjs', 'scripts/setup/setup.ts'], {
    cwd: repositoryRoot,
    env: { ...withOwnPrograms(), ...env },
  })
  child.stdin.end(answers.map((one) => `${one}\n`).join(''))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { stdout, stderr, exitCode: child.exitCode }
}

/** What was said after the question for a setting. */
const partOf = (stdout: string, name: string): string =>
  stdout.slice(stdout.indexOf(`\n${name}\n`)).split(/\n\n(?=[A-Z_]+\n|Written)/, 1)[0]!

test('OPS-10 setup asks for six settings of a carrier, says at once what is wrong with each, and writes a file that a start takes', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
  await using account = await fakeCarrierAccount(app.url)
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'reveille-setup-'))
  const { token } = account.state
  const env = {
    DATA_DIR: path.join(folder.path, 'data'),
    PORT: new URL(app.url).port,
    TWILIO_API_URL: account.url,
    CALL_COUNTRIES: 'DE',
  }
  const answers = [
    '3',
    '1',
    'http://wake.example',
    'http://127.0.0.1:1',
    app.url,
    '',
    account.accountSid,
    'wrong',
    token,
    '0123',
    '+12025550199',
    OWN_NUMBER,
    'smtp://127.0.0.1:1',
    app.sandbox.smtpUrl,
    'nobody',
    'me@wake.example',
  ]
  const { stdout, exitCode } = await setUp(answers, env)
  expect(exitCode).toBe(0)
  const ofUrl = partOf(stdout, 'PUBLIC_URL')
  expect(ofUrl).toContain('✗ PUBLIC_URL: In production the setting PUBLIC_URL must begin with https://')
  expect(ofUrl).toMatch(/✗ Product at its public address: http:\/\/127\.0\.0\.1:1\/healthz can't be reached/)
  expect(ofUrl).toContain('✓ Product at its public address: it answers')
  expect(partOf(stdout, 'TWILIO_ACCOUNT_SID')).toContain('It is needed.')
  expect(partOf(stdout, 'TWILIO_AUTH_TOKEN')).toMatch(
    /✗ Account: the carrier refuses it \(HTTP 401\)[^]*✓ Account: full and/,
  )
  const ofNumber = partOf(stdout, 'TWILIO_PHONE_NUMBER')
  expect(ofNumber).toContain('✗ TWILIO_PHONE_NUMBER: The setting TWILIO_PHONE_NUMBER must be a phone number')
  expect(ofNumber).toContain('✗ Number +12025550199: it does not belong to this account')
  expect(ofNumber).toContain(`✓ Number ${OWN_NUMBER}: calls and texts`)
  expect(partOf(stdout, 'MAIL_URL')).toMatch(/✗ Mail server: .+[^]*✓ Mail server: it takes our log-in/)
  expect(partOf(stdout, 'CONTACT_EMAIL')).toContain(
    '✗ CONTACT_EMAIL: The setting CONTACT_EMAIL must be an email address',
  )
  expect(stdout).toContain('on the same disk as the data: set BACKUP_DIR to another disk')

  const file = path.join(env.DATA_DIR, 'reveille.env')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const written = [
    `PUBLIC_URL=${app.url}`,
    `TWILIO_ACCOUNT_SID=${account.accountSid}`,
    `TWILIO_AUTH_TOKEN='${token}'`,
    `TWILIO_PHONE_NUMBER=${OWN_NUMBER}`,
    `MAIL_URL=${app.sandbox.smtpUrl}`,
    'CONTACT_EMAIL=me@wake.example',
  ]
  expect((await readFile(file, 'utf8')).trim().split('\n')).toEqual(written)
  const config = loadConfig(readEnvironment({ ...env, CONTACT_EMAIL: '', MAIL_URL: 'off' })) // the environment's settings win
  expect(config).toMatchObject({ production: true, contactEmail: 'me@wake.example', mail: null, signUp: 'invited' })

  account.state.type = 'Trial'
  const second = await setUp(['3', token.replace('the', 'no'), token, ''], env)
  expect(second.stdout).toContain('TWILIO_AUTH_TOKEN=…')
  expect(second.stdout).toMatch(/✗ Account: .*trial.*[^]*! Kept, although the check failed/i)
  expect((await readFile(file, 'utf8')).trim().split('\n')).toEqual(written)
  await setUp(['6', 'you@wake.example'], env)
  expect((await readFile(file, 'utf8')).trim().split('\n')).toEqual([
    ...written.slice(0, -1),
    'CONTACT_EMAIL=you@wake.example',
  ])
})

test('OPS-10 setup checks a line with Asterisk itself, offers usual values, and writes nothing before the last answer', async () => {
  await using asterisk = await startPretendAsterisk()
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'reveille-setup-'))
  asterisk.trunk.isUp = false
  const port = String(await freePort())
  const env = { DATA_DIR: folder.path, PORT: port, EXCHANGE_URL: `http://127.0.0.1:${await freePort()}` }
  const login = (url: string) => url.replace('//', '//reveille:secret@')
  const address = `http://127.0.0.1:${port}`
  const upToLine = [
    '2',
    address,
    asterisk.url,
    login('http://127.0.0.1:9/ari'),
    login(asterisk.url),
    'PJSIP/{number}@trunk',
    '',
    '',
  ]
  const unfinished = await setUp(upToLine, env)
  expect(unfinished).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('nothing was written') })
  await expect(stat(path.join(folder.path, 'reveille.env'))).rejects.toThrow('ENOENT')

  const { stdout, exitCode } = await setUp([...upToLine, '0301234', '+49301234560', '', ''], env)
  expect(exitCode).toBe(0)
  expect(partOf(stdout, 'PUBLIC_URL')).toContain('✓ Product at its public address: it answers') // by setup itself
  const ofAsterisk = partOf(stdout, 'ASTERISK_URL')
  expect(ofAsterisk).toContain('also needs ASTERISK_USER and ASTERISK_PASSWORD')
  expect(ofAsterisk).toMatch(/✗ Asterisk: it does not answer[^]*✓ Asterisk: version/)
  expect(partOf(stdout, 'ASTERISK_DIAL')).toMatch(/✗ Trunk trunk: it does not answer[^]*! Kept/)
  expect(partOf(stdout, 'LINE_NUMBER')).toContain('✗ LINE_NUMBER: The setting LINE_NUMBER must be a phone number')
  expect(partOf(stdout, 'MAIL_URL')).toContain('✓ Mail server: none, by MAIL_URL=off')
  expect(await readFile(path.join(folder.path, 'reveille.env'), 'utf8')).toBe(
    [
      `PUBLIC_URL=${address}`,
      `ASTERISK_URL=${login(asterisk.url)}`,
      'ASTERISK_DIAL=PJSIP/{number}@trunk',
      'ASTERISK_PHONES=',
      'LINE_NUMBER=+49301234560',
      'LINES_AT_ONCE=2',
      'MAIL_URL=off\n',
    ].join('\n'),
  )
  const { stdout: shown } = await setUp([''], env)
  expect(shown).toContain('ASTERISK_URL=http://reveille:…@')
})

test('OPS-10 LINE-1 setup of a house without a trunk asks for its phones and checks them', async () => {
  await using asterisk = await startPretendAsterisk()
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'reveille-setup-'))
  const port = String(await freePort())
  const env = { DATA_DIR: folder.path, PORT: port, EXCHANGE_URL: `http://127.0.0.1:${await freePort()}` }
  const login = asterisk.url.replace('//', '//reveille:secret@')
  const phones = '+49301234561=PJSIP/601'
  asterisk.trunk.isUp = false
  const answers = [
    '2',
    `http://127.0.0.1:${port}`,
    login,
    'PJSIP/{number}@trunk',
    '-',
    '',
    phones,
    '+49301234560',
    '',
    '',
  ]
  const { stdout, exitCode } = await setUp(answers, env)
  expect(exitCode).toBe(0)
  expect(partOf(stdout, 'ASTERISK_DIAL')).toMatch(/✗ Trunk trunk: .*[^]*\(Enter keeps it as it is, - leaves it out\)/)
  expect(partOf(stdout, 'ASTERISK_PHONES')).toMatch(/also needs ASTERISK_DIAL[^]*✓ Phone \+49301234561 \(PJSIP\/601\)/)
  const { line } = loadConfig(readEnvironment(env))
  expect(line).toMatchObject({ dial: null, phones: { '+49301234561': 'PJSIP/601' } })
})
