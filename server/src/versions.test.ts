import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../test/harness/app/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z' })
})
afterAll(() => app[Symbol.asyncDispose]())

const daily = { wakeupTime: '06:30', timezone: 'UTC', weekdays: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] }
const preferences = { goals: ['study'], struggles: ['tired'], voice: 'lily' }
const next = '2027-01-15T06:30:00.000Z'

type Versioned = { version: number }
type Write = [method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body: unknown]
type Thing = { read: (person: Person, id: number) => Promise<unknown>; writes: (id: number) => Record<string, Write> }

const schedule: Thing = {
  read: async (person, id) =>
    (await person.get<(Versioned & { id: number })[]>('/api/schedule')).body.find((one) => one.id === id),
  writes: (id) => ({
    edit: ['POST', `/api/schedule?id=${id}`, { ...daily, wakeupTime: '05:15', times: { mon: '07:00' } }],
    toggle: ['POST', `/api/schedule/${id}/toggle`, {}],
    skip: ['POST', `/api/schedule/${id}/skip`, { at: next, skipped: true }],
    note: ['PUT', `/api/schedule/${id}/note`, { at: next, text: 'exam at 9' }],
    delete: ['DELETE', `/api/schedule/${id}`, {}],
  }),
}
const saved: Thing = {
  read: async (person) => (await person.get('/api/user/personalization')).body,
  writes: () => ({ preferences: ['POST', '/api/user/personalization', preferences] }),
}
const account: Thing = {
  read: async (person) => (await person.get('/api/account')).body,
  writes: () => ({
    name: ['PATCH', '/api/account', { name: 'Robin' }],
    'spoken name': ['PATCH', '/api/account', { spokenName: 'Rob' }],
    mails: ['PATCH', '/api/account', { mails: { schedules: false } }],
    recording: ['PUT', '/api/account/consents', { recording: true }],
    calls: ['PUT', '/api/account/consents', { calls: false }],
    'second phone': ['DELETE', '/api/account/second-phone', {}],
  }),
}
const WRITES: [name: string, Thing][] = [schedule, saved, account].flatMap((thing) =>
  Object.keys(thing.writes(0)).map((name): [string, Thing] => [name, thing]),
)

async function somebody() {
  const person = await app.person({ secondPhone: `+120255501${String(made++)}` })
  const { id } = await person.schedule(daily)
  return { person, id }
}
let made = 80

test.each(WRITES)('API-6 %s of an outdated version is refused and changes nothing', async (name, thing) => {
  const { person, id } = await somebody()
  const before = (await thing.read(person, id)) as Versioned
  const stale = await person.send(...thing.writes(id)[name]!, `"${before.version - 1}"`)
  expect(stale).toMatchObject({ status: 409, body: { reason: 'changed-elsewhere' } })
  expect(await thing.read(person, id)).toEqual(before)
})

test.each(WRITES)('API-6 %s of the current version succeeds and raises it', async (name, thing) => {
  const { person, id } = await somebody()
  const before = (await thing.read(person, id)) as Versioned
  const made409 = await person.send(...thing.writes(id)[name]!, `"0", "${before.version}"`)
  expect(made409.status).toBe(200)
  const after = (await thing.read(person, id)) as Versioned | undefined
  if (name !== 'delete') expect(after!.version).toBeGreaterThan(before.version)
})

test.each([
  ['*', 200],
  [' "7" , "1" ', 200],
  ['"7"', 409],
  ['W/"1"', 409],
  ['""', 409],
  ['1', 400],
  ['"1', 400],
  ['"1" "2"', 400],
  ['*, "1"', 400],
  ['', 400],
])('API-6 a write with If-Match %s is answered %i', async (condition, status) => {
  const { person, id } = await somebody()
  const answer = await person.send('POST', `/api/schedule/${id}/toggle`, {}, condition)
  const words = status === 400 ? { reason: 'invalid-input', message: expect.stringContaining('If-Match') } : {}
  expect(answer).toMatchObject({ status, body: words })
})

test.each(WRITES)(
  'API-6 of two concurrent writes with one version, %s and another, exactly one succeeds',
  async (name, thing) => {
    const { person, id } = await somebody()
    const { version } = (await thing.read(person, id)) as Versioned
    const other = Object.keys(thing.writes(id)).find((one) => one !== name && one !== 'delete') ?? name
    const both = [name, other].map((one) => person.send(...thing.writes(id)[one]!, `"${version}"`))
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  },
)

test('API-6 preferences are version 0 until the first save', async () => {
  const person = await app.person({ hasPreferences: false })
  const save = () => person.send('POST', '/api/user/personalization', preferences, '"0"')
  expect([(await save()).status, (await save()).status]).toEqual([200, 409])
})

test('API-6 a pause and a note answer with their new version, so that undoing them changes no newer one', async () => {
  const { person, id } = await somebody()
  const paused = await person.post<Versioned>(`/api/schedule/${id}/toggle`)
  await person.post(`/api/schedule/${id}/toggle`)
  expect((await person.send('POST', `/api/schedule/${id}/toggle`, {}, `"${paused.body.version}"`)).status).toBe(409)
  const note = await person.send<Versioned>('PUT', `/api/schedule/${id}/note`, { at: next, text: 'exam' })
  const undo = await person.send('PUT', `/api/schedule/${id}/note`, { at: next, text: '' }, `"${note.body.version}"`)
  expect(undo.status).toBe(200)
})

test('API-6 planning, ringing and answering a call makes no open form stale', async () => {
  await using own = await startTestApp({ now: '2027-01-15T06:00:00Z' })
  const person = await own.person()
  const { id, version } = await person.schedule(daily)
  const { version: ofAccount } = (await account.read(person, id)) as Versioned
  const phone = await own.phone(person.phone)
  await person.send('PUT', `/api/schedule/${id}/note`, { at: next, text: 'exam at 9' }, `"${version}"`)
  await own.clock.advance({ minutes: 30, seconds: 1 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  await own.clock.advance({ hours: 8 })
  expect(await schedule.read(person, id)).toMatchObject({ version: version + 1, note: null })
  expect(await account.read(person, id)).toMatchObject({ version: ofAccount })
  expect((await person.send(...schedule.writes(id)['edit']!, `"${version + 1}"`)).status).toBe(200)
})

test('API-3 API-6 the document names If-Match where it applies', async () => {
  const { body } = await (
    await app.person()
  ).get<{ paths: Record<string, Record<string, { parameters?: object[] }>> }>('/api/openapi.json')
  for (const [path, method] of [
    ['/api/schedule', 'post'],
    ['/api/schedule/{id}/toggle', 'post'],
    ['/api/user/personalization', 'post'],
    ['/api/account', 'patch'],
  ] as const)
    expect(body.paths[path]?.[method]?.parameters).toContainEqual(
      expect.objectContaining({ in: 'header', name: 'if-match', required: false }),
    )
})
