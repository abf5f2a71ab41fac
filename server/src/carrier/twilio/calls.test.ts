import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { twilioCarrier } from '../twilio.adapter.ts'
import { askTwilio, NotSentError, type ApiKey } from './request.ts'
import { signatureOf } from './signature.ts'

const now = Date.parse('2027-01-15T06:30:00Z')
const call = { to: '+491555550123', token: 't0k3n', machineDetection: true, record: false }

const carrierAt = (apiUrl: string, secondaryAuthToken: string | null = null, apiKey: ApiKey | null = null) =>
  twilioCarrier({
    voices: null,
    messagingServiceSid: null,
    apiUrl,
    accountSid: '2f3a-an-id-of-another-form',
    authToken: 'primary',
    secondaryAuthToken,
    apiKey,
    callerNumbers: ['+12025550100'],
    publicUrl: 'https://wake.example',
    clock: { now: () => now },
    metrics: { carrierFailed: () => undefined },
  })

async function listen(server: Server, scheme = 'http'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A carrier that answers every request alike and records the requests. */
type Asked = { method: string; url: string; authorization: string; form: URLSearchParams }
async function carrierAnswering(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const asked: Asked[] = []
  const server = createHttpServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const form = new URLSearchParams(await text(request))
    asked.push({ method, url, authorization: headers.authorization ?? '', form })
    answer(response, request)
  })
  onTestFinished(() => server.closeAllConnections())
  return { url: await listen(server), asked }
}
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  carrierAnswering((response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)),
  )
const basic = (token: string) => `Basic ${Buffer.from(`2f3a-an-id-of-another-form:${token}`).toString('base64')}`

/** A server that accepts connections and misbehaves after the first bytes. */
async function serverThat(misbehaves: (socket: Socket) => void, scheme = 'http'): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => misbehaves(socket))
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  return listen(server, scheme)
}

async function closedPort(): Promise<string> {
  const server = createServer()
  const url = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return url
}

test('CARRIER-5 requests authenticate by the key alone, even when it is refused, and the token still verifies callbacks', async () => {
  const { url, asked } = await json(401, { code: 20_003 })
  const carrier = carrierAt(url, 'secondary', { sid: 'SK7', secret: 'hidden' })
  expect(await carrier.placeCall(call)).toMatchObject({ outcome: 'not-placed', misconfigured: true })
  const byKey = `Basic ${Buffer.from('SK7:hidden').toString('base64')}`
  expect(asked.map(({ url, authorization }) => [url, authorization])).toEqual([
    ['/2010-04-01/Accounts/2f3a-an-id-of-another-form/Calls.json', byKey],
  ])
  const form = { CallSid: 'b1c2', CallStatus: 'ringing' }
  const signedBy = (secret: string) => ({
    pathAndQuery: '/callbacks/status/t',
    form,
    headers: { 'x-twilio-signature': signatureOf(secret, 'https://wake.example/callbacks/status/t', form) },
  })
  expect(carrier.readCallback(signedBy('primary'))).toMatchObject({ carrierCallId: 'b1c2' })
  expect(carrier.readCallback(signedBy('secondary'))).toMatchObject({ carrierCallId: 'b1c2' })
  expect(carrier.readCallback(signedBy('hidden'))).toBeNull()
})

test('WAKE-11 a redirected call stops and fetches its script from the new address', async () => {
  const { url, asked } = await json(200, { sid: 'b1c2' })
  await carrierAt(url).redirect('b1c2', '/callbacks/voice/t0k3n?machine=1')
  expect(asked).toMatchObject([
    { method: 'POST', url: '/2010-04-01/Accounts/2f3a-an-id-of-another-form/Calls/b1c2.json' },
  ])
  expect([...asked[0]!.form]).toEqual([
    ['Url', 'https://wake.example/callbacks/voice/t0k3n?machine=1'],
    ['Method', 'POST'],
  ])
})

test.each([
  ['over', 400, { code: 21_220 }],
  ['unknown', 404, { code: 20_404 }],
])('WAKE-11 redirecting a call that is %s is not an error', async (_case, status, body) => {
  const { url, asked } = await json(status, body)
  await carrierAt(url).redirect('b1c2', '/x')
  expect(asked).toHaveLength(1)
})

test('WAKE-11 a failed redirect is reported without a number', async () => {
  const { url } = await json(503, { code: 20_503, message: 'not now, +491555550123' })
  await expect(carrierAt(url).redirect('b1c2', '/x')).rejects.toThrow(
    /^could not redirect a call: HTTP 503, code 20503$/,
  )
})

test('CALL-3 a call is requested once, with its token in every callback address', async () => {
  const { url, asked } = await json(201, { sid: 'b1c2-some-id', queue_time: '1500' })
  const placed = await carrierAt(`${url}/api/laml/`).placeCall({ ...call, record: true })
  expect(placed).toEqual({ outcome: 'accepted', carrierCallId: 'b1c2-some-id', queueMs: 1500 })
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({
    method: 'POST',
    url: '/api/laml/2010-04-01/Accounts/2f3a-an-id-of-another-form/Calls.json',
    authorization: basic('primary'),
  })
  expect([...asked[0]!.form]).toEqual([
    ['To', '+491555550123'],
    ['From', '+12025550100'],
    ['Url', 'https://wake.example/callbacks/voice/t0k3n'],
    ['Method', 'POST'],
    ['FallbackUrl', 'https://wake.example/callbacks/voice/t0k3n'],
    ['FallbackMethod', 'POST'],
    ['StatusCallback', 'https://wake.example/callbacks/status/t0k3n#rc=2&rp=5xx,ct,rt'],
    ['StatusCallbackMethod', 'POST'],
    ['Timeout', '30'],
    ['TimeLimit', '180'],
    ['MachineDetection', 'Enable'],
    ['AsyncAmd', 'true'],
    ['AsyncAmdStatusCallback', 'https://wake.example/callbacks/machine/t0k3n#rc=2&rp=5xx,ct,rt'],
    ['AsyncAmdStatusCallbackMethod', 'POST'],
    ['Record', 'true'],
    ['RecordingStatusCallback', 'https://wake.example/callbacks/recording/t0k3n#rc=2&rp=5xx,ct,rt'],
    ['RecordingStatusCallbackMethod', 'POST'],
    ['StatusCallbackEvent', 'initiated'],
    ['StatusCallbackEvent', 'ringing'],
    ['StatusCallbackEvent', 'answered'],
    ['StatusCallbackEvent', 'completed'],
    ['RecordingStatusCallbackEvent', 'completed'],
    ['RecordingStatusCallbackEvent', 'absent'],
  ])
})

test('CALL-13 without consent the request asks for no recording', async () => {
  const { url, asked } = await json(201, { sid: 'CA1' })
  await carrierAt(url).placeCall({ ...call, machineDetection: false })
  const names = [...asked[0]!.form.keys()].filter((name) => /Record|Machine|Amd/.test(name))
  expect(names).toEqual([])
})

describe('CALL-4 a call the carrier refuses is rejected with a reason', () => {
  test.each([
    [400, 21211, 'invalid-number'],
    [400, 21217, 'invalid-number'],
    [400, 13224, 'invalid-number'],
    [400, 21215, 'not-permitted'],
    [403, 32224, 'not-permitted'],
    [400, 21608, 'held-account'],
    [400, 21216, 'held-account'],
  ])('HTTP %i with code %i: %s', async (status, code, reason) => {
    const { url, asked } = await json(status, { code, message: 'about +491555550123', status })
    expect(await carrierAt(url).placeCall(call)).toEqual({ outcome: 'rejected', reason, refusal: { status, code } })
    expect(asked).toHaveLength(1)
  })
})

describe('CALL-1 CALL-5 a call refused for another reason than its number may be placed within its ten minutes', () => {
  const misconfigured = { outcome: 'not-placed', retryAfterMs: 15_000, misconfigured: true }

  test.each([
    [400, 21210],
    [404, 20404],
    [401, 20003],
    [400, 99999],
  ])('HTTP %i with code %i', async (status, code) => {
    const { url, asked } = await json(status, { code, message: 'about +491555550123', status })
    expect(await carrierAt(url).placeCall(call)).toEqual({ ...misconfigured, refusal: { status, code } })
    expect(asked).toHaveLength(1)
  })

  test('HTTP 404 from something that is not a carrier', async () => {
    const { url } = await carrierAnswering((response) => response.writeHead(404).end('<h1>Not found</h1>'))
    expect(await carrierAt(url).placeCall(call)).toEqual({ ...misconfigured, refusal: { status: 404, code: null } })
  })

  test('S40 a code as long as a phone number is dropped', async () => {
    const { url } = await json(400, { code: 491_555_550_123 })
    expect(await carrierAt(url).placeCall(call)).toEqual({ ...misconfigured, refusal: { status: 400, code: null } })
  })
})

describe('CALL-5 a call that was certainly not placed may be placed again', () => {
  type Answer = [status: number, body: { code?: number }, headers: Record<string, string>]
  test.each<[string, ...Answer, number]>([
    ['too many requests', 429, { code: 20429 }, {}, 2_000],
    ['too many requests, with a retry-after', 429, { code: 20429 }, { 'retry-after': '7' }, 7_000],
    [
      'too many requests, with an unreadable retry-after',
      429,
      {},
      { 'retry-after': 'Fri, 15 Jan 2027 06:30:08 GMT' },
      2_000,
    ],
    ['too many requests, with a retry-after of days', 429, {}, { 'retry-after': '999999' }, 600_000],
    ['too many calls at once', 400, { code: 10004 }, {}, 10_000],
    ['a full queue', 400, { code: 22005 }, {}, 30_000],
  ])('%s', async (_case, ...rest) => {
    const retryAfterMs = rest.pop()
    const answer = rest as unknown as Answer
    const { url } = await json(...answer)
    const refusal = { status: answer[0], code: answer[1].code ?? null }
    expect(await carrierAt(url).placeCall(call)).toEqual({ outcome: 'not-placed', retryAfterMs, refusal })
  })

  test.each([
    ['a refused connection', closedPort],
    [
      'a refused connection at every address of a name',
      async () => (await closedPort()).replace('127.0.0.1', 'localhost'),
    ],
    ['an unknown host name', async () => 'http://carrier.invalid'],
    ['a failed TLS handshake', async () => serverThat((socket) => socket.end(ALERT_HANDSHAKE_FAILURE), 'https')],
    ['a connection cut during the handshake', async () => serverThat((socket) => socket.end(), 'https')],
  ])('%s', async (_case, unreachable) => {
    expect(await carrierAt(await unreachable()).placeCall(call)).toEqual({ outcome: 'not-placed', retryAfterMs: 3_000 })
  })
})

describe('CALL-3 a request that may have reached the carrier is in doubt, never sent again', () => {
  test.each<[string, RegExp, (socket: Socket) => void]>([
    ['a reset after sending', /ECONNRESET/, (socket) => socket.resetAndDestroy()],
    ['a close after sending', /other side closed/, (socket) => socket.end()],
    ['an answer that is not HTTP', /does not match the HTTP/, (socket) => socket.end('hello\r\n\r\n')],
    [
      'an answer cut short',
      /other side closed/,
      (socket) => socket.end('HTTP/1.1 201 Created\r\ncontent-length: 99\r\n\r\n{"sid"'),
    ],
  ])('%s', async (_case, failure, misbehaves) => {
    await expect(carrierAt(await serverThat(misbehaves)).placeCall(call)).rejects.toThrow(failure)
  })

  test.each([
    ['a server error with a code', 500, '{"code":20500}', /HTTP 500, code 20500/],
    ["a proxy's error page", 503, '<h1>Service unavailable</h1>', /HTTP 503/],
    ['a gateway timeout', 504, '', /HTTP 504/],
    ["the carrier's own timeout", 408, '{"code":20408}', /HTTP 408/],
    ['a redirect', 307, '', /HTTP 307/],
    ["success that can't be parsed", 201, '<h1>Created</h1>', /JSON/],
    ['success without an id', 201, '{"status":"queued"}', /sid/],
  ])('%s', async (_case, status, body, failure) => {
    const { url, asked } = await carrierAnswering((response) =>
      response.writeHead(status, status === 307 ? { location: '/elsewhere' } : {}).end(body),
    )
    await expect(carrierAt(url, 'secondary').placeCall(call)).rejects.toThrow(failure)
    expect(asked).toHaveLength(1)
  })

  test.each<[string, (socket: Socket) => void]>([
    ['before it answers', () => {}],
    [
      'in the middle of its answer',
      (socket) => socket.write('HTTP/1.1 201 Created\r\ncontent-length: 99\r\n\r\n{"sid"'),
    ],
  ])('a carrier that stops answering %s', async (_case, fallsSilent) => {
    const account = { apiUrl: await serverThat(fallsSilent), accountSid: 'A', authToken: 'B', secondaryAuthToken: null }
    const asked = askTwilio(account, { method: 'GET', path: '/Calls.json', limitMs: 100 })
    const failure = await asked.catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'TimeoutError' })
    expect(failure).not.toBeInstanceOf(NotSentError)
  })

  test('an error never repeats what the carrier wrote about a number', async () => {
    const { url } = await json(500, { code: 20500, message: 'The number +491555550123' })
    await expect(carrierAt(url).placeCall(call)).rejects.toThrow(
      /^no clear answer to a new call: HTTP 500, code 20500$/,
    )
  })
})

describe('CALL-1 calls go out while an operator changes the tokens', () => {
  test('a refused token is followed by the second one', async () => {
    const { url, asked } = await carrierAnswering((response, { headers }) =>
      headers.authorization === basic('secondary')
        ? response.writeHead(201).end('{"sid":"CA1"}')
        : response.writeHead(401).end('{"code":20003}'),
    )
    expect(await carrierAt(url, 'secondary').placeCall(call)).toMatchObject({ outcome: 'accepted' })
    expect(asked.map(({ authorization }) => authorization)).toEqual([basic('primary'), basic('secondary')])
    expect(asked[1]!.form.get('To')).toBe(call.to)
  })
})

describe('CALL-10 reconciliation reads how a call ended', () => {
  const resource = {
    sid: 'CA1',
    date_created: 'Fri, 15 Jan 2027 06:25:00 +0000',
    start_time: 'Fri, 15 Jan 2027 06:25:02 +0000',
    end_time: null,
    duration: null,
  }
  const created = Date.parse('2027-01-15T06:25:00Z')
  const began = Date.parse('2027-01-15T06:25:02Z')
  const over = Date.parse('2027-01-15T06:26:00Z')
  const end_time = 'Fri, 15 Jan 2027 06:26:00 +0000'

  test.each([
    [
      { status: 'queued', start_time: null },
      { type: 'queued', at: now },
    ],
    [{ status: 'ringing' }, { type: 'ringing', at: began }],
    [{ status: 'in-progress' }, { type: 'picked-up', at: now }],
    [
      { status: 'completed', end_time, duration: '41' },
      { type: 'ended', at: over, how: 'hung-up', talkedS: 41 },
    ],
    [
      { status: 'busy', end_time, duration: '0' },
      { type: 'ended', at: over, how: 'busy', talkedS: 0 },
    ],
    [
      { status: 'no-answer', end_time },
      { type: 'ended', at: over, how: 'no-answer', talkedS: null },
    ],
    [
      { status: 'failed', end_time },
      { type: 'ended', at: over, how: 'failed', talkedS: null },
    ],
    [{ status: 'canceled' }, { type: 'ended', at: now, how: 'cancelled', talkedS: null }],
    [
      { status: 'completed', end_time: 'Sat, 16 Jan 2027 06:26:00 +0000' },
      { type: 'ended', at: now },
    ],
  ])('%o', async (fields, event) => {
    const { url } = await json(200, { ...resource, ...fields })
    expect(await carrierAt(url).fetchCall('CA1')).toMatchObject({ carrierCallId: 'CA1', createdAt: created, event })
  })

  test.each([[{}], [{ date_created: null }], [{ date_created: '' }], [{ date_created: 'yesterday' }]])(
    'a missing creation date is unknown, never now: %o',
    async (dates) => {
      const { url } = await json(200, { sid: 'CA1', status: 'queued', ...dates })
      expect(await carrierAt(url).fetchCall('CA1')).toMatchObject({ createdAt: null })
    },
  )

  test('an unknown call is null, and an id cannot escape its path', async () => {
    const { url, asked } = await json(404, { code: 20404 })
    expect(await carrierAt(url).fetchCall('../Messages/1')).toBeNull()
    expect(asked[0]!.url).toMatch(/\/Calls\/\.\.%2FMessages%2F1\.json$/)
  })

  test.each([
    ['a server error', 500, {}, /HTTP 500/],
    ['an unknown status', 200, { ...resource, status: 'levitating', calls: [{ sid: 'CA1', status: 'x' }] }, /status/],
    ['an empty page', 200, {}, /expected/],
  ])('%s counts as no answer', async (_case, status, body, failure) => {
    const { url } = await json(status, body)
    await expect(carrierAt(url).fetchCall('CA1')).rejects.toThrow(failure)
    await expect(carrierAt(url).recentCalls(call.to)).rejects.toThrow(failure)
  })

  test('CALL-3 recent calls are listed by both numbers, not by start time, which a queued call lacks', async () => {
    const { url, asked } = await json(200, { calls: [{ ...resource, status: 'queued' }] })
    expect(await carrierAt(url).recentCalls(call.to)).toEqual([
      { carrierCallId: 'CA1', createdAt: created, event: { type: 'queued', at: now } },
    ])
    const query = new URL(asked[0]!.url, url).searchParams
    expect([...query]).toEqual([
      ['To', '+491555550123'],
      ['From', '+12025550100'],
      ['PageSize', '100'],
    ])
  })
})

describe('CALL-3 the list of all recent calls', () => {
  const at = (minutes: number) => new Date(now - minutes * 60_000).toUTCString()
  const resource = (sid: string, minutes: number) => ({ sid, to: call.to, status: 'queued', date_created: at(minutes) })

  async function carrierWithPages(pages: readonly (readonly object[])[]) {
    return carrierAnswering((response, request) => {
      const page = Number(new URL(request.url!, 'http://carrier').searchParams.get('Page') ?? 0)
      const next = `/elsewhere/Calls.json?From=%2B12025550100&PageSize=1000&Page=${page + 1}&PageToken=PA${page + 1}`
      const body = { calls: pages[page], next_page_uri: page + 1 < pages.length ? next : null }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  }
  const since = now - 10 * 60_000

  test('is read page by page, no further than needed, each call once', async () => {
    const pages = [
      [resource('CA4', 0), resource('CA3', 1)],
      [resource('CA3', 1), resource('CA2', 5), resource('CA1', 11)],
      [resource('CA0', 12)],
    ]
    const { url, asked } = await carrierWithPages(pages)
    const listed = await carrierAt(`${url}/prefix`).callsSince(since)
    expect(listed.map(({ carrierCallId, to }) => `${carrierCallId} ${to}`)).toEqual(
      ['CA4', 'CA3', 'CA2', 'CA1'].map((sid) => `${sid} ${call.to}`),
    )
    expect(asked.map((one) => one.url.replace(/^.*Calls\.json/, ''))).toEqual([
      '?From=%2B12025550100&PageSize=1000',
      '?From=%2B12025550100&PageSize=1000&Page=1&PageToken=PA1',
    ])
    expect(asked[1]!.url).toContain('/prefix/2010-04-01/')
  })

  test('fails when its pages never end', async () => {
    const { url } = await carrierAnswering((response) =>
      response.end(JSON.stringify({ calls: [resource('CA1', 1)], next_page_uri: '/Calls.json?Page=1' })),
    )
    await expect(carrierAt(url).callsSince(since)).rejects.toThrow(/no end/)
  })
})

describe('PHONE-5 a text is sent, refused for good, or retried', () => {
  test.each([
    [400, 21610, 'stopped'],
    [400, 21211, 'invalid-number'],
    [400, 21614, 'no-texts'],
    [400, 21635, 'no-texts'],
    [400, 30034, 'unregistered'],
    [400, 572006, 'held-account'],
    [400, 21660, 'other'],
  ])('HTTP %i with code %i is refused: %s', async (status, code, reason) => {
    const { url } = await json(status, { code })
    const refused = { outcome: 'refused', reason, refusal: { status, code } }
    expect(await carrierAt(url).sendText({ to: call.to, body: 'x', newsPath: '/n' })).toEqual(refused)
  })

  test.each([
    [429, { code: 20429 }, /HTTP 429/],
    [400, { code: 21611 }, /code 21611/],
    [500, { code: 20500 }, /HTTP 500/],
    [502, {}, /HTTP 502/],
    [201, {}, /sid/],
  ])('HTTP %i %o throws', async (status, body, failure) => {
    const { url } = await json(status, body)
    await expect(carrierAt(url).sendText({ to: call.to, body: 'x', newsPath: '/n' })).rejects.toThrow(failure)
  })
})

/** A fatal TLS alert, handshake_failure: the server shares no cipher with us. */
const ALERT_HANDSHAKE_FAILURE = Buffer.from([21, 3, 3, 0, 2, 2, 40])
