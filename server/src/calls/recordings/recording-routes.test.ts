import { expect, test } from 'vitest'
import { startServed } from '../../../test/harness/app/start-served.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')

test('CALL-13 S42 a recording plays only for its person, in the byte ranges a player requests', async () => {
  await using started = await startServed({ now: NOW })
  const { services, person, call, addCall, url } = started
  const mine = await person(1)
  for (const id of [1, 2]) await call(id, { stage: 'ended' })
  await addCall(1, 2, { stage: 'ended' })
  const sound = Buffer.from('RIFF of a call')
  services.storage.get = async (key) => (key === 'mine.wav' ? sound : null)
  await call(1, { recording_key: 'mine.wav' })
  await call(4, { recording_key: 'lost.wav' })
  const play = (id: number, { cookie }: { cookie: string }, range?: string) =>
    fetch(`${url}/api/call/${id}/recording`, { headers: { cookie, ...(range && { range }) } })
  const whole = await play(1, mine)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'audio/wav',
    'cache-control': 'no-store',
    'accept-ranges': 'bytes',
  })
  expect(await whole.text()).toBe('RIFF of a call')
  const part = await play(1, mine, 'bytes=5-6')
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 5-6/14', 'of'])
  const beyond = await play(1, mine, 'bytes=14-')
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */14'])
  expect(await beyond.json()).toMatchObject({ message: 'The recording ends before that.' })
  const neighbour = await person(2)
  expect([(await play(1, neighbour)).status, (await play(2, neighbour)).status]).toEqual([404, 404])
  expect(await (await play(4, mine)).json()).toMatchObject({ message: 'This call has no recording.' })
})

test('CALL-13 S29 S44 a recording callback counts only if signed, and only once the recording is ready', async () => {
  await using started = await startServed({ now: NOW })
  const { db, callback, call } = started
  await call(1, { stage: 'placed', carrier_call_id: 'CA1', recorded: true })
  const known = () => db.selectFrom('carrier_recordings').select(['recording_id', 'call_id', 'file_key']).execute()
  const path = '/callbacks/recording/token1'
  const RecordingUrl = 'http://169.254.169.254/latest/meta-data' // never used
  const form = { CallSid: 'CA1', RecordingSid: 'RE1', RecordingStatus: 'completed', RecordingUrl }
  expect((await callback(path, form, 'another')).status).toBe(403)
  expect((await callback(path, { CallSid: 'CA1' })).status).toBe(403) // names no recording
  expect((await callback(path, { ...form, RecordingStatus: 'in-progress' })).status).toBe(204)
  expect(await known()).toEqual([])
  expect(await callback(path, form)).toEqual({ status: 204, body: '' })
  expect(await known()).toEqual([{ recording_id: 'RE1', call_id: 1, file_key: 'recordings/1/1.wav' }])
})
