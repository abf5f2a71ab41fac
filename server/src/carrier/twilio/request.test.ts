import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Client } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { askTwilio, NotSentError, sendInTime } from './request.ts'

/** A carrier that records its requests and allows one connection at a time. */
async function carrierWithOneConnection() {
  const asked: string[] = []
  let connections = 0
  const server = createServer((request, response) => void (asked.push(request.url!), response.end()))
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = new Client(origin)
  onTestFinished(async () => {
    await client.destroy()
    await new Promise((resolve) => void server.close(resolve))
  })
  const ask = async (path: string, mayLeave: () => boolean, ending = new EventEmitter()) =>
    (await sendInTime(client, { origin, path, method: 'POST', body: 'a', mayLeave, ending })).statusCode
  return { ask, asked, connections: () => connections }
}
const heldUp = async (asked: Promise<unknown>) => {
  const failure = await asked.catch((error: unknown) => error)
  return failure instanceof NotSentError ? failure.wasHeldUp : failure
}

test('CALL-3 a request that waited too long for its connection, as in a frozen process, is certainly not sent', async () => {
  const { ask, asked, connections } = await carrierWithOneConnection()
  expect(await heldUp(ask('/cold-and-too-late', () => false))).toBe(true)
  expect(await ask('/in-time', () => true)).toBe(200)
  expect(await heldUp(ask('/too-late', () => false))).toBe(true)
  expect(await ask('/after-it', () => true)).toBe(200)
  expect(asked).toEqual(['/in-time', '/after-it'])
  expect(connections()).toBe(3)
})

test('CALL-3 a request that times out before it has a connection is not sent, then or later', async () => {
  const { ask, asked } = await carrierWithOneConnection()
  const timeLimit = new EventEmitter()
  const first = ask('/first', () => true)
  const queued = ask('/queued', () => true, timeLimit)
  timeLimit.emit('abort', new Error('out of time'))
  expect(await heldUp(queued)).toBe(true)
  expect(await first).toBe(200)
  expect(await ask('/next', () => true)).toBe(200)
  expect(asked).toEqual(['/first', '/next'])
})

test('CALL-3 a request that times out after it was sent stays in doubt, and the next one is sent', async () => {
  const { ask, asked } = await carrierWithOneConnection()
  const timeLimit = new EventEmitter()
  const sent = ask(
    '/sent',
    () => {
      queueMicrotask(() => timeLimit.emit('abort', new Error('out of time')))
      return true
    },
    timeLimit,
  )
  await expect(sent).rejects.toThrow('out of time')
  expect(await ask('/next', () => true)).toBe(200)
  expect(asked.filter((path) => path !== '/sent')).toEqual(['/next'])
})

const SCHEMES: [string, (onSocket: (socket: Socket) => void) => Server][] = [
  ['http', createTcpServer],
  ['https', (onSocket) => createTlsServer({ key: KEY, cert: CERTIFICATE }, onSocket)],
]

/** Sends a request to this server, for at most half a second. */
async function askServer(scheme: string, server: Server) {
  const usual = getCACertificates()
  setDefaultCACertificates([...usual, CERTIFICATE])
  await new Promise<void>((listening) => void server.listen(0, listening))
  onTestFinished(() => {
    setDefaultCACertificates(usual)
    server.close()
  })
  const apiUrl = `${scheme}://localhost:${(server.address() as AddressInfo).port}`
  const request = { method: 'POST', path: '/Calls.json', form: 'To=%2B1', limitMs: 500 } as const
  return askTwilio({ apiUrl, accountSid: 'A', authToken: 'B' }, request)
}

test.each(SCHEMES)(
  'CALL-3 over %s a request that we give up on is withdrawn, so that it can’t arrive after a look-up found no call',
  async (scheme, create) => {
    const { promise: withdrawn, resolve } = Promise.withResolvers<unknown>()
    const server = create(
      (socket) =>
        void socket
          .resume()
          .on('error', resolve)
          .on('end', () => resolve('closed')),
    )
    await expect(askServer(scheme, server)).rejects.toThrow('timeout')
    expect(await withdrawn).toMatchObject({ code: 'ECONNRESET' })
  },
)

test.each(SCHEMES)(
  'CALL-3 over %s a request whose connection the carrier resets is in doubt',
  async (scheme, create) => {
    const connections: Socket[] = []
    const server = create(
      (socket) => void socket.on('error', () => {}).on('data', () => connections[0]!.resetAndDestroy()),
    )
    server.on('connection', (connection: Socket) => connections.push(connection))
    await expect(askServer(scheme, server)).rejects.toThrow('ECONNRESET')
  },
)

/** Of localhost, for these tests alone. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgd38Hto+ClNDfS27S
3H8u7XgCNB4sea0wB8ex3gngflyhRANCAASvcO+mh5Ho3PXmVDzdbexf37pFQBBc
urNg2uWAs+s4jcsHJoe1tZQcuz12LwzNShKLPHm4EMV+L3rWE3kFWBR5
-----END PRIVATE KEY-----`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUc2GUi0H4xFj6He/uZXqHhqXyF6cwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTIwNTIzNFoYDzIxMjYxMTA1
MjA1MjM0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASvcO+mh5Ho3PXmVDzdbexf37pFQBBcurNg2uWAs+s4jcsHJoe1tZQc
uz12LwzNShKLPHm4EMV+L3rWE3kFWBR5o2kwZzAdBgNVHQ4EFgQU9pfGkfN3wxzp
l8XBLSPExy2+Ut0wHwYDVR0jBBgwFoAU9pfGkfN3wxzpl8XBLSPExy2+Ut0wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgdarNpMNVHNOPuAW8sGoIhaj0O9rd1HBAR9d0A/svbvwCIEU/4YHV8gwY
aYJm1F3RA3KW/jtMEa3kWImTmmsUFapZ
-----END CERTIFICATE-----`
