import { expect, test } from 'vitest'
import { number, startWorld } from './carrier-world.ts'
import { placeCall, request } from './client.ts'
import { configureCarrier, faults, handset, unexpected, type CallInHand } from './handset.ts'
import { response } from './subscriber.ts'

test('each command returns once its step has settled, from the ring to the end', async () => {
  await using world = await startWorld()
  const call = await world.ringing()
  expect(world.statuses()).toEqual(['initiated', 'ringing'])
  await call.pickUp()
  expect(world.statuses()).toEqual(['initiated', 'ringing', 'in-progress'])
  expect(await call.heard()).toEqual([{ verb: 'Say', text: 'Press 1' }])
  await call.press('1')
  expect(await call.heard()).toEqual([
    { verb: 'Say', text: 'Press 1' },
    { verb: 'Say', text: 'Good morning' },
  ])
  expect(world.statuses()).toEqual(['initiated', 'ringing', 'in-progress', 'completed'])
})

const endings: [string, (call: CallInHand) => Promise<void>, string, string][] = [
  ['declined', (call) => call.decline(), 'busy', '603'],
  ['busy', (call) => call.busy(), 'busy', '486'],
  ['not answered', (call) => call.letRing(), 'no-answer', '487'],
  ['not reachable', (call) => call.fail(), 'failed', '503'],
]
test.each(endings)(
  "a call that is %s ends with the carrier's status and SIP code",
  async (_case, act, status, sipResponseCode) => {
    await using world = await startWorld()
    const call = await world.ringing({ Timeout: '25' })
    await act(call)
    expect(await call.state()).toMatchObject({ status, durationSeconds: 0 })
    expect(world.subscriber.at('/status').at(-1)?.parameters).toMatchObject({
      CallStatus: status,
      SipResponseCode: sipResponseCode,
      CallDuration: '0',
      SequenceNumber: '2',
    })
    expect(world.subscriber.at('/voice')).toEqual([])
  },
)

test('an unanswered call rings for the requested time on the sandbox’s clock', async () => {
  await using world = await startWorld({ now: () => 1_000_000 })
  const call = await world.ringing({ Timeout: '25' })
  await call.letRing()
  expect((await call.state()).endedAt).toBe(1_000_000 + 25_000)
})

const talks: [string, (call: CallInHand) => Promise<void>, number][] = [
  ['20 s when nothing is said', (call) => call.hangUp(), 20],
  ['2 s when hung up after 2 s', (call) => call.hangUp({ afterSeconds: 2 }), 2],
  ['7 s when 1 is pressed after 7 s', (call) => call.press('1', { afterSeconds: 7 }), 7],
  ['5,000 s when hung up after 5,000 s', (call) => call.hangUp({ afterSeconds: 5_000 }), 5_000],
]
test.each(talks)('the talk lasts %s', async (_case, act, seconds) => {
  await using world = await startWorld()
  const call = await world.ringing()
  await call.pickUp()
  await act(call)
  expect(await call.state()).toMatchObject({ status: 'completed', durationSeconds: seconds })
  expect(world.subscriber.at('/status').at(-1)?.parameters).toMatchObject({
    CallDuration: String(seconds),
    Duration: String(Math.ceil(seconds / 60)),
  })
})

test('after a silence the Gather times out and the call continues', async () => {
  await using world = await startWorld()
  const call = await world.ringing()
  await call.pickUp()
  await call.sayNothing()
  expect(await call.heard()).toContainEqual({ verb: 'Say', text: 'Silence' })
  expect(await call.status()).toBe('completed')
  expect(world.subscriber.at('/keys')).toEqual([])
})

test('a voicemail hears everything and presses nothing', async () => {
  await using world = await startWorld()
  const call = await world.ringing({
    MachineDetection: 'Enable',
    AsyncAmd: 'true',
    AsyncAmdStatusCallback: `${world.subscriber.url}/amd`,
  })
  await call.voicemail()
  expect(await call.status()).toBe('completed')
  expect(await call.heard()).toHaveLength(2)
  expect(world.subscriber.at('/amd').map(({ parameters }) => parameters)).toEqual([
    {
      CallSid: call.sid,
      AccountSid: world.sandbox.accountSid,
      AnsweredBy: 'machine_start',
      MachineDetectionDuration: '4000',
    },
  ])
})

test.each([
  [503, 'failed'],
  [404, 'failed'],
  [480, 'failed'],
  [607, 'failed'],
  [486, 'busy'],
  [600, 'busy'],
  [603, 'busy'],
])('SIP %s is reported as %s', async (sip, status) => {
  await using world = await startWorld()
  const call = await world.ringing()
  await call.fail({ sip })
  expect(world.subscriber.at('/status').at(-1)?.parameters).toMatchObject({
    CallStatus: status,
    SipResponseCode: String(sip),
  })
})

/** A world whose customer redirects a call once a machine answers it. */
async function worldOfMachines() {
  const world = await startWorld()
  const { sandbox, subscriber } = world
  subscriber.answer(
    '/voice',
    response('<Gather numDigits="1" timeout="8" action="/keys"><Say>All words</Say></Gather>'),
  )
  subscriber.answer('/name', response('<Gather numDigits="1" timeout="4" action="/keys"><Say>Name</Say></Gather>'))
  subscriber.answer('/amd', async ({ parameters: { AnsweredBy = '', CallSid } }) => {
    if (AnsweredBy.startsWith('machine'))
      await request(sandbox, 'POST', `/Calls/${CallSid}.json`, { Url: `${subscriber.url}/name`, Method: 'POST' })
    return { status: 204 }
  })
  const detection = { MachineDetection: 'Enable', AsyncAmd: 'true', AsyncAmdStatusCallback: `${subscriber.url}/amd` }
  return Object.assign(world, { detected: () => world.ringing(detection) })
}

const said = async (call: CallInHand) =>
  (await call.heard()).map((item) => (item.verb === 'Say' ? item.text : item.url))

test('a machine hears the first prompt until the verdict, then the document of the redirect', async () => {
  await using world = await worldOfMachines()
  const call = await world.detected()
  await call.voicemail({ verdictAfterSeconds: 5 })
  expect(await said(call)).toEqual(['All words', 'Name'])
  expect(world.subscriber.at('/amd')[0]?.parameters).toMatchObject({ MachineDetectionDuration: '5000' })
  expect(await call.state()).toMatchObject({ status: 'completed', durationSeconds: 5 })
})

test('a verdict arrives mid-call, after the keys pressed before it', async () => {
  await using world = await worldOfMachines()
  await faults(world.sandbox.url).add({ fault: 'amd-wrong', times: 2 })
  world.subscriber.answer('/keys', response('<Gather numDigits="1"><Say>Good morning</Say></Gather>'))
  const call = await world.detected()
  await call.pickUp({ verdictAfterSeconds: 5 })
  expect(await said(call)).toEqual(['All words'])
  await call.press('1', { afterSeconds: 4 })
  expect(await said(call)).toEqual(['All words', 'Good morning'])
  expect(world.subscriber.at('/amd')).toEqual([])
  await call.press('2', { afterSeconds: 3 })
  expect(await said(call)).toEqual(['All words', 'Good morning', 'Name', 'Good morning'])
  await call.hangUp({ afterSeconds: 1 })
  expect(await call.state()).toMatchObject({ durationSeconds: 8 })

  const short = await world.detected()
  await short.pickUp({ verdictAfterSeconds: 5 })
  await short.hangUp({ afterSeconds: 2 })
  expect(world.subscriber.at('/amd')).toHaveLength(1)
})

test('a call to the number plays what its webhook says, and is listed as inbound', async () => {
  await using world = await startWorld()
  expect(await said(await world.phone.call())).toEqual(['This is a demonstration of the carrier.'])
  await configureCarrier(world.sandbox.url, { voiceUrl: `${world.subscriber.url}/incoming` })
  world.subscriber.answer('/incoming', response('<Say>Nothing changes.</Say><Hangup/>'))
  const call = await world.phone.call()
  expect(await said(call)).toEqual(['Nothing changes.'])
  expect(await call.status()).toBe('completed')
  expect(world.subscriber.received.map(({ path, parameters }) => ({ path, ...parameters }))).toMatchObject([
    {
      path: '/incoming',
      CallSid: call.sid,
      From: number,
      To: world.sandbox.phoneNumber,
      CallStatus: 'ringing',
      Direction: 'inbound',
    },
  ])
  const { body } = await request(world.sandbox, 'GET', `/Calls/${call.sid}.json`)
  expect(body).toMatchObject({ direction: 'inbound', from: number, status: 'completed' })
  expect(await unexpected(world.sandbox.url)).toEqual({ calls: [], texts: [] })
})

test('heard() returns played audio byte for byte', async () => {
  await using world = await startWorld()
  const file = Buffer.from('RIFF no real sound')
  world.subscriber.answer('/a.wav', { contentType: 'audio/wav', body: file })
  world.subscriber.answer('/voice', response('<Play>a.wav</Play>'))
  const call = await world.ringing()
  await call.pickUp()
  expect(await call.heard()).toEqual([
    { verb: 'Play', url: `${world.subscriber.url}/a.wav`, audio: new Uint8Array(file) },
  ])
})

test('a command that the call’s state does not allow fails with a message', async () => {
  await using world = await startWorld()
  const call = await world.ringing()
  await expect(call.press('1')).rejects.toThrow('nothing on this call waits for a key')
  await expect(call.hangUp()).rejects.toThrow('the call is ringing')
  await call.decline()
  await expect(call.pickUp()).rejects.toThrow('the call is over (busy)')
})

test('waiting for a call that never comes fails with a message', async () => {
  await using world = await startWorld()
  await expect(world.phone.expectCall(30)).rejects.toThrow(`no call came to ${number} within 30 ms`)
})

test('expectCall returns a call that comes while it waits, and each call once', async () => {
  await using world = await startWorld()
  const waiting = world.phone.expectCall()
  await placeCall(world.sandbox, world.subscriber.url, number)
  await waiting
  await expect(world.phone.expectCall(0)).rejects.toThrow('no call came')
})

test('calls and texts that nobody waited for are unexpected', async () => {
  await using world = await startWorld()
  const other = await handset(world.sandbox.url, '+61491570157')
  await world.ringing()
  expect(await unexpected(world.sandbox.url)).toEqual({ calls: [], texts: [] })
  await placeCall(world.sandbox, world.subscriber.url, other.number)
  await request(world.sandbox, 'POST', '/Messages.json', {
    To: other.number,
    From: world.sandbox.phoneNumber,
    Body: 'Hi',
  })
  expect(await other.unexpected()).toMatchObject({ calls: [{ to: other.number }], texts: [{ body: 'Hi' }] })
  expect(await world.phone.unexpected()).toEqual({ calls: [], texts: [] })
  await other.expectText()
  await other.expectCall()
  expect(await unexpected(world.sandbox.url)).toEqual({ calls: [], texts: [] })
})

test("a text reaches the number's webhook, and the reply reaches the phone", async () => {
  await using world = await startWorld()
  world.subscriber.answer('/texts', response('<Message>Skipped.</Message>'))
  await configureCarrier(world.sandbox.url, { inboundUrl: `${world.subscriber.url}/texts` })
  await world.phone.text('SKIP')
  expect(world.subscriber.at('/texts')[0]?.parameters).toMatchObject({
    Body: 'SKIP',
    From: number,
    To: world.sandbox.phoneNumber,
    SmsStatus: 'received',
    NumMedia: '0',
  })
  expect(await world.phone.expectText()).toMatchObject({ body: 'Skipped.', from: world.sandbox.phoneNumber })
})

test('after STOP, texts are refused with 21610 until START, and the webhook receives both', async () => {
  await using world = await startWorld({ inboundUrl: null })
  await configureCarrier(world.sandbox.url, { inboundUrl: `${world.subscriber.url}/texts` })
  const send = () =>
    request(world.sandbox, 'POST', '/Messages.json', { To: number, From: world.sandbox.phoneNumber, Body: 'Hello' })
  await world.phone.text(' stop ')
  expect(await send()).toMatchObject({ status: 400, body: { code: 21610 } })
  await world.phone.text('START')
  expect(await send()).toMatchObject({ status: 201 })
  await world.phone.expectText()
  expect(world.subscriber.at('/texts').map(({ parameters }) => parameters['Body'])).toEqual([' stop ', 'START'])
  expect((await world.phone.texts()).map(({ body }) => body.slice(0, 22))).toEqual([
    'You have successfully ',
    'You have successfully ',
    'Hello',
  ])
  expect((await world.phone.unexpected()).texts).toEqual([])
})
