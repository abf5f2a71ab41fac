import { afterEach, expect, test, vi } from 'vitest'
import { now } from '../browser/clock.ts'
import { messageOf, troubleOf, UnreachableError } from './api-failure.ts'
import { call, failureOf } from './call.ts'

test.each([
  [401, undefined, 'Authentication required. Please log in again.'],
  [403, undefined, 'Access denied'],
  [404, undefined, 'Resource not found'],
  [500, undefined, 'Server error. Please try again later'],
  [502, undefined, 'Request failed with status 502'],
  [400, 'a text', 'Request failed with status 400'],
  [400, { message: '' }, 'Request failed with status 400'],
  [400, { message: 'You can only have 3.' }, 'You can only have 3.'],
])('API-2 a refusal with status %s and body %j says so in words', (status, body, words) => {
  expect(failureOf(status, body).message).toBe(words)
})

test.each([
  ['its own', 400, { reason: 'code-expired', message: 'Too late.' }, 'code-expired'],
  ['that of its status, from a newer server', 404, { reason: 'moon-is-full', message: 'No' }, 'not-found'],
  ['that of its status, when it has none', 429, { message: 'Slowly!' }, 'too-many-requests'],
  ['that of its status, from something before the server', 401, undefined, 'sign-in-required'],
  ['none that its message could be read for', 400, { reason: 42, message: 'It expired.' }, 'invalid-input'],
])('API-1 the reason of a refusal is %s', (_case, status, body, reason) => {
  expect(failureOf(status, body).reason).toBe(reason)
})

test('API-1 a reason that is not known here leaves the words as they are', () => {
  expect(failureOf(409, { reason: 'moon-is-full', message: 'The moon is full.' }).message).toBe('The moon is full.')
})

test('API-2 what is no error of ours gets the words of its place', () => {
  expect(messageOf('nonsense', 'Please try again later.')).toBe('Please try again later.')
})

test('API-2 where no answer came, only a change is said to be perhaps done: a read has nothing to say about changes', async () => {
  // Without a page around it an address leads nowhere.
  await expect(call('listSchedules')).rejects.toThrow(/^We couldn't reach Reveille\. Check your connection and try/)
  const sent = call('toggleSchedule', { id: 1 })
  await expect(sent).rejects.toThrow("can't tell if that was saved")
  await expect(sent).rejects.toThrow(UnreachableError)
})

test('API-2 what an offline device asked is said not to have been saved', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  await expect(call('toggleSchedule', { id: 1 })).rejects.toThrow("You're offline. Nothing was saved.")
  await expect(call('listSchedules')).rejects.toThrow("You're offline. Check your connection and try again.")
})

afterEach(() => vi.unstubAllGlobals())

/** What goes over the wire, and what the page gets when the server answers like this. */
function server(answer: Response | (() => never)) {
  const sent: { url: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return typeof answer === 'function' ? answer() : answer
  })
  return sent
}

test('API-1 a question names its row and page, carries no body, and its answer comes through', async () => {
  const sent = server(Response.json([]))
  expect(await call('callHistory', { query: { limit: 20, before: 7 } })).toEqual([])
  expect(sent[0]?.url).toBe('/api/call/history?limit=20&before=7')
  expect(sent[0]?.init).toEqual({ method: 'GET', credentials: 'same-origin', signal: expect.any(AbortSignal) })
})

test('API-1 a change is JSON, even an empty one, and stays in this browser’s session', async () => {
  const sent = server(Response.json({ action: 'paused' }))
  const { signal } = new AbortController()
  await call('toggleSchedule', { id: 17, signal })
  await call('skipSchedule', { id: 17, body: { skipped: true } }).catch(() => undefined)
  expect(sent[0]?.url).toBe('/api/schedule/17/toggle')
  const headers = { 'content-type': 'application/json' }
  expect(sent[0]?.init).toEqual({ method: 'POST', credentials: 'same-origin', headers, body: '{}', signal })
  expect(sent[1]?.init.body).toBe('{"skipped":true}')
})

test('API-2 a refusal is a failure with its words, and an answer that is no JSON one by its status', async () => {
  server(Response.json({ reason: 'under-way', message: 'It rings.' }, { status: 409 }))
  await expect(call('deleteSchedule', { id: 1 })).rejects.toMatchObject({ status: 409, message: 'It rings.' })
  server(new Response('<h1>Bad gateway</h1>', { status: 502 }))
  await expect(call('listSchedules')).rejects.toThrow('Request failed with status 502')
  server(Response.json(null, { status: 502 }))
  await expect(call('listSchedules')).rejects.toThrow('Request failed with status 502')
})

test('API-2 who goes on to another page is not told that the server could not be reached', async () => {
  const left = new DOMException('left', 'AbortError')
  server(() => {
    throw left
  })
  await expect(call('listSchedules')).rejects.toBe(left)
  server(() => {
    throw new DOMException('broken', 'NetworkError')
  })
  await expect(call('listSchedules')).rejects.toThrow(UnreachableError)
})

const html = (status: number) => new Response('<h1>Sorry</h1>', { status })
const ours = (status: number) => Response.json({ reason: 'unavailable', message: 'Not now.' }, { status })

test.each([
  ['no answer', () => Promise.reject(new TypeError('fetch failed')), 'unreachable'],
  ['a proxy without our server', html(502), 'unreachable'],
  ['a busy proxy', html(503), 'unreachable'],
  ['a proxy that waited', Response.json({ message: 'Service Unavailable' }, { status: 504 }), 'unreachable'],
  ["a hotel's sign-in page", html(200), 'unreachable'],
  ['an answer that broke off', new Response('[{"id":'), 'unreachable'],
  ['our server without its database', ours(503), 'failing'],
  ['our server with a fault', ours(500), 'failing'],
  ['a fault without words', html(500), 'failing'],
  ['a refusal', ours(409), null],
])('API-2 SHELL-15 what a read got is told apart: %s', async (_case, answer, trouble) => {
  vi.stubGlobal('fetch', () => Promise.resolve(answer instanceof Response ? answer : answer()))
  expect(troubleOf(await call('listSchedules').catch((error: unknown) => error))).toBe(trouble)
})

test('SHELL-15 a server that hangs is out of reach after half a minute, and the request ends; a change may take its time', async () => {
  vi.useFakeTimers()
  const signals: (AbortSignal | null | undefined)[] = []
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    signals.push(signal)
    return new Promise(() => undefined)
  })
  const asked = call('listSchedules').catch(troubleOf)
  const changed = vi.fn()
  void call('toggleSchedule', { id: 1 }).finally(changed)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await asked).toBe('unreachable')
  expect(changed).not.toHaveBeenCalled()
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, undefined])
  vi.useRealTimers()
})

test.each([
  ['while it waits', async (page: AbortController) => page.abort()],
  ['before it asks', null],
])('API-2 a page that is left %s ends its request and is told nothing', async (_case, leave) => {
  const page = new AbortController()
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    if (signal?.aborted) return Promise.reject(signal.reason)
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  if (leave === null) page.abort()
  const asked = call('listSchedules', { signal: page.signal })
  await Promise.all([leave?.(page), expect(asked).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))])
})

const HOUR = 3_600_000
const dated = ({ status, body }: { status: number; body: BodyInit }, ahead: number) =>
  new Response(body, { status, headers: { date: new Date(Date.now() + ahead).toUTCString() } })

test.each([
  ['what was asked', 200, '[]', true],
  ['a refusal with our reason', 409, '{"reason":"under-way","message":"It rings."}', true],
  ['our server with a fault', 503, '{"reason":"unavailable","message":"Not now."}', true],
  ["a hotel's sign-in page", 200, '<h1>Sorry</h1>', false],
  ['an answer that broke off', 200, '[{"id":', false],
  ['a proxy without our server', 502, '<h1>Bad gateway</h1>', false],
  ['a proxy that speaks JSON', 504, '{"message":"Gateway timeout"}', false],
  ['a proxy with a reason of its own', 403, '{"reason":"blocked"}', false],
  ['a proxy that says null', 511, 'null', false],
])('SHELL-18 the time is read from answers of our server alone: %s', async (_case, status, body, isHeard) => {
  const answer = (ahead: number) => vi.stubGlobal('fetch', async () => dated({ status, body }, ahead))
  answer(7 * HOUR)
  await call('listSchedules').catch(() => undefined)
  expect(Math.abs(now() - Date.now()) > HOUR).toBe(isHeard)
  if (!isHeard) return
  answer(0)
  await call('listSchedules').catch(() => undefined)
  expect(Math.abs(now() - Date.now())).toBeLessThan(HOUR)
})
