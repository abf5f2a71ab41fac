import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { startWorld } from '../testing/carrier-world.ts'
import { carrierLog } from '../testing/handset.ts'

const everyCall = ['AccountSid', 'ApiVersion', 'CallSid', 'CallStatus', 'Direction', 'From', 'To']
const places = ['City', 'Country', 'State', 'Zip']
const withPlaces = [
  ...everyCall,
  'Called',
  'Caller',
  ...['Called', 'Caller', 'From', 'To'].flatMap((who) => places.map((place) => who + place)),
]

// Captured from the real carrier's requests.
test("each callback carries exactly the carrier's parameters", async () => {
  await using world = await startWorld()
  const call = await world.ringing()
  await call.pickUp()
  await call.press('1')
  const namesAt = (path: string, index = 0) =>
    Object.keys(world.subscriber.at(path)[index]?.parameters ?? {}).toSorted()
  const status = [...withPlaces, 'CallbackSource', 'SequenceNumber', 'Timestamp']
  expect(namesAt('/status', 0)).toEqual(status.toSorted())
  expect(namesAt('/status', 3)).toEqual([...status, 'CallDuration', 'Duration'].toSorted())
  expect(namesAt('/voice')).toEqual(withPlaces.toSorted())
  expect(namesAt('/keys')).toEqual([...withPlaces, 'Digits', 'FinishedOnKey', 'msg'].toSorted())
  expect(world.subscriber.at('/status').map(({ parameters }) => parameters['SequenceNumber'])).toEqual([
    '0',
    '1',
    '2',
    '3',
  ])
})

test('only subscribed events are reported, numbered from 0', async () => {
  await using world = await startWorld()
  const call = await world.ringing({ StatusCallbackEvent: 'completed' })
  await call.decline()
  expect(world.subscriber.at('/status').map(({ parameters }) => parameters)).toMatchObject([
    { CallStatus: 'busy', SequenceNumber: '0' },
  ])
})

test('every request is signed over its address and its parameters', async () => {
  await using world = await startWorld()
  const call = await world.ringing({ StatusCallback: `${world.subscriber.url}/status?token=a%20b#rc=2` })
  await call.pickUp()
  await call.press('1')
  for (const { path, body, headers } of world.subscriber.received) {
    const address = world.subscriber.url + path + (path === '/status' ? '?token=a%20b' : '')
    const pairs = [...new URLSearchParams(body)].toSorted(([one], [other]) => (one < other ? -1 : 1))
    const signed = address + pairs.map(([name, value]) => name + value).join('')
    const expected = createHmac('sha1', world.sandbox.authToken).update(signed).digest('base64')
    expect(headers['x-twilio-signature']).toBe(expected)
    expect(headers['i-twilio-idempotency-token']).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('a callback that the customer refuses with 500 is not retried', async () => {
  await using world = await startWorld()
  world.subscriber.answer('/status', { status: 500 })
  const call = await world.ringing({ StatusCallbackEvent: 'completed' })
  await call.decline()
  expect(world.subscriber.at('/status')).toHaveLength(1)
})

test('an address can request retries of a callback refused with 500, all with one token', async () => {
  await using world = await startWorld()
  world.subscriber.answer('/status', { status: 500 })
  const StatusCallback = `${world.subscriber.url}/status#rc=2&rp=5xx`
  const call = await world.ringing({ StatusCallbackEvent: 'completed', StatusCallback })
  await call.decline()
  const tokens = world.subscriber.at('/status').map(({ headers }) => headers['i-twilio-idempotency-token'])
  expect(tokens).toHaveLength(3)
  expect(new Set(tokens).size).toBe(1)
})

test('a failed connection is retried once, then the callback is lost and the call ends as usual', async () => {
  await using world = await startWorld()
  const call = await world.ringing({ StatusCallback: 'http://127.0.0.1:1/status', StatusCallbackEvent: 'completed' })
  await call.decline()
  const log = await carrierLog(world.sandbox.url)
  expect(log.filter(({ kind }) => kind === 'callback-failed')).toMatchObject([
    { outcome: 'connect-failed' },
    { outcome: 'connect-failed' },
  ])
  expect(await call.status()).toBe('busy')
})
