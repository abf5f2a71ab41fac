import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startSandbox } from '../sandbox.ts'
import { number, startWorld } from '../testing/carrier-world.ts'
import { placeCall, request } from '../testing/client.ts'
import { carrierLog, handset } from '../testing/handset.ts'
import { response } from '../testing/subscriber.ts'

test('a new call is queued, has not started and can be fetched and listed', async () => {
  await using world = await startWorld()
  const created = await placeCall(world.sandbox, world.subscriber.url, number)
  expect(created).toMatchObject({
    status: 201,
    body: { status: 'queued', start_time: null, end_time: null, duration: null, queue_time: '0', to: number },
  })
  const sid = String(created.body['sid'])
  expect(created.body['date_created']).toMatch(/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} \+0000$/)
  await world.phone.expectCall()
  expect((await request(world.sandbox, 'GET', `/Calls/${sid}.json`)).body).toMatchObject({ sid, status: 'ringing' })
  const found = await request(world.sandbox, 'GET', `/Calls.json?To=${encodeURIComponent(number)}`)
  expect(found.body).toMatchObject({ calls: [{ sid }], page: 0, page_size: 50, next_page_uri: null })
})

test.each([
  ['To missing', { To: [] }, 400, 21201],
  ['From missing', { From: [] }, 400, 21213],
  ['To is not a number', { To: 'banana' }, 400, 21211],
  ['To without a plus', { To: '61491570156' }, 400, 21211],
  ['From is not ours', { From: '+15005550001' }, 400, 21210],
  ['no instructions', { Url: [] }, 400, 21205],
  ['instructions at an invalid address', { Url: 'voice' }, 400, 21205],
  ['an unknown event', { StatusCallbackEvent: 'answerd' }, 400, 21626],
  ['a misspelled parameter', { StatusCallBack: 'https://example.com' }, 400, 20001],
  ['a ring time past the limit', { Timeout: '601' }, 400, 20001],
  ['a document past the limit', { Url: [], Twiml: 'x'.repeat(4_001) }, 400, 20001],
  ['a detection without an address', { MachineDetection: 'Enable', AsyncAmd: 'true' }, 400, 21262],
  ['a detection that the call waits for', { MachineDetection: 'Enable' }, 400, 20001],
  ['a parameter the sandbox does not know', { SendDigits: '1' }, 400, 20001],
])('a request is refused: %s', async (_case, change, status, code) => {
  await using sandbox = await startSandbox()
  const refused = await placeCall(sandbox, 'http://127.0.0.1:9', number, change)
  expect(refused).toMatchObject({ status, body: { code, status, more_info: expect.stringContaining(String(code)) } })
  expect(await carrierLog(sandbox.url)).toMatchObject([{ kind: 'call-refused', code }])
})

test('wrong credentials, unknown calls, operations and filters each get their own error', async () => {
  await using sandbox = await startSandbox()
  const stranger = { ...sandbox, authToken: 'wrong' }
  expect(await request(stranger, 'GET', '/Calls.json')).toMatchObject({ status: 401, body: { code: 20003 } })
  expect(await request(sandbox, 'GET', '/Calls/CA0.json')).toMatchObject({ status: 404, body: { code: 20404 } })
  expect(await request(sandbox, 'GET', '/Conferences.json')).toMatchObject({ status: 501 })
  expect(await request(sandbox, 'GET', '/Calls.json?Too=1')).toMatchObject({ status: 400, body: { code: 20001 } })
})

test('calls beyond the rate are queued, and queue_time says for how long', async () => {
  await using world = await startWorld({ callsPerSecond: 0.01 })
  const waits: number[] = []
  for (let i = 0; i < 3; i++) {
    const created = await placeCall(world.sandbox, world.subscriber.url, number)
    waits.push(Number(created.body['queue_time']))
  }
  // 100 s a call, minus the time the requests take.
  expect(waits.map((wait) => Math.ceil(wait / 50_000) * 50)).toEqual([0, 100, 200])
})

test('queued calls ring in the order of their requests', async () => {
  await using world = await startWorld({ callsPerSecond: 100 })
  await Promise.all([1, 2, 3, 4].map(() => placeCall(world.sandbox, world.subscriber.url, number)))
  for (let i = 0; i < 4; i++) await world.phone.expectCall()
  const log = await carrierLog(world.sandbox.url)
  const order = (kind: string) => log.filter((entry) => entry.kind === kind).map((entry) => entry['sid'])
  expect(order('ringing')).toEqual(order('call-created'))
})

test('a customer that disconnects before the response still gets its call, and so does the next one', async () => {
  await using world = await startWorld()
  const { sandbox } = world
  const login = Buffer.from(`${sandbox.accountSid}:${sandbox.authToken}`).toString('base64')
  const form = new URLSearchParams({ To: number, From: sandbox.phoneNumber, Twiml: '<Response/>' }).toString()
  const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1')
  const head = [
    `POST /2010-04-01/Accounts/${sandbox.accountSid}/Calls.json HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Basic ${login}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${form.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${form}`, () => socket.destroy())
  const first = await world.phone.expectCall()
  await placeCall(sandbox, world.subscriber.url, number)
  expect((await world.phone.expectCall()).sid).not.toBe(first.sid)
})

test('a queued call can be canceled, once', async () => {
  await using world = await startWorld({ callsPerSecond: 0.001 })
  await world.ringing()
  const queued = await placeCall(world.sandbox, world.subscriber.url, number)
  const path = `/Calls/${String(queued.body['sid'])}.json`
  expect(await request(world.sandbox, 'POST', path, { Status: 'canceled' })).toMatchObject({
    body: { status: 'canceled' },
  })
  expect(await request(world.sandbox, 'POST', path, { Status: 'canceled' })).toMatchObject({
    status: 400,
    body: { code: 21220 },
  })
})

test('a request redirects a call in progress, but not one that rings', async () => {
  await using world = await startWorld()
  world.subscriber.answer('/other', response('<Gather><Say>Elsewhere</Say></Gather>'))
  const call = await world.ringing()
  const path = `/Calls/${call.sid}.json`
  expect(await request(world.sandbox, 'POST', path, { Url: `${world.subscriber.url}/other` })).toMatchObject({
    body: { code: 21220 },
  })
  await call.pickUp()
  await request(world.sandbox, 'POST', path, { Url: `${world.subscriber.url}/other` })
  await call.press('#')
  expect((await call.heard()).map((item) => item.verb === 'Say' && item.text)).toEqual(['Press 1', 'Elsewhere'])
  expect(await call.status()).toBe('completed')
})

test('a call that its customer completes ends immediately', async () => {
  await using world = await startWorld()
  const call = await world.ringing()
  await call.pickUp()
  await request(world.sandbox, 'POST', `/Calls/${call.sid}.json`, { Status: 'completed' })
  expect(await call.status()).toBe('completed')
  await expect(call.press('1')).rejects.toThrow('the call is over')
})

test('lists are filtered, paged and newest first', async () => {
  await using world = await startWorld()
  const second = await handset(world.sandbox.url, '+61491570157')
  for (const to of [number, second.number, number]) await placeCall(world.sandbox, world.subscriber.url, to)
  const all = await request(world.sandbox, 'GET', '/Calls.json?PageSize=2')
  expect(all.body).toMatchObject({ calls: [{ to: number }, { to: second.number }], next_page_uri: expect.any(String) })
  const next = await request(
    world.sandbox,
    'GET',
    String(all.body['next_page_uri']).split(world.sandbox.accountSid)[1] ?? '',
  )
  expect(next.body).toMatchObject({ calls: [{ to: number }], next_page_uri: null })
  const ofOne = await request(world.sandbox, 'GET', `/Calls.json?To=${encodeURIComponent(second.number)}`)
  expect(ofOne.body).toMatchObject({ calls: [{ to: second.number }], next_page_uri: null })
})
