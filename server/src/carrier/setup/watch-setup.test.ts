import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../test/harness/app/free-port.ts'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'
import { fakeCarrierAccount, OWN_NUMBER, VERIFY_SID } from '../../../test/harness/outside/carrier-account.ts'
import { loadConfig, type Config } from '../../platform/config/config.ts'
import { openLog } from '../../platform/process/logger.ts'
import { run } from '../../run.ts'

/** The settings of an installation whose carrier is this account. */
function settingsFor(account: Awaited<ReturnType<typeof fakeCarrierAccount>>, own: Record<string, string>) {
  return {
    TWILIO_API_URL: account.url,
    TWILIO_ACCOUNT_SID: account.accountSid,
    TWILIO_AUTH_TOKEN: account.state.token,
    TWILIO_PHONE_NUMBER: OWN_NUMBER,
    CALL_COUNTRIES: 'DE',
    ...own,
  }
}

test("CARRIER-3 a refused token shows in /readyz at once; a new installation won't start with it, one with schedules starts degraded", async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
  const [port, home] = [await freePort(), app.services.config]
  const publicUrl = `http://127.0.0.1:${port}`
  await using account = await fakeCarrierAccount(publicUrl)
  const { host, port: databasePort, user, database: name } = app.connection
  const config: Config = {
    ...loadConfig(
      settingsFor(account, {
        PORT: String(port),
        PUBLIC_URL: publicUrl,
        DATA_DIR: `${home.dataDir}/another`,
        MAIL_URL: app.sandbox.smtpUrl,
        DATABASE_URL: `postgres://${user}@localhost:${databasePort}/${name}?host=${host}`,
        ROLE: 'web',
        TWILIO_VERIFY_SERVICE_SID: VERIFY_SID,
      }),
    ),
    publicUrl,
  }
  const wrong = { ...config, carrier: { ...config.carrier, authToken: 'another' } }
  const start = (settings: Config) => run(settings, { log: openLog('silent'), webFolder: null })
  await expect(start(wrong)).rejects.toThrow(
    /^The carrier refuses the account \(HTTP 401\): copy its SID and auth token/,
  )

  const byKey = (secret: string) => ({
    ...config,
    carrier: { ...config.carrier, apiKey: { ...account.state.key, secret } },
  })
  await expect(start(byKey('revoked'))).rejects.toThrow(/^The carrier refuses the API key \(HTTP 401\)/)
  const limited = await start(byKey(account.state.key.secret)) // the key may not read the account
  await limited.stop()

  const second = { ...config, secondCarrier: wrong.carrier }
  await expect(start(second)).rejects.toThrow(/^Second carrier: .* into CARRIER_2_ACCOUNT_SID and CARRIER_2_AUTH_TOKEN/)

  account.state.verification.custom_code_enabled = false
  await expect(start(config)).rejects.toThrow(/^TWILIO_VERIFY_SERVICE_SID: custom codes are off/)

  const person = await app.person()
  await person.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC' })
  const ready = async () => {
    const answer = await fetch(`${publicUrl}/readyz`)
    return { status: answer.status, body: (await answer.json()) as { status: string; setup?: string[] } }
  }
  const isDegraded = {
    status: 200,
    body: { status: 'degraded', setup: expect.arrayContaining(['Account']) as string[] },
  }
  account.state.verification.custom_code_enabled = true
  const well = await start(config)
  await expect.poll(async () => (await ready()).body.setup).toEqual(['Public address']) // it has no certificate here
  account.state.token = 'changed since'
  await expect(well.services.carrier.fetchCall('CA1')).rejects.toThrow('401')
  await expect.poll(ready).toMatchObject(isDegraded) // long before the hourly check
  await well.stop()
  account.state.token = config.carrier.authToken

  const half = await start(second)
  await expect.poll(async () => (await ready()).body.setup).toContain('Second carrier: Account')
  expect((await ready()).body).toMatchObject({ status: 'degraded' })
  await half.stop()

  const running = await start(wrong)
  onTestFinished(() => running.stop())
  await expect.poll(ready).toMatchObject(isDegraded)
  expect(await running.services.metrics.text()).toContain('reveille_alarms_total{alarm="setup"} 2')
})
