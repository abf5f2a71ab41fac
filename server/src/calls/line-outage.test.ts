import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLineExchange } from '@reveille/phone-sandbox/line-exchange'
import { startPretendAsterisk } from '@reveille/phone-sandbox/testing/pretend-asterisk'
import { expect, test, vi } from 'vitest'
import { freePort } from '../../test/harness/app/free-port.ts'
import { ON_A_LINE, startTestApp } from '../../test/harness/app/start-test-app.ts'

const MINUTE_MS = 60_000

/** The product with a telephone line, whose exchange has the product's clock and a pretend Asterisk. */
async function startOnLine() {
  const started = new AsyncDisposableStack()
  const asterisk = started.use(await startPretendAsterisk())
  const port = await freePort()
  const token = 'one token for this test and its exchange'
  const settings = {
    ...ON_A_LINE,
    ASTERISK_URL: asterisk.url.replace('//', '//reveille:secret@'),
    ASTERISK_PHONES: '',
    ASTERISK_DIAL: 'PJSIP/{number}@trunk',
    EXCHANGE_URL: `http://127.0.0.1:${port}`,
    EXCHANGE_TOKEN: token,
  }
  const app = started.use(await startTestApp({ unheard: true, now: '2027-01-15T06:00:00+01:00', settings }))
  const folder = started.use(await mkdtempDisposable(join(tmpdir(), 'reveille-line-outage-')))
  const { carrier, line } = app.services.config
  const { exchange: _here, ...options } = line!
  started.use(
    await startLineExchange({
      ...options,
      host: '127.0.0.1',
      port,
      accountSid: carrier.accountSid,
      authToken: token,
      dataDir: folder.path,
      voiceUrl: null,
      warn: () => {},
      now: () => app.clock.now(),
    }),
  )
  return { app, asterisk, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

test('LINE-2 LINE-3 CALL-5 a trunk that is down for eleven minutes over the due time: tried all along, never rung, and the person is told', async () => {
  await using line = await startOnLine()
  const { app, asterisk } = line
  const person = await app.person({ email: 'sleeper@example.com' })
  await person.schedule({ wakeupTime: '06:30', timezone: 'Europe/Berlin', callRetry: false })
  asterisk.trunk.isUp = false
  await app.clock.advance({ minutes: 30 })
  const dueAt = app.clock.now()
  const open = () =>
    app.services.db.selectFrom('calls').select('id').where('stage', 'in', ['placed', 'dialling']).execute()
  while (app.clock.now() < dueAt + 11 * MINUTE_MS) {
    // The exchange lives in real time.
    await vi.waitUntil(async () => (await open()).length === 0, { timeout: 30_000 })
    await app.clock.advance({ seconds: 15 })
  }
  asterisk.trunk.isUp = true
  await app.clock.advance({ minutes: 30 })
  const created = asterisk.asked.filter((what) => what === 'POST /channels/create')
  expect(created.length).toBeGreaterThan(20)
  expect(asterisk.asked.filter((what) => what.endsWith('/dial'))).toEqual([])
  const [last] = await person.history()
  expect(last).toMatchObject({
    status: 'failed',
    reason: "Every phone line was in use, so we couldn't place this call within 10 minutes of its time",
  })
  expect((await app.mailbox.expectMail('sleeper@example.com')).subject).toMatch(/^We couldn.t place your call/)
})
