import { expect, test } from 'vitest'
import { number, startWorld, type CarrierWorld } from './testing/carrier-world.ts'
import { placeCall, request } from './testing/client.ts'
import { carrierLog, configureCarrier, faults, type FaultOrder } from './testing/handset.ts'

/** A world whose next call has this fault. */
async function worldWith(order: FaultOrder): Promise<CarrierWorld> {
  const world = await startWorld()
  await faults(world.sandbox.url).add(order)
  return world
}
const place = ({ sandbox, subscriber }: CarrierWorld) => placeCall(sandbox, subscriber.url, number)
const listed = async ({ sandbox }: CarrierWorld) => (await request(sandbox, 'GET', '/Calls.json')).body['calls']
const sequence = ({ subscriber }: CarrierWorld) =>
  subscriber.at('/status').map(({ parameters }) => parameters['SequenceNumber'])

test.each([
  ['refuse', { code: 21216 }, { status: 400, body: { code: 21216 } }],
  ['too-many-requests', {}, { status: 429, body: { code: 20429 } }],
  ['5xx-before-accepting', {}, { status: 500, body: { code: 20500 } }],
])('%s: the customer gets an error, nothing rings, and the next call is accepted', async (fault, more, answer) => {
  await using world = await worldWith({ fault, ...more })
  expect(await place(world)).toMatchObject(answer)
  expect(await listed(world)).toEqual([])
  expect(await place(world)).toMatchObject({ status: 201 })
})

test('reset-before-accepting: the connection breaks and nothing rings', async () => {
  await using world = await worldWith({ fault: 'reset-before-accepting' })
  await expect(place(world)).rejects.toThrow('fetch failed')
  expect(await listed(world)).toEqual([])
})

test.each(['accept-then-reset', 'accept-then-hang'])(
  '%s: the customer gets no response and the phone rings',
  async (fault) => {
    await using world = await worldWith({ fault })
    const answer = place(world).catch(() => 'no answer')
    const call = await world.phone.expectCall()
    expect(await listed(world)).toMatchObject([{ sid: call.sid, status: 'ringing' }])
    await world.sandbox.close()
    expect(await answer).toBe('no answer')
  },
)

test('accept-then-5xx: the customer gets an error and the phone rings', async () => {
  await using world = await worldWith({ fault: 'accept-then-5xx' })
  expect(await place(world)).toMatchObject({ status: 500 })
  expect(await (await world.phone.expectCall()).status()).toBe('ringing')
})

test('malformed-answer: the response is not JSON and the phone rings', async () => {
  await using world = await worldWith({ fault: 'malformed-answer' })
  await expect(place(world)).rejects.toThrow(SyntaxError)
  expect(await (await world.phone.expectCall()).status()).toBe('ringing')
})

test('callbacks-before-answer: the ringing callback arrives before the response', async () => {
  await using world = await worldWith({ fault: 'callbacks-before-answer' })
  await place(world)
  expect(sequence(world)).toEqual(['0', '1'])
})

test('slow-answer: the phone rings before the customer has its response', async () => {
  await using world = await worldWith({ fault: 'slow-answer', delayMs: 600_000 })
  const answer = place(world).catch(() => 'no answer')
  expect(await (await world.phone.expectCall()).status()).toBe('ringing')
  await world.sandbox.close()
  expect(await answer).toBe('no answer')
})

test('queue-delay: the call stays queued longer', async () => {
  await using world = await worldWith({ fault: 'queue-delay', delayMs: 20 })
  expect(await place(world)).toMatchObject({ status: 201, body: { queue_time: '20' } })
  expect(await (await world.phone.expectCall()).status()).toBe('ringing')
})

test('late-list: a fetch finds the call immediately, the list only after the delay', async () => {
  let now = Date.parse('2027-01-15T05:30:00Z')
  await using world = await startWorld({ now: () => now })
  await faults(world.sandbox.url).add({ fault: 'late-list', delayMs: 5_000 })
  const { body } = await place(world)
  expect(await listed(world)).toEqual([])
  expect(await request(world.sandbox, 'GET', `/Calls/${String(body['sid'])}.json`)).toMatchObject({ status: 200 })
  now += 5_000
  expect(await listed(world)).toHaveLength(1)
})

const callbackFaults: [string, FaultOrder, string[]][] = [
  ['is lost', { fault: 'callback-lost', event: 'completed' }, ['0', '1', '2']],
  ['is sent twice', { fault: 'callback-doubled', event: 'answered' }, ['0', '1', '2', '2', '3']],
  [
    'is sent five times',
    { fault: 'callback-doubled', event: 'ringing', copies: 4 },
    ['0', '1', '1', '1', '1', '1', '2', '3'],
  ],
  ['arrives after the next one', { fault: 'callback-reordered', event: 'ringing' }, ['0', '2', '1', '3']],
  ['arrives after the end', { fault: 'callback-after-end', event: 'answered' }, ['0', '1', '3', '2']],
  ['for the ring is never sent', { fault: 'status-jump' }, ['0', '1']],
]
test.each(callbackFaults)('a callback %s', async (_case, order, expected) => {
  await using world = await worldWith(order)
  const call = await world.ringing()
  await call.pickUp()
  await call.press('1')
  expect(sequence(world)).toEqual(expected)
})

test('both copies of a doubled callback carry one token', async () => {
  await using world = await worldWith({ fault: 'callback-doubled', event: 'completed' })
  await (await world.ringing({ StatusCallbackEvent: 'completed' })).decline()
  const tokens = world.subscriber.at('/status').map(({ headers }) => headers['i-twilio-idempotency-token'])
  expect(tokens).toEqual([tokens[0], tokens[0]])
})

test('a forged callback carries a well-formed signature', async () => {
  await using world = await worldWith({ fault: 'callback-forged', event: 'initiated' })
  await world.ringing()
  const [forged, genuine] = world.subscriber.at('/status').map(({ headers }) => headers['x-twilio-signature'])
  expect(forged).toMatch(/^[\w+/]{27}=$/)
  expect(genuine).toMatch(/^[\w+/]{27}=$/)
  expect((await carrierLog(world.sandbox.url)).filter(({ kind }) => kind === 'fault')).toHaveLength(1)
})

test('a delayed callback still arrives', async () => {
  await using world = await startWorld()
  await faults(world.sandbox.url).add({ fault: 'callback-delayed', event: 'completed', delayMs: 50 })
  const delivered = new Promise<void>((resolve) => {
    world.subscriber.answer('/status', ({ parameters }) => {
      if (parameters['CallStatus'] === 'busy') resolve()
      return { status: 204 }
    })
  })
  await (await world.ringing()).decline()
  await delivered
  expect(sequence(world)).toEqual(['0', '1', '2'])
})

const detection = ({ subscriber }: CarrierWorld) => ({
  MachineDetection: 'Enable',
  AsyncAmd: 'true',
  AsyncAmdStatusCallback: `${subscriber.url}/amd`,
})

test('amd-wrong: a voicemail is reported as a person', async () => {
  await using world = await worldWith({ fault: 'amd-wrong' })
  await (await world.ringing(detection(world))).voicemail()
  expect(world.subscriber.at('/amd')[0]?.parameters).toMatchObject({ AnsweredBy: 'human' })
})

test('amd-late: the machine verdict arrives after the end', async () => {
  await using world = await worldWith({ fault: 'amd-late' })
  await (await world.ringing(detection(world))).voicemail()
  expect(world.subscriber.received.map(({ path }) => path).slice(-2)).toEqual(['/status', '/amd'])
})

test('text-undelivered: the status says so, and the phone gets no text', async () => {
  await using world = await worldWith({ fault: 'text-undelivered', what: 'text' })
  const StatusCallback = `${world.subscriber.url}/text-status`
  const settled = new Promise<void>((resolve) => {
    world.subscriber.answer('/text-status', ({ parameters }) => {
      if (parameters['MessageStatus'] === 'undelivered') resolve()
      return { status: 204 }
    })
  })
  const text = { To: number, From: world.sandbox.phoneNumber, Body: 'Hello', StatusCallback }
  const { body } = await request(world.sandbox, 'POST', '/Messages.json', text)
  await settled
  expect(world.subscriber.at('/text-status').at(-1)?.parameters).toMatchObject({ ErrorCode: '30003' })
  expect(await request(world.sandbox, 'GET', `/Messages/${String(body['sid'])}.json`)).toMatchObject({
    body: { status: 'undelivered', error_code: 30003 },
  })
  expect(await world.phone.texts()).toEqual([])
})

test('a fault applies to its number only, and a seed repeats its draws', async () => {
  await using world = await startWorld()
  const board = faults(world.sandbox.url)
  await board.add({ fault: 'too-many-requests', to: '+61491570157', times: null })
  expect(await place(world)).toMatchObject({ status: 201 })
  await board.clear()
  await board.add({ fault: 'too-many-requests', times: null, chance: 0.5 })
  const draw = async () => {
    await board.seed(7)
    const answers: number[] = []
    for (let i = 0; i < 12; i++) answers.push((await place(world)).status)
    return answers
  }
  const first = await draw()
  expect(new Set(first)).toEqual(new Set([201, 429]))
  expect(await draw()).toEqual(first)
})

test("clock skew shows in the carrier's dates but not in its log", async () => {
  await using world = await startWorld({ now: () => Date.parse('2027-01-15T05:30:00Z') })
  await configureCarrier(world.sandbox.url, { clockSkewMs: 3_600_000 })
  expect((await place(world)).body['date_created']).toBe('Fri, 15 Jan 2027 06:30:00 +0000')
  expect((await carrierLog(world.sandbox.url))[0]?.at).toBe(Date.parse('2027-01-15T05:30:00Z'))
})

test('an outage refuses connections', async () => {
  await using world = await startWorld()
  await faults(world.sandbox.url).outage(600_000)
  await expect(place(world)).rejects.toThrow('fetch failed')
})

test('after an outage the carrier accepts calls again', async () => {
  await using world = await startWorld()
  await faults(world.sandbox.url).outage(1)
  const status = () =>
    place(world).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(status, { timeout: 10_000 }).toBe(201)
})

test('an unknown fault is refused', async () => {
  await using world = await startWorld()
  await expect(faults(world.sandbox.url).add({ fault: 'gremlins' })).rejects.toThrow('fault')
})
