import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app/start-test-app.ts'
import { logIn, signUp, visitor, type Visitor } from '../../../test/harness/app/visitor.ts'
import { deleteSession } from '../../sign-in/sessions.sql.ts'
import { openDatabase } from '../database/database.ts'
import { hashOfSecret } from '../secrets.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
})
afterAll(() => app[Symbol.asyncDispose]())

/** Opens a signed-in page's stream and reads until given words or its end. */
async function openStream({ cookies }: Visitor) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { status, body } = await fetch(`${app.url}/api/events`, { headers: { cookie } })
  if (body === null) throw new Error(`no stream: ${status}`)
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let said = ''
  const readOn = async () => {
    const { done, value } = await reader.read()
    said += value ?? ''
    return !done
  }
  return {
    status,
    said: () => said,
    async hears(words: string) {
      while (!said.includes(words)) if (!(await readOn())) throw new Error(`closed before it said ${words}: ${said}`)
    },
    async isClosed() {
      while (await readOn()) continue
      return true
    },
  }
}

async function signedIn(email: string): Promise<Visitor> {
  const browser = visitor(app)
  await signUp(app, browser, email)
  return browser
}

test("DASH-10 an open page hears of its own changes and of nobody else's", async () => {
  const browser = await signedIn('listener@example.com')
  const stream = await openStream(browser)
  const other = await app.person()
  const { id } = await other.schedule({ wakeupTime: '06:30', timezone: 'UTC' })
  await other.post(`/api/schedule/${id}/toggle`)
  await browser.send('PATCH', '/api/account', { mails: { 'missed-calls': false } })
  await stream.hears('data: {"changed":"account"}')
  expect(stream.said()).not.toContain('schedules')
})

test("DASH-10 each change tells the person's open pages which data to refetch", async () => {
  const person = await app.person({ secondPhone: '+12025550177' })
  const heard = new Set<string>()
  const leave = app.services.live.subscribe(person.userId, (changed) => heard.add(changed))
  const patch = (body: object) => person.send('PATCH', '/api/account', body)
  const consent = (body: object) => person.send('PUT', '/api/account/consents', body)
  const preferences = { goals: ['study'], struggles: ['tired'], voice: 'lily' }
  const changes: [topics: string[], () => Promise<{ status: number }>][] = [
    [['account', 'schedules'], () => patch({ name: 'Robin' })],
    [['account', 'schedules'], () => patch({ spokenName: 'Rob' })],
    [['account'], () => patch({ mails: { schedules: false } })],
    [['account'], () => consent({ recording: true })],
    [['account', 'schedules'], () => consent({ calls: false })],
    [['account', 'schedules'], () => consent({ calls: true, undo: true })],
    [['account'], () => person.post('/api/account/calendar/reset')],
    [['account', 'schedules'], () => person.post('/api/user/personalization', preferences)],
    [['schedules'], () => person.post('/api/days-off', { from: '2027-02-01', to: '2027-02-02' })],
    [['notices'], () => person.post('/api/notices/read', { upTo: 1 })],
    [['account'], () => person.delete('/api/account/second-phone')],
    [['account', 'signed-out'], () => person.post('/api/account/sessions/end-others')],
  ]
  for (const [topics, change] of changes) {
    heard.clear()
    const { status } = await change()
    const told = topics.filter((topic) => heard.has(topic)) // jobs may publish more
    expect({ change: String(change), status, told }).toEqual({ change: String(change), status: 200, told: topics })
  }
  leave()
})

test('S20 AUTH-7 the stream of a page that stays open ends with its session', async () => {
  const browser = await signedIn('night@example.com')
  const stream = await openStream(browser)
  await app.clock.advance({ hours: 11, minutes: 59 })
  await stream.hears(': still here')
  await browser.send('PATCH', '/api/account', { name: 'Still Here' })
  await stream.hears('data: {"changed":"account"}')
  await app.clock.advance({ hours: 11, minutes: 59 })
  expect((await browser.get('/api/account')).status).toBe(200) // even in use it ends 24 hours after sign-in
  await app.clock.advance({ minutes: 2 })
  expect(await stream.isClosed()).toBe(true)
})

test('S19 AUTH-8 SHELL-19 logging out tells every page and ends its stream at once; other sessions reconnect', async () => {
  const [here, there] = [await signedIn('leaves@example.com'), visitor(app)]
  await logIn(app, there, 'leaves@example.com')
  const [left, kept] = [await openStream(here), await openStream(there)]
  await here.post('/api/auth/logout')
  for (const stream of [left, kept]) await stream.hears('data: {"changed":"signed-out"}')
  expect(await Promise.all([left.isClosed(), kept.isClosed()])).toEqual([true, true])
  expect((await openStream(there)).status).toBe(200)
})

test('S19 AUTH-9 a page learns within a heartbeat that its session was ended in another process', async () => {
  const browser = await signedIn('elsewhere@example.com')
  const stream = await openStream(browser)
  await deleteSession(app.services.db, hashOfSecret(browser.cookies.get('connect.sid')!))
  await app.clock.advance({ seconds: 15 })
  expect(await stream.isClosed()).toBe(true)
})

test('DASH-10 a page that opens its stream during shutdown is told to reconnect and does not delay the stop', async () => {
  const browser = await signedIn('late@example.com')
  const outlives = openDatabase(app.connection, pino({ level: 'silent' }))
  const [opening, stopping] = await outlives.transaction().execute(async (tx) => {
    await sql`lock table sessions`.execute(tx)
    const asked = openStream(browser) // its session lookup fails
    await expect.poll(async () => (await waiting.execute(app.services.db)).rows.length).toBe(1)
    const restarting = app.restart()
    await expect.poll(() => fetch(app.url).catch(() => 'nobody listens')).toBe('nobody listens')
    return [asked, restarting]
  })
  const late = await opening
  await late.hears('retry: ')
  expect(await late.isClosed()).toBe(true)
  await stopping
  await outlives.destroy()
})

const waiting = sql`
  select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
`
