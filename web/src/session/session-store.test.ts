import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UnreachableError } from '../api/api-failure.ts'
import type * as Store from './session-store.ts'

const user = { id: 1, email: 'a@example.com', name: 'Ann', phone: null, phoneVerified: false, isPersonalized: false }
const ann = { authenticated: true, user }
const nobody = { authenticated: false }

/** The requests in order; a test answers each as the server would. */
let requests: { url: string; answer: (body: object) => void; fail: () => void }[]
let store: typeof Store

beforeEach(async () => {
  requests = []
  vi.stubGlobal('fetch', (url: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const answer = (body: object) => resolve(Response.json(body))
    requests.push({ url, answer, fail: () => reject(new TypeError('no network')) })
    return promise
  })
  vi.resetModules()
  store = await import('./session-store.ts') // like a page that just loaded
})

afterEach(() => vi.unstubAllGlobals())

const answered = () => expect.poll(() => store.sessionAnswer(), { interval: 1 })

test('AUTH-4 the session is requested once for all parts of a page', async () => {
  store.askSessionOnce()
  store.askSessionOnce()
  expect(requests.map(({ url }) => url)).toEqual(['/api/auth/check'])
  requests[0]?.answer(ann)
  await answered().toEqual(ann)
  store.askSessionOnce()
  expect(requests).toHaveLength(1)
  store.askSessionAgain()
  expect(requests).toHaveLength(2)
})

test('AUTH-4 without a response nobody counts as signed in, and the caller gets the error', async () => {
  store.askSessionOnce()
  requests[0]?.answer(ann)
  await answered().toEqual(ann)
  const refreshed = store.refreshSession()
  requests[1]?.fail()
  // The reloaded module has its own copy of the class, so compare by name.
  await expect(refreshed).rejects.toHaveProperty('name', UnreachableError.name)
  expect(store.sessionAnswer()).toBe('failed')
})

test('AUTH-4 without a response, a check in the background keeps the last answer', async () => {
  store.askSessionOnce()
  requests[0]?.answer(ann)
  await answered().toEqual(ann)
  store.askSessionAgain()
  requests[1]?.fail()
  await expect.poll(store.sessionFailure, { interval: 1 }).toHaveProperty('name', UnreachableError.name)
  expect(store.sessionAnswer()).toEqual(ann)
})

test('AUTH-4 of two concurrent requests the later one counts', async () => {
  const first = store.refreshSession()
  const second = store.refreshSession()
  requests[1]?.answer(nobody)
  expect(await second).toEqual(nobody)
  requests[0]?.answer(ann)
  expect(await first).toEqual(ann)
  expect(store.sessionAnswer()).toEqual(nobody)
})

test('AUTH-4 a listener is called for each answer until it unsubscribes', async () => {
  const listener = vi.fn()
  const leave = store.onSessionChange(listener)
  const refreshed = store.refreshSession()
  requests[0]?.answer(ann)
  await refreshed
  expect(listener).toHaveBeenCalledOnce()
  leave()
  const again = store.refreshSession()
  requests[1]?.answer(nobody)
  await again
  expect(listener).toHaveBeenCalledOnce()
})
