import type { Account } from '@reveille/contract/accounts'
import type { MadeToken, NextMorning } from '@reveille/contract/tokens'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { Person } from '../../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../../test/harness/app/start-test-app.ts'
import { visitor } from '../../test/harness/app/visitor.ts'
import { dumpDatabase, JOB_LIBRARY_NOTES } from '../../test/harness/database/dump-database.ts'

const NOW = '2027-01-15T05:00:00+01:00'
const daily = { wakeupTime: '06:30', timezone: 'Europe/Berlin' }
const FRIDAY = { at: '2027-01-15T05:30:00.000Z', timezone: 'Europe/Berlin' }
const SATURDAY = { at: '2027-01-16T05:30:00.000Z', timezone: 'Europe/Berlin' }

const make = (person: Person, name = 'Home Assistant') =>
  person.post<z.infer<typeof MadeToken>>('/api/account/tokens', { name })

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function read(app: TestApp, token: string | null, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.url}/api/next`, { headers: { ...(token !== null && bearer(token)), ...headers } })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: text === '' ? null : (JSON.parse(text) as NextMorning),
  }
}

test('S96 SIGNAL-7 a token is shown once, kept as a hash, listed with its last use and void once revoked; a person has at most ten', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const { token } = (await make(person)).body
  const tokensOf = async () => (await person.get<Account>('/api/account')).body.tokens
  expect(token).toMatch(/^rv_[\w-]{43}$/)
  expect(await tokensOf()).toMatchObject([{ name: 'Home Assistant', lastUsedAt: null }])
  expect(await dumpDatabase(app.services.db)).not.toContain(token)
  expect((await read(app, token)).status).toBe(200)
  const [used] = await tokensOf()
  expect(used).toMatchObject({ lastUsedAt: '2027-01-15T04:00:00.000Z' })
  for (let more = 2; more <= 10; more++) expect((await make(person, `No. ${more}`)).status).toBe(200)
  expect(await make(person, 'one too many')).toMatchObject({ status: 409 })
  expect((await make(person, ' ')).status).toBe(400)
  const other = await app.person()
  expect((await other.delete(`/api/account/tokens/${used!.id}`)).status).toBe(404)
  expect((await read(app, token)).status).toBe(200)
  expect((await person.delete(`/api/account/tokens/${used!.id}`)).status).toBe(200)
  expect(await tokensOf()).toHaveLength(9)
  expect((await read(app, token)).status).toBe(401)
  const activity = (await person.get<{ what: string }[]>('/api/account/activity')).body.map(({ what }) => what)
  expect(activity.slice(0, 2)).toEqual(['Revoked a token', 'Made a token'])
})

test('S96 SIGNAL-7 making a token takes a fresh proof, and a blocked person’s tokens open nothing', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const { token } = (await make(person)).body
  await app.clock.advance({ minutes: 16 })
  expect(await make(person)).toMatchObject({ status: 403, body: { reason: 'fresh-code-required' } })
  await app.services.db
    .updateTable('users')
    .set({ blocked_at: new Date(app.clock.now()) })
    .execute()
  expect((await read(app, token)).status).toBe(401)
})

test('S96 SIGNAL-7 a token opens /api/next for its person, and no other route for anybody', async () => {
  await using app = await startTestApp({ now: NOW })
  const [person, other] = [await app.person(), await app.person()]
  const mine = (await make(person)).body
  const theirs = (await make(other)).body.token
  const revoked = (await make(person)).body
  const { tokens: made } = (await person.get<Account>('/api/account')).body
  await person.delete(`/api/account/tokens/${made[1]!.id}`)
  await person.schedule(daily)
  const tokens = { none: null, mine: mine.token, revoked: revoked.token, theirs, madeUp: `rv_${'A'.repeat(43)}` }
  const answers = async () =>
    Object.fromEntries(
      await Promise.all(Object.entries(tokens).map(async ([name, token]) => [name, await read(app, token)])),
    )
  expect(await answers()).toMatchObject({
    none: { status: 401 },
    mine: { status: 200, body: { nextCall: FRIDAY } },
    revoked: { status: 401 },
    theirs: { status: 200, body: { nextCall: null } },
    madeUp: { status: 401 },
  })

  type Paths = Record<string, Record<string, { security: Record<string, unknown>[] }>>
  const { paths } = (await visitor(app).get<{ paths: Paths }>('/api/openapi.json')).body
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({ path, method, security })),
  )
  const byToken = operations.filter(({ security }) => security.some((one) => 'token' in one))
  expect(byToken).toEqual([{ path: '/api/next', method: 'get', security: [{ token: [] }] }])
  const bySession = operations.filter(({ security }) => security.some((one) => 'session' in one))
  expect(bySession.length).toBeGreaterThan(50)
  const before = await dumpDatabase(app.services.db, JOB_LIBRARY_NOTES)
  for (const { path, method } of [...bySession, { path: '/api/people', method: 'get' }])
    for (const token of [mine.token, revoked.token, theirs]) {
      const url = app.url + path.replaceAll(/\{\w+\}/g, '1')
      const { status } = await fetch(url, {
        method: method.toUpperCase(),
        headers: { ...bearer(token), origin: app.url },
      })
      expect({ path, method, status }).toEqual({ path, method, status: path.startsWith('/api/people') ? 404 : 401 })
    }
  expect(await dumpDatabase(app.services.db, JOB_LIBRARY_NOTES)).toBe(before)
})

test('SIGNAL-8 /api/next answers the next call, how today is going and the last morning, and 304 while nothing changed', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const { token } = (await make(person)).body
  const now = async () => (await read(app, token)).body
  expect(await now()).toEqual({ nextCall: null, today: 'none', lastMorning: null })
  await person.schedule({ ...daily, callRetry: false })
  expect(await now()).toEqual({ nextCall: FRIDAY, today: 'ahead', lastMorning: null })
  const { headers } = await read(app, token)
  const etag = headers.get('etag')!
  expect(await read(app, token, { 'if-none-match': etag })).toMatchObject({ status: 304, body: null })
  await app.clock.advance({ hours: 1, minutes: 30 })
  expect(await now()).toEqual({ nextCall: SATURDAY, today: 'calling', lastMorning: null })
  expect((await read(app, token, { 'if-none-match': etag })).status).toBe(200)
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  await app.clock.advance({ seconds: 5 })
  expect(await now()).toEqual({ nextCall: SATURDAY, today: 'up', lastMorning: { ...FRIDAY, outcome: 'up' } })
  await app.clock.advance({ hours: 24 })
  await (await phone.expectCall()).decline()
  await app.clock.advance({ minutes: 1 })
  expect(await now()).toMatchObject({ today: 'missed', lastMorning: { ...SATURDAY, outcome: 'missed' } })
  await app.clock.advance({ hours: 20 })
  expect(await now()).toMatchObject({ today: 'ahead', lastMorning: { outcome: 'missed' } })
  await person.send<Account>('PUT', '/api/account/consents', { calls: false })
  expect(await now()).toMatchObject({ nextCall: null, today: 'none' })
})

test('SIGNAL-8 the last morning stays known while the calls of two schedules go on', async () => {
  await using app = await startTestApp({ now: NOW })
  const person = await app.person()
  const phone = await app.phone(person.phone)
  const { token } = (await make(person)).body
  await person.schedule(daily)
  await app.clock.advance({ hours: 1, minutes: 30 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  await app.clock.advance({ hours: 1 })
  await person.schedule({ ...daily, wakeupTime: '06:31' })
  await app.clock.advance({ hours: 23 })
  await (await phone.expectCall()).decline()
  await app.clock.advance({ minutes: 1 })
  await (await phone.expectCall()).decline()
  await app.clock.advance({ seconds: 5 })
  const { body } = await read(app, token)
  expect(body).toMatchObject({ today: 'calling', lastMorning: { ...FRIDAY, outcome: 'up' } })
})

test('SIGNAL-8 a token has a budget of its own', async () => {
  await using app = await startTestApp({
    now: NOW,
    limits: { budgets: { named: { 'reads-per-token': 2 } } },
  })
  const person = await app.person()
  const [one, two] = [(await make(person)).body.token, (await make(person)).body.token]
  for (const status of [200, 200, 429]) expect((await read(app, one)).status).toBe(status)
  expect((await read(app, two)).status).toBe(200)
  expect((await person.get('/api/account')).status).toBe(200)
})
