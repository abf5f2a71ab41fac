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
])('API-2 a refusal with status %s and body %j says: %s', (status, body, words) => {
  expect(failureOf(status, body).message).toBe(words)
})

test.each([
  ['its own', 400, { reason: 'code-expired', message: 'Too late.' }, 'code-expired'],
  ['that of its status, from a newer server', 404, { reason: 'moon-is-full', message: 'No' }, 'not-found'],
  ['that of its status, when it has none', 429, { message: 'Slowly!' }, 'too-many-requests'],
  ['that of its status, from something before the server', 401, undefined, 'sign-in-required'],
  ['never guessed from its message', 400, { reason: 42, message: 'It expired.' }, 'invalid-input'],
])('API-1 the reason of a refusal is %s', (_case, status, body, reason) => {
  expect(failureOf(status, body).reason).toBe(reason)
})

test('API-1 a refusal with an unknown reason keeps its message', () => {
  expect(failureOf(409, { reason: 'moon-is-full', message: 'The moon is full.' }).message).toBe('The moon is full.')
})

test('API-2 a value that is not one of our errors gets the caller’s fallback', () => {
  expect(messageOf('nonsense', 'Please try again later.')).toBe('Please try again later.')
})

test('API-2 without a response, only a change warns that it may have been saved', async () => {
  // Outside a page, fetch can't resolve a relative URL.
  await expect(call('listSchedules')).rejects.toThrow(/^We couldn't reach Reveille\. Check your connection and try/)
  const sent = call('toggleSchedule', { id: 1 })
  await expect(sent).rejects.toThrow("can't tell if that was saved")
  await expect(sent).rejects.toThrow(UnreachableError)
})

test('API-2 offline, a change says that nothing was saved, and a read to check the connection', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  await expect(call('toggleSchedule', { id: 1 })).rejects.toThrow("You're offline. Nothing was saved.")
  await expect(call('listSchedules')).rejects.toThrow("You're offline. Check your connection and try again.")
})

afterEach(() => vi.unstubAllGlobals())

/** Stubs fetch with this response, and returns the requests. */
function server(answer: Response | (() => never)) {
  const sent: { url: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return typeof answer === 'function' ? answer() : answer
  })
  return sent
}

test('API-1 a GET carries its query and no body, and returns the response', async () => {
  const sent = server(Response.json([]))
  expect(await call('callHistory', { query: { limit: 20, before: 7 } })).toEqual([])
  expect(sent[0]?.url).toBe('/api/call/history?limit=20&before=7')
  expect(sent[0]?.init).toEqual({ method: 'GET', signal: expect.any(AbortSignal) })
})

test('API-1 a POST sends JSON, even an empty object', async () => {
  const sent = server(Response.json({ action: 'paused' }))
  const { signal } = new AbortController()
  await call('toggleSchedule', { id: 17, signal })
  await call('skipSchedule', { id: 17, body: { skipped: true } }).catch(() => undefined)
  expect(sent[0]?.url).toBe('/api/schedule/17/toggle')
  const headers = { 'content-type': 'application/json' }
  expect(sent[0]?.init).toEqual({ method: 'POST', headers, body: '{}', signal })
  expect(sent[1]?.init.body).toBe('{"skipped":true}')
})

test('API-2 a refusal keeps its message, and a response that is not JSON gets one from its status', async () => {
  server(Response.json({ reason: 'under-way', message: 'It rings.' }, { status: 409 }))
  await expect(call('deleteSchedule', { id: 1 })).rejects.toMatchObject({ status: 409, message: 'It rings.' })
  server(new Response('<h1>Bad gateway</h1>', { status: 502 }))
  await expect(call('listSchedules')).rejects.toThrow('Request failed with status 502')
  server(Response.json(null, { status: 502 }))
  await expect(call('listSchedules')).rejects.toThrow('Request failed with status 502')
})

test('API-2 an aborted request is not reported as an unreachable server', async () => {
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
  ['no response', () => Promise.reject(new TypeError('fetch failed')), 'unreachable'],
  ['a proxy without our server', html(502), 'unreachable'],
  ['a busy proxy', html(503), 'unreachable'],
  ['a proxy that timed out', Response.json({ message: 'Service Unavailable' }, { status: 504 }), 'unreachable'],
  ["a hotel's sign-in page", html(200), 'unreachable'],
  ['a truncated response', new Response('[{"id":'), 'unreachable'],
  ['our server without its database', ours(503), 'failing'],
  ['our server with an error', ours(500), 'failing'],
  ['an error without a message', html(500), 'failing'],
  ['a refusal', ours(409), null],
])('API-2 SHELL-15 a failed read is classified: %s', async (_case, answer, trouble) => {
  vi.stubGlobal('fetch', () => Promise.resolve(answer instanceof Response ? answer : answer()))
  expect(troubleOf(await call('listSchedules').catch((error: unknown) => error))).toBe(trouble)
})

test('SHELL-15 a read is aborted as unreachable after 30 s, while a change keeps waiting', async () => {
  vi.useFakeTimers()
  const signals: (AbortSignal | null | undefined)[] = []
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    signals.push(signal)
    return new Promise(() => undefined)
  })
  const trouble = call('listSchedules').catch(troubleOf)
  const changed = vi.fn()
  void call('toggleSchedule', { id: 1 }).finally(changed)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await trouble).toBe('unreachable')
  expect(changed).not.toHaveBeenCalled()
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, undefined])
  vi.useRealTimers()
})

test.each([
  ['during it', async (page: AbortController) => page.abort()],
  ['before it', null],
])('API-2 a request whose page is left %s fails as aborted', async (_case, leave) => {
  const page = new AbortController()
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    if (signal?.aborted) return Promise.reject(signal.reason)
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  if (leave === null) page.abort()
  const failed = call('listSchedules', { signal: page.signal })
  await Promise.all([leave?.(page), expect(failed).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))])
})

const HOUR = 3_600_000
const dated = ({ status, body }: { status: number; body: BodyInit }, ahead: number) =>
  new Response(body, { status, headers: { date: new Date(Date.now() + ahead).toUTCString() } })

test.each([
  ['a normal response', 200, '[]', true],
  ['a refusal with our reason', 409, '{"reason":"under-way","message":"It rings."}', true],
  ['our server with an error', 503, '{"reason":"unavailable","message":"Not now."}', true],
  ["a hotel's sign-in page", 200, '<h1>Sorry</h1>', false],
  ['a truncated response', 200, '[{"id":', false],
  ['a proxy without our server', 502, '<h1>Bad gateway</h1>', false],
  ['a proxy that speaks JSON', 504, '{"message":"Gateway timeout"}', false],
  ['a proxy with its own reason', 403, '{"reason":"blocked"}', false],
  ['a proxy that says null', 511, 'null', false],
])('SHELL-18 only responses of our server set the clock: %s', async (_case, status, body, isOurs) => {
  const answer = (ahead: number) => vi.stubGlobal('fetch', async () => dated({ status, body }, ahead))
  answer(7 * HOUR)
  await call('listSchedules').catch(() => undefined)
  expect(Math.abs(now() - Date.now()) > HOUR).toBe(isOurs)
  if (!isOurs) return
  answer(0)
  await call('listSchedules').catch(() => undefined)
  expect(Math.abs(now() - Date.now())).toBeLessThan(HOUR)
})
