import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { carrierLog } from '@reveille/exchange/testing/handset'
import pino from 'pino'
import { expect, test } from 'vitest'
import { TestClock } from '../test/harness/app/test-clock.ts'
import { putPlannedCalls } from '../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../test/harness/database/test-database.ts'
import { startTestCarrier } from '../test/harness/outside/test-carrier.ts'
import { loadConfig } from './platform/config/config.ts'
import { joinServices } from './services.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const SECOND_NUMBER = '+12025550101'
const FIREBASE = { FIREBASE_API_KEY: 'key', FIREBASE_AUTH_DOMAIN: 'a.example', FIREBASE_PROJECT_ID: 'reveille' }

/** A database, the sandbox as carrier, and services as each process joins them. */
async function start() {
  await using begun = new AsyncDisposableStack()
  const database = begun.use(await createTestDatabase())
  const folder = begun.use(await mkdtempDisposable(join(tmpdir(), `reveille-test-${process.pid}-`)))
  const carrier = await startTestCarrier({ dataDir: null, moreNumbers: [SECOND_NUMBER] })
  begun.defer(() => carrier.close())
  const { accountSid, authToken, apiUrl, phoneNumber, smtpUrl, url } = carrier.sandbox
  const settings = {
    DATA_DIR: folder.path,
    PUBLIC_URL: 'https://wake.example',
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_API_URL: apiUrl,
    TWILIO_PHONE_NUMBER: `${phoneNumber},${SECOND_NUMBER}`,
    MAIL_URL: smtpUrl,
  }
  const owned = begun.move()
  return {
    db: database.db,
    join: (more: Record<string, string> = {}) =>
      joinServices(
        loadConfig({ ...settings, ...more }),
        database.connection,
        pino({ level: 'silent' }),
        new TestClock(NOW),
      ),
    created: async () => (await carrierLog(url)).filter(({ kind }) => kind === 'call-created'),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

test('CARRIER-6 OPS-2 services share one database until it is closed', async () => {
  await using started = await start()
  const { db, join: joinOne, created } = started
  await putPlannedCalls(db, { count: 1, dueAt: NOW - 60_000 })
  const { services, close } = await joinOne()

  // The carrier calls from the number the person knows.
  const [{ phone }] = (await db.selectFrom('users').select('phone').execute()) as [{ phone: string }]
  await db.updateTable('users').set({ caller_number: SECOND_NUMBER }).execute()
  await services.carrier.placeCall({ to: phone, token: 'token', machineDetection: false, record: false })
  expect(await created()).toMatchObject([{ to: phone, from: SECOND_NUMBER }])

  expect(new Set(Array.from({ length: 200 }, () => services.randomInt(3)))).toEqual(new Set([0, 1, 2]))

  const gauges = await services.metrics.text()
  for (const line of ['reveille_database_up 1', 'reveille_call_overdue_seconds 60']) expect(gauges).toContain(line)
  await close()
  expect(await services.metrics.text()).toContain('reveille_database_up 0')
})

test('PHONE-4 PHONE-5 a Firebase provider exists only where it is configured', async () => {
  await using started = await start()
  const [usual, other] = [await started.join(), await started.join(FIREBASE)]
  expect([usual.services.phoneProvider, other.services.phoneProvider]).toEqual([null, expect.anything()])
  await Promise.all([usual.close(), other.close()])
})

test('DASH-10 a change in one process reaches another that listens', async () => {
  await using started = await start()
  const [here, there] = [await started.join(), await started.join()]
  const others = await there.hearOthers()
  const heard = Promise.withResolvers<string>()
  there.services.live.subscribe(7, heard.resolve)
  here.services.live.publish(7, 'calls')
  expect(await heard.promise).toBe('calls')
  await others.close()
  await Promise.all([here.close(), there.close()])
})
