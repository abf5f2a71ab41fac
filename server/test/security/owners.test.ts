import type { DataExport } from '@reveille/contract/accounts'
import type { ApiError } from '@reveille/contract/api-error'
import type { Call } from '@reveille/contract/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../harness/app/person.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'
import { dumpDatabase } from '../harness/database/dump-database.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
})
afterAll(() => app[Symbol.asyncDispose]())

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const CANARY = 'Canaryname'

async function ask(person: Person, method: string, path: string) {
  const answer = await fetch(app.url + path, {
    method,
    headers: { cookie: person.cookie, origin: app.url, 'content-type': 'application/json' },
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }),
  })
  return { status: answer.status, text: await answer.text() }
}

/** A person with one of everything that has an id. */
async function owner() {
  const person = await app.person({ name: CANARY, email: 'canary@example.com', phone: '+4915123450091' })
  const phone = await app.phone(person.phone)
  await person.send('PUT', '/api/account/consents', { recording: true })
  await person.post('/api/call/sample')
  await app.clock.advance({ seconds: 2 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1', { afterSeconds: 5 })
  await app.clock.advance({ seconds: 10 })
  const { id: schedule } = await person.schedule({ wakeupTime: '07:00', timezone: 'UTC' })
  const archive = (await person.post<DataExport>('/api/account/export')).body.id
  await app.clock.advance({ seconds: 1 })
  const [history] = await person.history()
  return { person, ids: { schedule, call: history!.id, archive } }
}

test('S24 API-4 somebody else trying every method on every path with my ids finds nothing and changes nothing', async () => {
  const { person, ids } = await owner()
  const stranger = await app.person({ phone: '+4915123450092' })
  const { body } = await person.get<{ paths: Record<string, object> }>('/api/openapi.json')
  const withId = Object.keys(body.paths).filter((path) => path.startsWith('/api/') && path.includes('{id}'))
  expect(withId.length).toBeGreaterThanOrEqual(6)
  const before = await dumpDatabase(app.services.db)
  const found: string[] = []
  const paths = Object.values(ids).flatMap((id) => withId.map((path) => path.replace('{id}', String(id))))
  for (const path of [...paths, `/api/schedule?id=${ids.schedule}`]) {
    for (const method of METHODS) {
      if (path.includes('?') && (method === 'GET' || method === 'HEAD')) continue // the caller's own list
      const { status, text } = await ask(stranger, method, path)
      if (![400, 404].includes(status) || text.includes(CANARY)) found.push(`${method} ${path}: ${status}`)
    }
  }
  expect(found).toEqual([])
  expect(rowsOfOthers(await dumpDatabase(app.services.db))).toEqual(rowsOfOthers(before))
  const own = withId.filter((path) => 'get' in (body.paths[path] ?? {}))
  for (const path of own) {
    const id = path.includes('export') ? ids.archive : ids.call
    expect((await ask(person, 'GET', path.replace('{id}', String(id)))).status).toBe(200)
  }
})

test('S24 API-4 a history page before somebody else’s call is missing, as before an unknown call', async () => {
  const [other, mine] = [await app.person({ phone: '+4915123450095' }), await app.person({ phone: '+4915123450096' })]
  for (const person of [mine, other, mine]) {
    const phone = await app.phone(person.phone)
    await person.post('/api/call/sample')
    await app.clock.advance({ seconds: 2 })
    await (await phone.expectCall()).decline()
    await app.clock.advance({ minutes: 1 })
  }
  const page = async (before: number | undefined) => {
    const { status, body } = await mine.get<Call[] | ApiError>(`/api/call/history?before=${before}`)
    return Array.isArray(body) ? { status, ids: body.map(({ id }) => id) } : { status }
  }
  const [newest, oldest] = await mine.history()
  const theirs = await page((await other.history())[0]?.id)
  expect([theirs, await page(999_999)]).toEqual([{ status: 404 }, { status: 404 }])
  expect(await page(newest?.id)).toEqual({ status: 200, ids: [oldest?.id] })
  expect(await page(oldest?.id)).toEqual({ status: 200, ids: [] })
})

/** All rows, except what time and requests change anyway. */
function rowsOfOthers(dump: string): string[] {
  return dump
    .split('\n')
    .filter((row) => !/"(beat_at|last_seen_at|points|heartbeat_on|maintain_on|cron_on|created_on)"/.test(row))
    .toSorted()
}

test("S33 CALL-12 only the caller's own verified number is dialed, whatever ids and numbers a request names", async () => {
  const [caller, other] = [await app.person({ phone: '+4915123450093' }), await app.person({ phone: '+4915123450094' })]
  const phone = await app.phone(caller.phone)
  const { status } = await caller.post(
    `/api/call/sample?userId=${other.userId}&to=${encodeURIComponent(other.phone)}`,
    {
      userId: other.userId,
      phone: other.phone,
    },
  )
  expect(status).toBe(200)
  await app.clock.advance({ seconds: 2 })
  await (await phone.expectCall()).decline()
  const dialled = (await app.carrierLog()).filter(({ kind }) => kind === 'call-created').map(({ to }) => to)
  expect(dialled).not.toContain(other.phone)
})
