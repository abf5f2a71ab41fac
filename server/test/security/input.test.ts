import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../harness/app/person.ts'
import { startTestApp, type TestApp } from '../harness/app/start-test-app.ts'

let app: TestApp
let person: Person
beforeAll(async () => {
  app = await startTestApp({ now: '2027-01-15T06:00:00Z', settings: { LIMIT_CODES_PER_IP: '100000' } })
  person = await app.person()
})
afterAll(() => app[Symbol.asyncDispose]())

async function send(path: string, body: string, method = 'POST'): Promise<{ status: number; text: string }> {
  const answer = await fetch(app.url + path, {
    method,
    headers: { cookie: person.cookie, origin: app.url, 'content-type': 'application/json' },
    body,
  })
  return { status: answer.status, text: await answer.text() }
}

const SQL = ["' or '1'='1", "'; drop table users; --", '1 union select email from users', '$1', '\\', '%', "robin'--"]

test.each(SQL)('S51 %s is plain text in every field that reaches the database', async (text) => {
  const before = await app.services.db.selectFrom('users').selectAll().execute()
  const otp = '123456'
  const answers = [
    await send('/api/auth/request-email-otp', JSON.stringify({ email: text })),
    await send('/api/auth/login', JSON.stringify({ email: `${text}@example.com`, otp })),
    await send('/api/auth/verify-otp', JSON.stringify({ phone: text, otp })),
    await send('/api/schedule', JSON.stringify({ wakeupTime: text, timezone: text, weekdays: [text] })),
    await send(`/api/schedule/${encodeURIComponent(text)}/toggle`, '{}'),
    await send(`/api/schedule?id=${encodeURIComponent(text)}`, '{}'),
  ]
  const gets = ['/api/call/', '/api/account/export/', '/api/calendar/', '/api/call/history?before=']
  for (const path of gets) answers.push(await sendGet(`${path}${encodeURIComponent(text)}`))
  expect(answers.filter(({ status }) => ![400, 404].includes(status))).toEqual([])
  expect((await person.send('PATCH', '/api/account', { name: text })).body).toMatchObject({ name: text })
  const after = await app.services.db.selectFrom('users').selectAll().execute()
  expect(after.map(({ email }) => email)).toEqual(before.map(({ email }) => email))
})

async function sendGet(path: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(app.url + path, { headers: { cookie: person.cookie } })
  return { status: answer.status, text: await answer.text() }
}

/** Values that are not text, for text fields. */
const NO_TEXT = ['[]', '["a"]', '{}', '{"$gt":""}', 'null', 'true', '0', '1e999', '-0', '[[[[]]]]']

test.each(NO_TEXT)('S51 %s in a text field is refused, not converted', async (value) => {
  const bodies: [string, string][] = [
    ['/api/auth/request-email-otp', `{"email":${value}}`],
    ['/api/auth/login', `{"email":"a@example.com","otp":${value}}`],
    ['/api/auth/verify-otp', `{"phone":${value},"otp":"123456"}`],
    ['/api/schedule', `{"wakeupTime":${value},"timezone":"UTC","weekdays":["mon"]}`],
    ['/api/schedule', `{"wakeupTime":"06:30","timezone":${value},"weekdays":["mon"]}`],
    ['/api/voice/preview', `{"voiceId":${value}}`],
    ['/api/notices/read', `{"upTo":${value === '0' || value === '-0' ? '"x"' : value}}`],
  ]
  for (const [path, body] of bodies) expect([path, (await send(path, body)).status]).toEqual([path, 400])
})

test.each([
  ['__proto__', '{"__proto__":{"phoneVerified":true},"name":"Robin"}'],
  ['a constructor', '{"constructor":{"prototype":{"phoneVerified":true}},"name":"Robin"}'],
  ['__proto__ deep inside', '{"name":"Robin","a":{"b":[{"__proto__":{"polluted":true}}]}}'],
  ['__proto__ in disguise', '{"\\u005f_proto__":{"phoneVerified":true},"name":"Robin"}'],
])('S51 %s in a body is refused and pollutes no object', async (_case, body) => {
  expect((await send('/api/account', body, 'PATCH')).status).toBe(400)
  expect(({} as Record<string, unknown>)['phoneVerified']).toBeUndefined()
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

test.each([
  ['ten megabytes', JSON.stringify({ name: 'x'.repeat(10_000_000) }), 413],
  ['thirty thousand brackets', '['.repeat(30_000) + ']'.repeat(30_000), 400],
  ['five thousand keys', JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [n, n]))), 200],
  ['half a surrogate pair', '{"name":"A\\ud800"}', 200],
  ['a null character', '{"name":"a\\u0000b"}', 200],
])('S51 a body of %s does no harm', async (_case, body, status) => {
  const answer = await send('/api/account', body, 'PATCH').catch(() => ({ status: 413, text: '' })) // the server may cut it off while it is sent
  expect(answer.status).toBe(status)
  expect(answer.text).not.toMatch(/at .+:\d+:\d+|node_modules|Error:/)
  expect((await person.get('/api/account')).status).toBe(200)
})
