import { once } from 'node:events'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PRERENDERED } from '@reveille/contract/pages'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { signatureOf } from '../../src/carrier/twilio/signature.ts'
import { inTransaction, type Tx } from '../../src/platform/database/transaction.ts'
import type { Answer } from '../harness/app/person.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { visitor } from '../harness/app/visitor.ts'

const NOW = '2027-01-15T06:00:00Z'

/** Sends this many requests at once, as any visitor. */
const places = (count: number) => ({ mostRequestsAtOnce: { all: count, network: count, person: count } })

/**
 * How the server refuses on arrival: at once, in its own words. A request that is admitted and then times out waiting
 * for the database also gets a 503, many seconds later.
 */
async function expectShed(asked: Promise<Pick<Response, 'status' | 'headers'>>): Promise<void> {
  const { status, headers } = await asked
  expect([status, headers.get('retry-after')]).toEqual([503, '1'])
}

/** A callback about an unknown call. */
function report(app: TestApp): Promise<Response> {
  const url = `${app.url}/callbacks/status/unknown`
  const form = { CallSid: 'CA1', CallStatus: 'completed' }
  const headers = { 'x-twilio-signature': signatureOf(app.sandbox.authToken, url, form) }
  return fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })
}

/** Resolves when this many connections wait for a lock. */
async function untilWaiting(app: TestApp, count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(app.services.db)
    if (rows[0]!.waiting >= count) return
  }
}

test('S49 requests beyond the limit are told to come back, and carrier callbacks are always served', async () => {
  await using app = await startTestApp({ now: NOW, limits: places(3) })
  const person = await app.person()
  const slow: Promise<number>[] = []
  await inTransaction(app.services.db, async (tx) => {
    await sql`lock table schedules in access exclusive mode`.execute(tx)
    for (let n = 0; n < 3; n++) slow.push(person.get('/api/schedule').then(({ status }) => status))
    await untilWaiting(app, 3)
    const refused = person.get<{ message: string }>('/api/auth/check')
    await expectShed(refused)
    expect((await refused).body.message).toContain('try again in a moment')
    expect((await report(app)).status).toBe(204)
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  })
  expect(await Promise.all(slow)).toEqual([200, 200, 200])
  expect((await person.get('/api/auth/check')).status).toBe(200)
})

/** Announces a body, sends one byte and stops. Resolves when the server has begun the request. */
async function sendSlowly(app: TestApp, cookie: string): Promise<{ cutOff: Promise<string> }> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.setEncoding('utf8').on('error', () => undefined)
  const lines = [
    'PATCH /api/account HTTP/1.1',
    `host: ${hostname}`,
    `origin: ${app.url}`,
    `cookie: ${cookie}`,
    'content-type: application/json',
    'content-length: 60',
    'expect: 100-continue',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n{`)
  // A connection that ends without a response fails the test instead of hanging it.
  const [begun = ''] = (await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [])])) as [string?]
  expect(begun).toContain('100 Continue')
  let answer = begun
  socket.on('data', (text: string) => (answer += text))
  return { cutOff: once(socket, 'close').then(() => answer) }
}

test("S56 S51 bodies that never arrive take nobody's place and are cut off", async () => {
  await using app = await startTestApp({ now: NOW, limits: places(3) })
  const person = await app.person()
  let pending = 10
  const slow: Promise<string>[] = []
  for (let n = 0; n < 10; n++) slow.push((await sendSlowly(app, person.cookie)).cutOff.finally(() => pending--))
  const status = async () => (await person.get('/api/auth/check')).status
  // While the last one is looked up it takes a place, like any request.
  await expect.poll(status).toBe(200)
  for (let n = 0; n < 5; n++) expect(await status()).toBe(200)
  expect(pending).toBeGreaterThanOrEqual(3)
  for (const answer of await Promise.all(slow)) expect(answer).toContain(' 408 ')
})

test('S49 S51 a body that never arrives does not delay shutdown', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const { cutOff } = await sendSlowly(app, person.cookie)
  await app.restart()
  expect(await cutOff).toMatch(/^HTTP\/1\.1 100 Continue\s*$/) // it had no effect
  expect((await person.get('/api/auth/check')).status).toBe(200)
})

test('S49 S56 a request whose body has arrived takes a place like any other', async () => {
  await using app = await startTestApp({ now: NOW, limits: places(3) })
  const person = await app.person()
  const rename = () => person.send('PATCH', '/api/account', { name: 'Robin' })
  const slow: Promise<Answer>[] = []
  await inTransaction(app.services.db, async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`select 1 from users where id = ${person.userId} for update`.execute(tx)
    for (let n = 0; n < 3; n++) slow.push(rename())
    await untilWaiting(app, 3)
    await expectShed(rename())
  })
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200, 200])
})

test('S56 a network gets at most two fifths of the places, and others get theirs', async () => {
  const settings = { LIMIT_REQUESTS_AT_ONCE: '4', TRUST_PROXY: 'on' }
  await using app = await startTestApp({ now: NOW, settings, limits: { mostRequestsAtOnce: { person: 4 } } })
  const { cookie } = await app.person()
  const get = (path: string, ip: string) => fetch(app.url + path, { headers: { cookie, 'x-forwarded-for': ip } })
  const slow: Promise<Response>[] = []
  await inTransaction(app.services.db, async (tx) => {
    await sql`lock table schedules in access exclusive mode`.execute(tx)
    for (let n = 0; n < 2; n++) slow.push(get('/api/schedule', `2001:db8::${n}`))
    await untilWaiting(app, 2)
    await expectShed(get('/api/auth/check', '2001:db8::3'))
    expect((await get('/api/auth/check', '203.0.113.1')).status).toBe(200)
  })
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200])
})

test('S56 mass sign-ins by strangers leave half of the places to signed-in people', async () => {
  await using app = await startTestApp({ now: NOW, limits: places(4) })
  const person = await app.person()
  const signIn = (n: number) =>
    visitor(app).post('/api/auth/login', { email: `made-up-${n}@example.com`, otp: '000000' })
  const slow: Promise<number>[] = []
  await inTransaction(app.services.db, async (tx) => {
    await sql`lock table one_time_codes in access exclusive mode`.execute(tx)
    for (let n = 0; n < 2; n++) slow.push(signIn(n).then(({ status }) => status))
    await untilWaiting(app, 2)
    await expectShed(signIn(2))
    expect((await person.get('/api/schedule')).status).toBe(200)
  })
  expect(await Promise.all(slow)).toEqual([400, 400])
})

test.each(['sessions', 'schedules'])(
  'S56 a flooding account gets a fifth of the places, from any number of networks (waiting for its %s)',
  async (table) => {
    const settings = { LIMIT_REQUESTS_AT_ONCE: '10', TRUST_PROXY: 'on' }
    await using app = await startTestApp({ now: NOW, settings })
    const [account, bystander] = [await app.person(), await app.person()]
    const get = ({ cookie }: { cookie: string }, n: number) =>
      fetch(`${app.url}/api/schedule`, { headers: { cookie, 'x-forwarded-for': `203.0.113.${n}` } })
    const slow: Promise<Response>[] = []
    await inTransaction(app.services.db, async (tx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
      for (let n = 0; n < 2; n++) slow.push(get(account, n))
      await untilWaiting(app, 2)
      await expectShed(get(account, 2))
      slow.push(get(bystander, 3))
      await untilWaiting(app, 3)
    })
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200, 200])
  },
)

test('S49 open event streams and disconnected visitors take no place', async () => {
  await using app = await startTestApp({ now: NOW, limits: places(2) })
  const person = await app.person()
  const page = new AbortController()
  const open = () => fetch(`${app.url}/api/events`, { headers: { cookie: person.cookie }, signal: page.signal })
  const streams: Response[] = []
  for (let n = 0; n < 5; n++) streams.push(await open())
  await inTransaction(app.services.db, async (tx) => {
    await sql`lock table schedules in access exclusive mode`.execute(tx)
    const leaving = new AbortController()
    const left = [1, 2].map(() =>
      fetch(`${app.url}/api/schedule`, { headers: { cookie: person.cookie }, signal: leaving.signal }).catch(
        () => null,
      ),
    )
    await untilWaiting(app, 2)
    await expectShed(person.get('/api/auth/check'))
    leaving.abort()
    await Promise.all(left)
    // Their statements are still waiting.
    await expect.poll(async () => (await person.get('/api/auth/check')).status, { timeout: 5_000 }).toBe(200)
  })
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  page.abort()
})

test('S49 a session holds at most thirty event streams: opening another ends the oldest', async () => {
  await using app = await startTestApp({ now: NOW })
  const { cookie } = await app.person()
  const page = new AbortController()
  const open = () => fetch(`${app.url}/api/events`, { headers: { cookie }, signal: page.signal })
  // Keep references, or the garbage collector would close one.
  const streams: Response[] = []
  for (let n = 0; n < 31; n++) streams.push(await open())
  expect(await streams[0]!.text()).toContain('retry:')
  expect(streams.map(({ bodyUsed }) => bodyUsed).filter(Boolean)).toHaveLength(1)
  page.abort()
})

test('S51 a header of megabytes and an endless body are cut off, and the next visitor is served', async () => {
  await using app = await startTestApp({ now: NOW })
  const { hostname, port } = new URL(app.url)
  const answerTo = async (write: (send: (text: string) => void) => void) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    write((text) => socket.write(text))
    await new Promise((resolve) => socket.on('close', resolve))
    return answer.split('\r\n', 1)[0]
  }
  const start = `POST /api/auth/login HTTP/1.1\r\nhost: ${hostname}\r\norigin: ${app.url}\r\ncontent-type: application/json\r\n`
  expect(await answerTo((send) => send(`${start}x-garbage: ${'x'.repeat(1_000_000)}\r\n\r\n`))).toContain('431')
  const endless = await answerTo((send) => {
    send(`${start}transfer-encoding: chunked\r\nconnection: close\r\n\r\n`)
    for (let n = 0; n < 20; n++) send(`2710\r\n${'x'.repeat(10_000)}\r\n`)
  })
  expect(endless).toContain('413')
  expect((await fetch(`${app.url}/api/config`)).status).toBe(200)
})

test('S49 a connection without requests does not delay shutdown', async () => {
  const app = await startTestApp({ now: NOW })
  const { hostname, port } = new URL(app.url)
  const unused = connect(Number(port), hostname)
  const closed = once(unused, 'close')
  await once(unused, 'connect')
  await fetch(`${app.url}/api/config`) // so the server has accepted the other connection, too
  await app[Symbol.asyncDispose]()
  expect(await closed).toBeDefined()
})

test('CALL-1 S49 a phone rings on its second even if visitors hold every database connection they can get', async () => {
  await using app = await startTestApp({ now: NOW })
  const [person, other] = [await app.person(), await app.person()]
  const phone = await app.phone(person.phone)
  await person.schedule({ wakeupTime: '06:01', timezone: 'UTC' })
  let slow: Promise<number>[] = []
  await inTransaction(app.services.db, async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`select 1 from users where id = ${other.userId} for update`.execute(tx)
    const rename = () => other.send('PATCH', '/api/account', { name: 'Robin' })
    slow = Array.from({ length: 30 }, () => rename().then(({ status }) => status))
    await untilConnectionsAreTaken(tx)
    await app.clock.advance({ minutes: 1 })
    await (await phone.expectCall()).decline()
  })
  // Requests that waited too long got a 503.
  for (const status of await Promise.all(slow)) expect([200, 503]).toContain(status)
})

/** All ten except the one we hold ourselves. */
async function untilConnectionsAreTaken(tx: Tx): Promise<void> {
  for (;;) {
    // Inside a transaction pg_stat_activity is a snapshot until it is cleared.
    await sql`select pg_stat_clear_snapshot()`.execute(tx)
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(tx)
    if (rows[0]!.waiting >= 9) return
  }
}

test("S49 S56 an owner's page, which queries the database, takes a place like the API", async () => {
  await using app = await startTestApp({ now: NOW, limits: places(4) }) // half of them for visitors
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'reveille-web-'))
  for (const name of [...Object.values(PRERENDERED), 'app.html'])
    await writeFile(path.join(folder.path, name), '<html>')
  const server = await buildApp(app.services, { webFolder: folder.path })
  const open = async () => server.inject({ url: '/people', headers: { cookie: 'connect.sid=made-up' } })
  const slow: ReturnType<typeof open>[] = []
  await inTransaction(app.services.db, async (tx) => {
    await sql`lock table sessions in access exclusive mode`.execute(tx)
    for (let n = 0; n < 2; n++) slow.push(open())
    await untilWaiting(app, 2)
    const { statusCode, headers } = await open()
    expect([statusCode, headers['retry-after']]).toEqual([503, '1'])
  })
  expect((await Promise.all(slow)).map(({ statusCode }) => statusCode)).toEqual([404, 404])
  await server.close()
})
