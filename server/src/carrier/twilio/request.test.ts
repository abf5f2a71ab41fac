import { createServer } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { Client, H2CClient } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { guardDeparture, NotSentError, sendInTime } from './request.ts'

/** A carrier that records its requests and allows one connection at a time. */
async function carrierBy(protocol: 'HTTP/1.1' | 'HTTP/2') {
  const asked: string[] = []
  let connections = 0
  const server =
    protocol === 'HTTP/1.1'
      ? createServer((request, response) => void (asked.push(request.url!), response.end()))
      : createHttp2Server((request, response) => void (asked.push(request.url), response.end()))
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = protocol === 'HTTP/1.1' ? new Client(origin) : new H2CClient(origin)
  onTestFinished(async () => {
    await client.destroy()
    await new Promise((resolve) => void server.close(resolve))
  })
  const guarded = client.compose(guardDeparture)
  const ask = (path: string, mayLeave: () => boolean, signal = new AbortController().signal) =>
    sendInTime(guarded, { origin, path, method: 'POST', body: 'a', mayLeave, signal }).then(async (answer) => {
      await answer.body.dump()
      return answer.statusCode
    })
  return { ask, asked, connections: () => connections }
}
const heldUp = async (asked: Promise<unknown>) => {
  const failure = await asked.catch((error: unknown) => error)
  return failure instanceof NotSentError ? failure.wasHeldUp : failure
}

test.each([
  ['HTTP/1.1', 3],
  ['HTTP/2', 1], // aborting a request keeps the session for the others
] as const)(
  'CALL-3 over %s a request that waited too long for its connection, as in a frozen process, is certainly not sent',
  async (protocol, opened) => {
    const { ask, asked, connections } = await carrierBy(protocol)
    expect(await heldUp(ask('/cold-and-too-late', () => false))).toBe(true)
    expect(await ask('/in-time', () => true)).toBe(200)
    expect(await heldUp(ask('/too-late', () => false))).toBe(true)
    expect(await ask('/after-it', () => true)).toBe(200)
    expect(asked).toEqual(['/in-time', '/after-it'])
    expect(connections()).toBe(opened)
  },
)

test('CALL-3 a request that times out before it has a connection is not sent, then or later', async () => {
  const { ask, asked } = await carrierBy('HTTP/1.1')
  const timeLimit = new AbortController()
  const first = ask('/first', () => true)
  const queued = ask('/queued', () => true, timeLimit.signal)
  timeLimit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
  expect(await heldUp(queued)).toBe(true)
  expect(await first).toBe(200)
  expect(await ask('/next', () => true)).toBe(200)
  expect(asked).toEqual(['/first', '/next'])
})

test('CALL-3 a request that times out after it was sent stays in doubt, and the next one is sent', async () => {
  const { ask, asked } = await carrierBy('HTTP/1.1')
  const timeLimit = new AbortController()
  const sent = ask(
    '/sent',
    () => {
      queueMicrotask(() => timeLimit.abort(new Error('out of time')))
      return true
    },
    timeLimit.signal,
  )
  await expect(sent).rejects.toThrow('out of time')
  expect(await ask('/next', () => true)).toBe(200)
  expect(asked.filter((path) => path !== '/sent')).toEqual(['/next'])
})
