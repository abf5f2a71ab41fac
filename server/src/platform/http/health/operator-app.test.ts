import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app/start-test-app.ts'
import { onConnections } from '../../../services.ts'
import type { OwnWorker } from './health.routes.ts'
import { buildOperatorApp } from './operator-app.ts'

const NOW = '2027-01-15T06:20:00+01:00'
const MORNING = { wakeupTime: '06:30', timezone: 'Europe/Berlin', callRetry: false }

async function look(app: TestApp, path: string, worker: OwnWorker = 'working') {
  await using operators = await buildOperatorApp(app.services, () => worker)
  return await operators.inject(path)
}

/** The exported samples by name and labels. Every line must parse as Prometheus text. */
async function scrape(app: TestApp): Promise<Map<string, number>> {
  const { body, headers } = await look(app, '/metrics')
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = body.trimEnd().split('\n')
  const told = lines.filter((line) => !line.startsWith('#'))
  for (const line of told) expect(line).toMatch(/^[a-z0-9_]+(\{([a-z_]+="[^"]*",?)+\})? -?[0-9.e+-]+$/)
  return new Map(
    told.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

test('CALL-1 metrics show how punctual a call was, how it ended and what is coming, and nothing personal', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person({ email: 'canary@example.com', name: 'Canaryname' })
  const phone = await app.phone(person.phone)
  await person.schedule(MORNING)
  expect((await scrape(app)).get('reveille_calls{stage="planned"}')).toBe(1)
  await app.clock.advance({ minutes: 10 })
  const call = await phone.expectCall()
  expect((await scrape(app)).get('reveille_calls{stage="placed"}')).toBe(1)
  await call.pickUp()
  await call.press('1')

  const metrics = await scrape(app)
  expect(metrics.get('reveille_call_lateness_seconds_count')).toBe(1)
  expect(metrics.get('reveille_call_lateness_seconds_bucket{le="1"}')).toBe(1)
  expect(metrics.get('reveille_calls_requested_total{outcome="accepted"}')).toBe(1)
  expect(metrics.get('reveille_calls_ended_total{kind="first",status="completed"}')).toBe(1)
  expect(metrics.get('reveille_callbacks_lost_total')).toBe(0)
  expect(metrics.get('reveille_workers_live')).toBe(1)
  expect(metrics.get('reveille_http_request_seconds_count{route="/api/schedule",method="POST",status="200"}')).toBe(1)
  expect(metrics.get('reveille_zone_data_adopted_seconds')).toBe(Date.parse(NOW) / 1000)
  expect(metrics.get('reveille_planned_ahead_seconds')).toBeGreaterThan(23 * 3600)
  const text = (await look(app, '/metrics')).body
  for (const secret of [person.phone.slice(1), 'canary', 'Canary', call.sid]) expect(text).not.toContain(secret)
  expect(await (await fetch(`${app.url}/metrics`)).text()).not.toContain('reveille_') // the public port serves no metrics
})

test('counters that alerts watch exist before their first event', async () => {
  await using app = await startTestApp({ now: NOW })
  const metrics = await scrape(app)
  const atFirst = [
    'reveille_call_lateness_seconds_bucket{le="+Inf"}',
    'reveille_call_rate_wait_seconds_bucket{le="+Inf"}',
    'reveille_calls_requested_total{outcome="in-doubt"}',
    'reveille_calls_ended_total{kind="wake-check",status="failed"}',
    'reveille_callbacks_lost_total',
    'reveille_alarms_total{alarm="spending"}',
    'reveille_jobs_ended_total{queue="send-code",result="failed"}',
    'reveille_http_errors_total',
  ]
  expect(atFirst.map((line) => [line, metrics.get(line)])).toEqual(atFirst.map((line) => [line, 0]))
})

test('a server error is counted', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  await sql`alter table schedules rename to elsewhere`.execute(app.services.db)
  expect((await person.get('/api/schedule')).status).toBe(500)
  expect((await person.get('/api/nowhere')).status).toBe(404)
  expect((await scrape(app)).get('reveille_http_errors_total')).toBe(1)
})

test('CALL-5 calls that no worker dialed in time all count as delayed', async () => {
  await using app = await startTestApp({ now: NOW, settings: { CALLS_PER_SECOND: '1' } })
  const people = await Promise.all([app.person(), app.person()])
  const phones = await Promise.all(people.map(({ phone }) => app.phone(phone)))
  for (const person of people) await person.schedule(MORNING)
  await app.clock.advance({ minutes: 9 })
  await app.restart({ ROLE: 'web' })
  await app.clock.advance({ minutes: 2 })
  expect((await scrape(app)).get('reveille_call_overdue_seconds')).toBe(60)
  await app.restart({ ROLE: 'all' })
  await app.clock.advance({ seconds: 5 })
  for (const phone of phones) await (await phone.expectCall()).decline()

  const metrics = await scrape(app)
  expect(metrics.get('reveille_call_delay_seconds_count')).toBe(2)
  expect(metrics.get('reveille_call_delay_seconds_bucket{le="30"}')).toBe(0)
  expect(metrics.get('reveille_call_rate_wait_seconds_sum')).toBe(0 + 1)
})

test('/readyz answers 503 when the worker of this process cannot dial, and says why', async () => {
  await using app = await startTestApp({ now: NOW })
  const workers: [OwnWorker, status: number, words: string][] = [
    ['none', 200, 'none in this process'],
    ['working', 200, 'ok'],
    ['starting', 503, 'the worker is starting'],
    ['silent', 503, 'the heartbeat of the worker does not reach the database'],
    ['wrong-clock', 503, 'the clocks of this machine and of the database are too far apart'],
  ]
  for (const [worker, status, words] of workers) {
    const answer = await look(app, '/readyz', worker)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ checks: { database: 'ok', migrations: 'ok', worker: words } })
  }
})

test('a process is not ready before its tables are migrated', async () => {
  await using app = await startTestApp({ now: NOW })
  await app.services.db.withTables<{ kysely_migration: { name: string } }>().deleteFrom('kysely_migration').execute()
  const answer = await look(app, '/readyz')
  expect(answer.statusCode).toBe(503)
  expect(answer.json().checks.migrations).toMatch(/^not run yet: 0100-baseline, /)
})

test('however often /readyz is requested, the database is queried once a second', async () => {
  await using app = await startTestApp({ now: NOW })
  let statements = 0
  const db = app.services.db.withPlugin({
    transformQuery({ node }) {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const counted = onConnections(app.services, db)
  await using operators = await buildOperatorApp(counted, () => 'working')
  const flood = () => Promise.all(Array.from({ length: 20 }, () => operators.inject('/readyz')))

  expect((await flood()).map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
  const once = statements
  await flood()
  expect(statements).toBe(once)
  await app.clock.advance({ seconds: 1 })
  await flood()
  expect(statements).toBe(2 * once)
})

test('a call can be followed through the log by its id, and a request by its own', async () => {
  const lines: string[] = []
  await using app = await startTestApp({ now: NOW, logTo: { write: (line: string) => void lines.push(line) } })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  await person.schedule(MORNING)
  await app.clock.advance({ minutes: 10 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  const id = (await person.history())[0]?.id

  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const ofCall = entries.filter(({ callId }) => callId === id).map(({ msg, event }) => event ?? msg)
  expect(ofCall).toEqual(expect.arrayContaining(['call requested', 'ringing', 'picked-up', 'ended']))
  const requests = entries.filter(({ msg }) => msg === 'request')
  expect(requests.length).toBeGreaterThan(3)
  expect(new Set(requests.map(({ reqId }) => reqId)).size).toBe(requests.length)
  expect(lines.join('')).not.toContain(person.phone.slice(1))
})
