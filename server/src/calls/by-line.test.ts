import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLineExchange } from '@reveille/exchange/line-exchange'
import { startPretendAsterisk } from '@reveille/exchange/testing/pretend-asterisk'
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
  const app = started.use(await startTestApp({ now: '2027-01-15T06:00:00+01:00', settings }))
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
  let calls = 0
  return {
    app,
    asterisk,
    /** The next call, once Asterisk dials it. */
    async dialed() {
      const call = await until(() => asterisk.created[calls])
      await until(() => asterisk.asked.includes(`POST /channels/${call.id}/dial`))
      calls++
      return call
    },
    /** Picks up, and presses each of these until the product has heard it; a task is answered. */
    async answer(id: string, ...presses: (string | 'task')[]) {
      asterisk.rings(id)
      asterisk.answers(id)
      const row = app.services.db.selectFrom('calls').where('carrier_call_id', '=', id)
      const heard = async () => {
        const events = row.innerJoin('call_events', 'call_events.call_id', 'calls.id').select('call_events.kind')
        return (await events.execute()).filter(({ kind }) => /^(key-|task-asked|answer-right)/.test(kind)).length
      }
      for (const press of presses) {
        const before = await heard()
        await until(async () => {
          const { tasks, task_round } = await row.select(['tasks', 'task_round']).executeTakeFirstOrThrow()
          const task = tasks[task_round - 1]
          const sum = task?.kind === 'sum' ? String(task.a + task.b) : ''
          const digits = press !== 'task' ? press : task?.kind === 'digits' ? task.digits : sum
          for (const digit of digits) asterisk.press(id, digit)
          return (await heard()) > before
        }, 1_000)
      }
      await until(() => !asterisk.channels.has(id)) // the product hangs up
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

const until = <T>(look: () => T | Promise<T>, interval = 50) => vi.waitUntil(look, { timeout: 60_000, interval })

test('LINE-2 LINE-3 CALL-5 I5 a call due while the trunk is down is retried for ten minutes, never rings, and is reported to its person', async () => {
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
    await until(async () => (await open()).length === 0)
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

const MORNING = { wakeupTime: '06:30', timezone: 'Europe/Berlin' }

test('LINE-1 WAKE-2 CALL-10 over our own line, 2 snoozes and the phone rings again; 1 completes it', async () => {
  await using line = await startOnLine()
  const person = await line.app.person({ phone: '+4915155569001' })
  await person.schedule({ ...MORNING, snoozeMinutes: 5 })
  await line.app.clock.advance({ minutes: 30 })
  const first = await line.dialed()
  expect(first.endpoint).toBe('PJSIP/+4915155569001@trunk')
  await line.answer(first.id, '2')
  await line.app.clock.advance({ minutes: 4 })
  expect(line.asterisk.created).toHaveLength(1)
  await line.app.clock.advance({ minutes: 2 })
  await line.answer((await line.dialed()).id, '1')
  expect((await person.history()).map(({ kind, status }) => [kind, status])).toEqual([
    ['snooze', 'completed'],
    ['first', 'completed'],
  ])
})

test('LINE-1 WAKE-4 over our own line, Firm takes the digits that it says, and Strict checks again ten minutes later', async () => {
  await using line = await startOnLine()
  const person = await line.app.person({ phone: '+4915155569001' })
  await person.schedule({ ...MORNING, proof: 'strict' })
  await line.app.clock.advance({ minutes: 30 })
  const first = await line.dialed()
  await line.answer(first.id, '1', 'task')
  await line.app.clock.advance({ minutes: 11 })
  const second = await line.dialed()
  await line.answer(second.id, '1', 'task')
  expect((await person.history()).map(({ kind, status }) => [kind, status])).toEqual([
    ['second-check', 'completed'],
    ['first', 'completed'],
  ])
})

test('LINE-3 WAKE-13 over our own line, a number that does not exist leads to the second number', async () => {
  await using line = await startOnLine()
  const person = await line.app.person({ phone: '+4915155569001', secondPhone: '+4915155569002' })
  await person.schedule(MORNING)
  await line.app.clock.advance({ minutes: 30 })
  const first = await line.dialed()
  line.asterisk.ends(first.id, 1, 404)
  await until(async () => (await person.history())[0]?.status === 'failed')
  await line.app.clock.advance({ minutes: 1 })
  const second = await line.dialed()
  expect(second.endpoint).toBe('PJSIP/+4915155569002@trunk')
  await line.answer(second.id, '1')
  expect((await person.history())[0]).toMatchObject({ status: 'completed' })
})
