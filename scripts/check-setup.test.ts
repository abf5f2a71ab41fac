import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { faults } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import { startTestApp } from '../server/test/harness/app/start-test-app.ts'
import { fakeCarrierAccount, OWN_NUMBER } from '../server/test/harness/outside/carrier-account.ts'
import { repositoryRoot, runCommand } from './run-command.ts'

test('CARRIER-1 CARRIER-2 check-setup reports what prevents a call, and --fix fixes the carrier’s settings', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
  await using account = await fakeCarrierAccount(app.url)
  account.state.number['sms_url'] = 'https://old.example/sms'
  const dataDir = await mkdtemp(path.join(tmpdir(), 'check-setup-'))
  const check = (...args: string[]) =>
    runCommand('node', ['runtime/run.cjs', 'scripts/setup/check-setup.ts', ...args], repositoryRoot, {
      DATA_DIR: dataDir,
      PUBLIC_URL: app.url,
      MAIL_URL: app.sandbox.smtpUrl,
      TWILIO_API_URL: account.url,
      TWILIO_ACCOUNT_SID: account.accountSid,
      TWILIO_AUTH_TOKEN: account.state.token,
      TWILIO_PHONE_NUMBER: OWN_NUMBER,
      CALL_COUNTRIES: 'DE',
    })
  const first = await check()
  expect(first.stdout).toContain('✗ Texts to us: they go to https://old.example/sms')
  expect(first.stdout).toContain('(or run this with -- --fix)')
  expect(first.stdout).toContain("✗ Callbacks: the carrier's signatures are refused (HTTP 403)") // the token differs
  expect(account.changes).toEqual([])
  account.state.token = app.sandbox.authToken
  const { stdout, exitCode } = await check('--fix')
  await rm(dataDir, { recursive: true })
  const lines = stdout.split('\n')
  for (const what of [
    'Account',
    'Money',
    'Texts to us',
    'Product at its public address',
    'Callbacks',
    'Mail server',
    'Storage',
    'Speech',
    'Zone data',
  ])
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^✓ ${what}: `)))
  expect(stdout).toContain('! Backup: none was taken yet')
  // Tests have no certificate.
  expect(lines.filter((line) => line.startsWith('✗'))).toEqual([expect.stringMatching(/^✗ Public address: /)])
  expect(stdout).toMatch(/\n1 of \d+ must be fixed first\.\n$/)
  expect(exitCode).toBe(1)
})

test('CARRIER-1 check-setup can call and text a real phone, and reports how both ended', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
  const dataDir = await mkdtemp(path.join(tmpdir(), 'check-setup-'))
  const [phone, refused] = ['+12025550141', '+12025550142']
  const handset = await app.phone(phone)
  await faults(app.sandbox.url).add({ fault: 'refuse', code: 21211, to: refused })
  const check = (...args: string[]) =>
    runCommand('node', ['runtime/run.cjs', 'scripts/setup/check-setup.ts', ...args], repositoryRoot, {
      DATA_DIR: dataDir,
      PUBLIC_URL: app.url,
      MAIL_URL: app.sandbox.smtpUrl,
      TWILIO_API_URL: app.sandbox.apiUrl,
      TWILIO_ACCOUNT_SID: app.sandbox.accountSid,
      TWILIO_AUTH_TOKEN: app.sandbox.authToken,
      TWILIO_PHONE_NUMBER: app.sandbox.phoneNumber,
    })
  const trying = check('--call', phone, '--text', phone)
  await (await handset.expectCall()).pickUp()
  const { stdout } = await trying
  expect(stdout).toContain(`✓ Call to ${phone}: it rang, and was picked up`)
  expect(stdout).toContain(`✓ Text to ${phone}: it arrived`)
  expect((await handset.expectText()).body).toBe('Reveille: this is a test. Texts reach this phone.')
  expect((await check('--call', refused)).stdout).toMatch(
    /✗ Call to \+12025550142: the carrier refuses it: .+ \(21211\)/,
  )
  expect(await check('--call', '0151 234')).toMatchObject({ exitCode: 1, stdout: '' })
  await rm(dataDir, { recursive: true })
})

test.for([
  ['an unknown option', ['setup/check-setup.ts', '--mend'], {}, /^Unknown option '--mend'/],
  ['a wrong setting', ['voices/check-voices.ts'], { PORT: 'x' }, /^The setting PORT must be/],
  ['a missing option', ['voices/render-voices.ts'], {}, /^The folder and the license of the clips are required/],
] as const)('OPS-5 %s ends a command with one line', async ([, [script, ...args], settings, line]) => {
  const { output, exitCode } = await runCommand('node', [`scripts/${script}`, ...args], repositoryRoot, settings)
  expect(output.trimEnd().split('\n')).toEqual([expect.stringMatching(line)])
  expect(exitCode).toBe(1)
})
