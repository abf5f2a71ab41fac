import { expect, test } from 'vitest'
import { startWorld, type CarrierWorld } from '../testing/carrier-world.ts'
import { request } from '../testing/client.ts'
import { faults } from '../testing/handset.ts'
import { response } from '../testing/subscriber.ts'
import { decodeWav, encodeWav, SILENCE } from '../wav.ts'

const sound = Uint8Array.from({ length: 4_000 }, (_, i) => i % 127)
const captured = [
  'AccountSid',
  'CallSid',
  'ErrorCode',
  'RecordingChannels',
  'RecordingDuration',
  'RecordingSid',
  'RecordingSource',
  'RecordingStartTime',
  'RecordingStatus',
  'RecordingTrack',
  'RecordingUrl',
]

/** A recorded three-second call that plays half a second of sound. */
async function recordedCall(world: CarrierWorld): Promise<string> {
  world.subscriber.answer('/a.wav', { contentType: 'audio/wav', body: encodeWav(sound) })
  world.subscriber.answer('/voice', response('<Play>/a.wav</Play><Gather/>'))
  const RecordingStatusCallback = `${world.subscriber.url}/recording`
  const call = await world.ringing({
    Record: 'true',
    RecordingStatusCallback,
    RecordingStatusCallbackEvent: ['completed', 'absent'],
  })
  await call.pickUp()
  await call.hangUp({ afterSeconds: 3 })
  return call.sid
}

const media = ({ sandbox }: CarrierWorld, url: string | undefined) =>
  fetch(`${url}.wav`, {
    headers: { authorization: `Basic ${Buffer.from(`${sandbox.accountSid}:${sandbox.authToken}`).toString('base64')}` },
  })

test("a recorded call ends with a recording whose callback has exactly the carrier's parameters", async () => {
  await using world = await startWorld()
  const sid = await recordedCall(world)
  const [callback] = world.subscriber.at('/recording')
  expect(Object.keys(callback?.parameters ?? {}).toSorted()).toEqual(captured)
  expect(callback?.parameters).toMatchObject({
    CallSid: sid,
    RecordingStatus: 'completed',
    RecordingDuration: '3',
    ErrorCode: '0',
  })
  expect(world.subscriber.at('/status').at(-1)?.parameters).toMatchObject({
    RecordingSid: callback?.parameters['RecordingSid'],
    RecordingDuration: '3',
  })
})

test("a recording holds what was played, lasts as long as the talk and needs the account's login", async () => {
  await using world = await startWorld()
  await recordedCall(world)
  const url = world.subscriber.at('/recording')[0]?.parameters['RecordingUrl']
  expect((await fetch(`${url}.wav`)).status).toBe(401)
  const file = decodeWav(new Uint8Array(await (await media(world, url)).arrayBuffer()))
  if (file.outcome !== 'decoded') throw new Error(file.message)
  expect(file.mulaw.length).toBe(24_000)
  expect(file.mulaw.subarray(0, 4_000)).toEqual(sound)
  expect(new Set(file.mulaw.subarray(4_000))).toEqual(new Set([SILENCE]))
})

test('a recording can be listed, fetched and deleted', async () => {
  await using world = await startWorld()
  const callSid = await recordedCall(world)
  const { sandbox } = world
  const sid = String(world.subscriber.at('/recording')[0]?.parameters['RecordingSid'])
  expect((await request(sandbox, 'GET', `/Calls/${callSid}/Recordings.json`)).body).toMatchObject({
    recordings: [{ sid, duration: '3' }],
  })
  expect((await request(sandbox, 'GET', '/Calls/CA0/Recordings.json')).body).toMatchObject({ recordings: [] })
  expect((await request(sandbox, 'DELETE', `/Recordings/${sid}.json`)).status).toBe(204)
  expect((await request(sandbox, 'GET', `/Calls/${callSid}/Recordings.json`)).body).toMatchObject({ recordings: [] })
  expect((await request(sandbox, 'DELETE', `/Recordings/${sid}.json`)).status).toBe(404)
})

test('a call that nobody answered has no recording', async () => {
  await using world = await startWorld()
  const call = await world.ringing({ Record: 'true', RecordingStatusCallback: `${world.subscriber.url}/recording` })
  await call.letRing()
  expect(world.subscriber.at('/recording')).toEqual([])
})

test('an absent recording is reported as absent', async () => {
  await using world = await startWorld()
  await faults(world.sandbox.url).add({ fault: 'recording-absent' })
  await recordedCall(world)
  expect(world.subscriber.at('/recording')[0]?.parameters).toMatchObject({
    RecordingStatus: 'absent',
    ErrorCode: '16102',
  })
})

test('a late recording is missing from the final status callback, and complete with its own', async () => {
  await using world = await startWorld()
  await faults(world.sandbox.url).add({ fault: 'recording-late', delayMs: 100 })
  const reported = new Promise<void>((resolve) => {
    world.subscriber.answer('/recording', () => {
      resolve()
      return { status: 204 }
    })
  })
  const callSid = await recordedCall(world)
  const list = async () => (await request(world.sandbox, 'GET', `/Calls/${callSid}/Recordings.json`)).body
  expect(world.subscriber.at('/status').at(-1)?.parameters).not.toHaveProperty('RecordingUrl')
  await reported
  expect(await list()).toMatchObject({ recordings: [{ status: 'completed' }] })
})

test.each([
  ['recording-media-missing', 404, null],
  ['recording-media-empty', 200, 0],
])('%s: the media is missing or empty', async (fault, status, length) => {
  await using world = await startWorld()
  await recordedCall(world)
  await faults(world.sandbox.url).add({ fault })
  const answer = await media(world, world.subscriber.at('/recording')[0]?.parameters['RecordingUrl'])
  expect(answer.status).toBe(status)
  if (length !== null) expect((await answer.arrayBuffer()).byteLength).toBe(length)
})
