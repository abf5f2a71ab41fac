import { VOICE_IDS, VOICES } from '@reveille/core/speech/voices'
import { expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app/start-test-app.ts'
import { patientVoice } from '../../../test/harness/outside/patient-voice.ts'
import { quickVoice } from '../../../test/harness/outside/quick-voice.ts'
import { storedClip } from '../../speech/clips/speak.ts'
import { introduction, orderPreviews, preparePreviews } from '../../speech/voice-previews.ts'

const NOW = '2027-01-15T06:20:00Z'
const PREFERENCES = { goals: ['exercise'], struggles: ['snooze'], voice: 'jocko' }

const NAME = 'Reveille wake-up call for Ada.'
const EARCON_PLAYED = { verb: 'Play', url: expect.stringMatching(/\/sounds\/earcon\.wav$/) }

/** Name, notes and message, in the person's own clips. */
function openingOf(userId: number) {
  const own = { verb: 'Play', url: expect.stringContaining(`/speech/${userId}/`) }
  return [own, EARCON_PLAYED, own]
}

async function someoneWithPreferences(app: TestApp) {
  const person = await app.person({ name: 'Ada' })
  await person.post('/api/user/personalization', PREFERENCES)
  await app.clock.advance({ seconds: 1 })
  return { person, phone: await app.phone(person.phone) }
}

test('CALL-8 CALL-12 a sample rings within 2 s of the click, and picked up before its message is ready it is not silent', async () => {
  await using app = await startTestApp({ now: NOW })
  const voice = patientVoice(app)
  const { person, phone } = await someoneWithPreferences(app)
  await preparePreviews(app.services)
  voice.hold()
  app.clock.settleMore = async () => undefined // the clock does not wait for the preparation
  const clickedAt = app.clock.now()
  expect((await person.post('/api/call/sample')).status).toBe(200)
  await app.clock.advance({ seconds: 2 })
  const ring = (await app.carrierLog()).find(({ kind }) => kind === 'call-created')
  expect(ring!.at - clickedAt).toBeLessThanOrEqual(2_000)
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  expect((await call.heard()).slice(0, 4)).toMatchObject([
    { verb: 'Play', url: expect.stringContaining('/speech/preview/') }, // the voice introduces itself
    { verb: 'Say', text: NAME },
    EARCON_PLAYED,
    { verb: 'Say' },
  ])
  voice.release()
})

test('CALL-8 a sample that is picked up before even its introduction is spoken waits for it a moment', async () => {
  await using app = await startTestApp({ now: NOW })
  const voice = patientVoice(app)
  const { person, phone } = await someoneWithPreferences(app)
  voice.hold()
  app.clock.settleMore = async () => undefined // the clock does not wait for the preparation
  await person.post('/api/call/sample')
  await app.clock.advance({ seconds: 2 })
  const call = await phone.expectCall()
  await vi.waitFor(() => expect(voice.asked).toHaveLength(1))
  expect(voice.asked[0]).toMatchObject({ voiceId: 'jocko', form: 'phone', text: VOICES.jocko.preview })
  const { storage } = app.services
  const isAskedFor = Promise.withResolvers<void>()
  const exists: typeof storage.exists = (key) => {
    isAskedFor.resolve()
    return storage.exists(key)
  }
  app.services.storage = { ...storage, exists }
  const pickedUp = call.pickUp()
  await isAskedFor.promise
  voice.release()
  await pickedUp
  const heard = await call.heard()
  await call.hangUp()
  expect(heard.map(({ verb }) => verb)).not.toContain('Say')
  expect(heard[0]).toMatchObject({ url: expect.stringMatching(new RegExp(`/speech/(preview|${person.userId})/`)) })
})

test('CALL-8 on a new installation six people try six voices at once, and each hears the voice they chose', async () => {
  await using app = await startTestApp({ now: NOW })
  const voice = patientVoice(app)
  voice.hold()
  app.clock.settleMore = async () => undefined // the clock does not wait for the preparation
  const people = await Promise.all(VOICE_IDS.map(() => app.person()))
  const phones = await Promise.all(people.map(({ phone }) => app.phone(phone)))
  for (const [i, { userId }] of people.entries())
    await app.services.db
      .updateTable('personalizations')
      .set({ voice: VOICE_IDS[i]! })
      .where('user_id', '=', userId)
      .execute()
  await orderPreviews(app.services) // as each start does
  await Promise.all(people.map((person) => person.post('/api/call/sample')))
  await app.clock.advance({ seconds: 2 })
  const calls = await Promise.all(phones.map((phone) => phone.expectCall()))

  // Before any message all voices are to introduce themselves.
  await expect.poll(() => voice.asked.length).toBe(VOICE_IDS.length)
  const asked = new Map(voice.asked.map(({ voiceId, text, form }) => [voiceId, { voiceId, text, form }]))
  for (const voiceId of VOICE_IDS)
    expect(asked.get(voiceId)).toEqual({ voiceId, text: VOICES[voiceId].preview, form: 'phone' })
  voice.release()
  voice.hold() // the messages
  await expect.poll(() => voice.names()).toHaveLength(VOICE_IDS.length)
  const introductions = await Promise.all(VOICE_IDS.map((id) => storedClip(app.services, introduction(id, 'phone'))))

  const pickedUp = Promise.all(calls.map((call) => call.pickUp()))
  for (const [i, call] of calls.entries())
    await expect
      .poll(() => call.heard())
      .toMatchObject([{ verb: 'Play', url: expect.stringMatching(`/${introductions[i]}$`) }])
  voice.release()
  await pickedUp
  for (const [i, call] of calls.entries())
    expect((await call.heard()).slice(1, 4)).toMatchObject(openingOf(people[i]!.userId))
  await Promise.all(calls.map((call) => call.hangUp()))
})

test('CALL-8 a sample whose message is ready says it, and nothing before', async () => {
  await using app = await startTestApp({ now: NOW })
  app.services.speech = [quickVoice]
  const { person, phone } = await someoneWithPreferences(app)
  await person.post('/api/call/sample')
  await app.clock.advance({ seconds: 2 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  expect((await call.heard()).slice(0, 3)).toMatchObject(openingOf(person.userId))
})

test('CALL-8 a scheduled call never starts with an introduction, even when its message is late', async () => {
  await using app = await startTestApp({ now: NOW })
  app.services.speech = [quickVoice]
  const { person, phone } = await someoneWithPreferences(app)
  await person.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC' })
  await app.clock.advance({ minutes: 9 })
  await app.services.db.updateTable('calls').set({ script: null }).execute()
  await app.clock.advance({ minutes: 1 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  expect((await call.heard())[0]).toMatchObject({ verb: 'Say', text: NAME })
})

test.each([
  ['the time of their browser', 'america/new_york', 'America/New_York', / It's Friday, one twenty\. /],
  ['no time when the browser does not say where it is', undefined, 'Etc/UTC', null],
  ['no time when nobody knows the zone of the browser', 'Mars/Olympus_Mons', 'Etc/UTC', null],
])('DASH-2 HIST-4 somebody without a schedule hears %s', async (_case, timezone, shown, time) => {
  await using app = await startTestApp({ now: NOW })
  const voice = patientVoice(app)
  const { person, phone } = await someoneWithPreferences(app)
  expect((await person.post('/api/call/sample', { timezone })).status).toBe(200)
  await app.clock.advance({ seconds: 2 })
  await (await phone.expectCall()).decline()
  const said = voice.asked.map(({ text }) => text).join('\n')
  if (time === null) expect(said).not.toMatch(/It's Friday|Good (morning|afternoon|evening)/)
  else expect(said).toMatch(time)
  expect(await person.history()).toMatchObject([{ kind: 'sample', timezone: shown }])
})

test('DASH-2 HIST-4 somebody with a schedule hears the time where they wake, wherever the browser is', async () => {
  await using app = await startTestApp({ now: NOW, unheard: true })
  const { person, phone } = await someoneWithPreferences(app)
  await person.schedule({ wakeupTime: '06:30', timezone: 'Asia/Tokyo' })
  await person.post('/api/call/sample', { timezone: 'America/New_York' })
  await app.clock.advance({ seconds: 2 })
  await (await phone.expectCall()).decline()
  expect(await person.history()).toMatchObject([{ timezone: 'Asia/Tokyo', callTimeLocal: { time: '15:20' } }])
})

test('API-1 a sample needs no body, and one that says its zone in no words is refused', async () => {
  await using app = await startTestApp({ now: NOW, unheard: true })
  const { person, phone } = await someoneWithPreferences(app)
  const refused = await person.post('/api/call/sample', { timezone: 5 })
  expect(refused).toMatchObject({ status: 400, body: { message: 'Please select a timezone.' } })
  const headers = { cookie: person.cookie, origin: app.url }
  expect((await fetch(`${app.url}/api/call/sample`, { method: 'POST', headers })).status).toBe(200)
  await app.clock.advance({ seconds: 2 })
  await (await phone.expectCall()).decline()
})
