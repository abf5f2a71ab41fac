import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Call } from '@reveille/contract/calls'
import { faults, handset } from '@reveille/exchange/testing/handset'
import { expect, test } from 'vitest'
import { listStopped } from '../server/src/operators/lists.sql.ts'
import { startTexts } from '../server/src/people/opt-outs.sql.ts'
import { startTestApp, type TestApp } from '../server/test/harness/app/start-test-app.ts'
import { startTwoCarriers } from '../server/test/harness/app/start-two-carriers.ts'
import { mailedCode, turnCallsOn, visitor } from '../server/test/harness/app/visitor.ts'
import { findCommand, helpOf, overview } from './ops/commands.ts'
import { runCommand, repositoryRoot } from './run-command.ts'

const EMAIL = 'sleeper@example.com'

const doing = ({ services }: TestApp) => ({ services, retry: async () => undefined })

/** Runs an ops command in this process, on the product's database. */
async function act(app: TestApp, name: string, ...args: string[]): Promise<string> {
  const command = findCommand(name)!
  const refusal = command.refuse(args)
  if (refusal !== null) return refusal
  return (await command.act(doing(app), args)).lines.join('\n')
}

test('OPS-3 an operator can block and unblock a number, but not undo a stop by its holder', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:00:00+01:00' })
  const person = await app.person({ email: EMAIL })
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin' })
  const tomorrow = /^1 first calls in 1 minutes.*\n2027-01-15T05:30:00\.000Z {2}1$/
  expect(await act(app, 'tomorrow')).toMatch(tomorrow)
  await app.clock.advance({ minutes: 15 }) // it's planned now
  expect(await act(app, 'tomorrow')).toMatch(tomorrow)
  expect(await act(app, 'block', person.phone)).toContain('No call or text goes to this number anymore.')
  expect(await act(app, 'why', EMAIL)).toContain('calls to the number are stopped')
  await app.clock.advance({ minutes: 40 })
  expect((await app.carrierLog()).map(({ kind }) => kind)).toEqual(['mail-received'])
  expect(await act(app, 'unblock', person.phone)).toContain('The block is lifted.')
  expect(await act(app, 'why', person.phone)).toContain('can be called now')

  await person.send('PUT', '/api/account/consents', { calls: false })
  expect(await act(app, 'why', person.phone)).toContain('calls to the number are stopped')
  expect(await act(app, 'unblock', person.phone)).toContain('Nothing to lift')
  expect(await act(app, 'block', person.phone)).toContain('No call or text')
  await act(app, 'unblock', person.phone)
  expect(await act(app, 'why', person.phone)).toContain('calls to the number are stopped')

  const nobodys = '+12025550123'
  expect(await act(app, 'block', nobodys)).toContain('no account has it')
  expect(await act(app, 'unblock', nobodys)).toContain('The block is lifted.')
  expect(await listStopped(app.services.db, nobodys)).toEqual([])
  for (const slip of ['+1202555012', '+120255501234', '+49301'])
    expect(await act(app, 'block', slip)).toContain('No phone can have this number')
  const { body } = await person.get('/api/account/activity')
  expect(JSON.stringify(body)).toMatch(
    /Support allowed contact with your number again.*Support stopped all contact with your number/,
  )
})

test('OPS-3 CALL-7 unblocking a number leaves a stop that its holder made after turning calls back on', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:00:00+01:00' })
  const person = await app.person({ email: EMAIL })
  await act(app, 'block', person.phone)
  await startTexts(app.services.db, app.services.config, person.phone)
  expect((await turnCallsOn(app, person)).status).toBe(200)
  await app.clock.advance({ minutes: 1 })
  await person.send('PUT', '/api/account/consents', { calls: false })
  await act(app, 'unblock', person.phone)
  expect(await listStopped(app.services.db, person.phone)).toEqual(['calls'])
})

test('CARRIER-13 an operator turns one carrier off and on, never both, and never one that is not set', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
  const { config } = app.services
  const none = 'There is no second carrier: set CARRIER_2_ACCOUNT_SID (docs/carrier.md).'
  for (const args of [[], ['off', '1'], ['off', '2'], ['on', '2']])
    expect(await act(app, 'carrier', ...args)).toBe(none)
  for (const wrong of [['off'], ['off', '3'], ['stop', '1'], ['1', 'off'], ['off', '1', '2']])
    expect(findCommand('carrier')!.refuse(wrong)).toBe('Name off or on, and 1 or 2.')
  Object.assign(config, { secondCarrier: { ...config.carrier, callerNumbers: ['+13105550122'] } })
  const first = `Carrier 1, which calls from ${config.carrier.callerNumbers[0]}: `
  const second = 'Carrier 2, which calls from +13105550122: '
  expect(await act(app, 'carrier')).toBe(`${first}in use\n${second}in use`)
  const off = `${first}off since 2027-01-15T06:00:00.000Z\n${second}in use`
  expect(await act(app, 'carrier', 'off', '1')).toBe(off)
  await app.clock.advance({ minutes: 1 })
  expect(await act(app, 'carrier', 'off', '1')).toBe(off)
  const { lines, isUnfound } = await findCommand('carrier')!.act(doing(app), ['off', '2'])
  expect([lines, isUnfound]).toEqual([['Carrier 1 is off, so nobody would be called: turn it on first.'], true])
  const { did } = await findCommand('carrier')!.act(doing(app), ['on', '1'])
  expect(did).toBe('carrier on 1') // in the operators' log
  expect(await act(app, 'carrier')).toBe(`${first}in use\n${second}in use`)
})

test('CARRIER-12 CARRIER-13 OPS-2 with the first carrier off or refusing, the second one calls; the history and why say so', async () => {
  await using carriers = await startTwoCarriers({ now: '2027-01-15T06:29:50Z' })
  const { app, second } = carriers
  const person = await app.person({ email: EMAIL })
  const phone = await handset(second.url, person.phone)
  const daily = { timezone: 'Etc/UTC', callRetry: false }
  for (const wakeupTime of ['06:30', '06:50']) await person.schedule({ ...daily, wakeupTime })
  /** What the history says of the call that the second carrier makes in this time. */
  const answered = async (passed: { minutes?: number; seconds: number }) => {
    await app.clock.advance(passed)
    const ring = await phone.expectCall()
    await ring.pickUp()
    await ring.press('1')
    await app.clock.advance({ seconds: 5 })
    expect(await act(app, 'why', EMAIL)).toContain(`${ring.sid} at carrier 2`)
    const [call] = await person.history()
    expect(call).toMatchObject({ carrier: 2, status: 'completed' })
    const { body } = await person.get<{ call: Call; timeline: { what: string }[] }>(`/api/call/${call!.id}`)
    return body.timeline.map(({ what }) => what)
  }
  await act(app, 'carrier', 'off', '1')
  expect((await answered({ seconds: 11 })).slice(0, 3)).toEqual([
    'Scheduled',
    "Called by our second carrier, because the first one wasn't available",
    'Accepted by the phone network',
  ])
  await act(app, 'carrier', 'on', '1')
  await faults(app.sandbox.url).add({ fault: 'refuse', status: 401, code: 20003, times: null })
  expect((await answered({ minutes: 20, seconds: 0 })).slice(0, 5)).toEqual([
    'Scheduled',
    'Call sent to the phone network',
    "The phone network couldn't take the call yet",
    'Called by our second carrier, because the first one refused',
    'Accepted by the phone network',
  ])
})

test('OPS-3 an operator can resend a code, request an archive and delete an account', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:00:00+01:00' })
  const person = await app.person({ email: EMAIL })
  expect(await act(app, 'resend', EMAIL)).toContain('No code is open for this address')
  const browser = visitor(app)
  const first = await mailedCode(app, browser, EMAIL)
  expect(await act(app, 'resend', 'Sleeper@Example.COM')).toContain('A new login code is on its way')
  await app.clock.advance({ seconds: 1 })
  expect((await app.mailbox.mails(EMAIL)).filter(({ subject }) => subject.includes('code'))).toHaveLength(2)
  expect((await browser.post('/api/auth/login', { email: EMAIL, otp: first })).status).toBe(400)
  expect(await act(app, 'export', EMAIL)).toContain('The archive is being made')
  expect(await act(app, 'delete', EMAIL)).toBe('Name one email address and add --yes.')
  expect(await act(app, 'delete', 'Sleeper@Example.COM', '--yes')).toContain('deleted. Its owner was emailed')
  expect((await person.get('/api/account')).status).toBe(401)
  expect(await act(app, 'why', EMAIL)).toContain('No account has this email address or number')
  expect(await act(app, 'doubts')).toBe('No call is in doubt.')
  expect(await act(app, 'requeue')).toBe('No job was given up in the last hour.')
})

test('OPS-3 each command has its help, refuses wrong arguments, and is logged', async () => {
  const names = [...overview().matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name!)
  expect(names).toEqual([
    'why',
    'doubts',
    'tomorrow',
    'carrier',
    'block',
    'unblock',
    'resend',
    'export',
    'delete',
    'welcome',
    'owner',
    'link',
    'requeue',
  ])
  for (const name of names) expect(helpOf(findCommand(name)!)).toContain(`npm run ops -- ${name}`)
  for (const date of ['2027-13-01', '2027-02-30'])
    expect(findCommand('why')!.refuse([EMAIL, date])).toBe('The date must look like 2027-01-15.')
  expect(findCommand('block')!.refuse(['555'])).toBe('Name one number, such as +12025550123.')

  await using app = await startTestApp({ now: '2027-01-15T06:00:00+01:00' })
  const person = await app.person({ email: EMAIL })
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ops-'))
  const { host, port, user, database } = app.connection as Record<string, string>
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host!)}${port === undefined ? '' : `&port=${port}`}`
  const ops = (...args: string[]) =>
    runCommand('node', ['runtime/run.cjs', 'scripts/ops/operate.ts', ...args], repositoryRoot, {
      DATA_DIR: dataDir,
      DATABASE_URL: url,
    })
  expect(await ops('block', '555')).toMatchObject({ exitCode: 1, output: expect.stringContaining('Name one number') })
  for (const [name, ...args] of [
    ['why', 'nobody@example.com'],
    ['export', 'nobody@example.com'],
    ['resend', '+12025550199'],
  ]) {
    const { lines, isUnfound } = await findCommand(name!)!.act(doing(app), args)
    expect([lines[0], isUnfound]).toEqual([expect.stringMatching(/^No (account|code) /), true])
  }
  const unknown = await ops('delete', 'nobody@example.com', '--yes')
  expect(unknown).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/^No account /) })
  await rm(path.join(dataDir, 'operators.log'))
  expect(await ops('why', EMAIL)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('this account has no schedule'),
  })
  const kept = JSON.parse(await readFile(path.join(dataDir, 'operators.log'), 'utf8')) as unknown
  expect(kept).toEqual({ at: expect.any(String), by: expect.any(String), act: 'why', userIds: [person.userId] })
  await rm(dataDir, { recursive: true })
})
