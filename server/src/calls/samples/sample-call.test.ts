import { VOICE_IDS } from '@reveille/core/speech/voices'
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app/start-test-app.ts'
import { patientVoice } from '../../../test/harness/outside/patient-voice.ts'

const NOW = '2027-01-15T06:20:00Z'
const PREFERENCES = { goals: ['exercise'], struggles: ['snooze'], voice: 'jocko' }

/** One file: the person's name, the notes, and the message if it's ready. */
const nameAndNotes = (userId: number) => ({
  verb: 'Play',
  url: expect.stringMatching(new RegExp(`/${userId}/\\d+/[0-9a-f]+~earcon$`)),
})
/** Stops the clock from waiting for the preparation. The test waits with what this returns. */
function withoutWaiting(app: TestApp) {
  const prepared = app.clock.settleMore
  app.clock.settleMore = async () => undefined
  return prepared
}

async function someoneWithPreferences(app: TestApp) {
  const person = await app.person({ name: 'Ada' })
  await person.post('/api/user/personalization', PREFERENCES)
  await app.clock.advance({ seconds: 1 })
  return { person, phone: await app.phone(person.phone) }
}

test('CALL-8 CALL-12 a sample rings within 2 s of the click, and says the name if picked up before its message is ready', async () => {
  await using app = await startTestApp({ heard: true, now: NOW })
  const voice = patientVoice(app)
  const { person, phone } = await someoneWithPreferences(app)
  voice.hold()
  const prepared = withoutWaiting(app)
  const clickedAt = app.clock.now()
  expect((await person.post('/api/call/sample')).status).toBe(200)
  await app.clock.advance({ seconds: 2 })
  const ring = (await app.carrierLog()).find(({ kind }) => kind === 'call-created')
  expect(ring!.at - clickedAt).toBeLessThanOrEqual(2_000)
  await expect.poll(() => voice.names()).toEqual(['Ada'])
  voice.release()
  voice.hold() // the message
  await expect.poll(() => voice.asked.length).toBeGreaterThan(1)
  const call = await phone.expectCall()
  await call.pickUp()
  expect(await call.heard()).toMatchObject([nameAndNotes(person.userId)])
  voice.release()
  await prepared()
  await call.sayNothing()
  await call.press('1')
  const [, message, goodbye] = await call.heard()
  expect(message).toMatchObject({ verb: 'Play', url: expect.not.stringContaining('earcon') })
  expect(goodbye).toMatchObject({ verb: 'Play' })
})

test('CALL-8 a key works while a sample has said only the name', async () => {
  await using app = await startTestApp({ heard: true, now: NOW })
  const voice = patientVoice(app)
  const { person, phone } = await someoneWithPreferences(app)
  voice.hold()
  withoutWaiting(app)
  await person.post('/api/call/sample')
  await app.clock.advance({ seconds: 2 })
  await expect.poll(() => voice.names()).toEqual(['Ada'])
  voice.release()
  voice.hold() // the message
  await expect.poll(() => voice.asked.length).toBeGreaterThan(1)
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  expect((await person.history())[0]).toMatchObject({ status: 'completed' })
  voice.release()
})

test('CALL-8 WAKE-35 on a new installation six people try six voices at once, and each hears the chosen voice', async () => {
  await using app = await startTestApp({ heard: true, now: NOW })
  const voice = patientVoice(app)
  voice.hold()
  withoutWaiting(app)
  const people = await Promise.all(VOICE_IDS.map(() => app.person()))
  const phones = await Promise.all(people.map(({ phone }) => app.phone(phone)))
  for (const [i, { userId }] of people.entries())
    await app.services.db
      .updateTable('personalizations')
      .set({ voice: VOICE_IDS[i]! })
      .where('user_id', '=', userId)
      .execute()
  await Promise.all(people.map((person) => person.post('/api/call/sample')))
  await app.clock.advance({ seconds: 2 })
  const calls = await Promise.all(phones.map((phone) => phone.expectCall()))

  // Before any message each voice says whom it's calling.
  await expect.poll(() => voice.names()).toHaveLength(VOICE_IDS.length)
  expect(voice.asked.map(({ voiceId }) => voiceId).toSorted()).toEqual(VOICE_IDS.toSorted())
  // A call picked up even earlier waits a moment for the name.
  const pickedUp = Promise.all(calls.map((call) => call.pickUp()))
  voice.release()
  await pickedUp
  const urlsOf = async (call: (typeof calls)[number]) =>
    (await call.heard()).map((prompt) => (prompt.verb === 'Play' ? prompt.url : prompt.verb)).join()
  // The message follows the name if it wasn't ready with it.
  await Promise.all(calls.map(async (call) => (await urlsOf(call)).includes('shared/') || call.sayNothing()))
  for (const [i, call] of calls.entries()) {
    const urls = await urlsOf(call)
    expect(urls).not.toContain('Say')
    expect(urls).toContain(`shared/${VOICE_IDS[i]}-`)
    for (const other of VOICE_IDS.filter((id) => id !== VOICE_IDS[i])) expect(urls).not.toContain(`/${other}-`)
  }
  await Promise.all(calls.map((call) => call.hangUp()))
})

test.each([
  ["their browser's local time", 'america/new_york', 'America/New_York', /^One twenty\.$/m],
  ['no time when the browser does not send a zone', undefined, 'Etc/UTC', null],
  ["no time when the browser's zone is unknown", 'Mars/Olympus_Mons', 'Etc/UTC', null],
])('DASH-2 HIST-4 somebody without a schedule hears %s', async (_case, timezone, shown, time) => {
  await using app = await startTestApp({ heard: true, now: NOW })
  const voice = patientVoice(app)
  const { person, phone } = await someoneWithPreferences(app)
  expect((await person.post('/api/call/sample', { timezone })).status).toBe(200)
  await app.clock.advance({ seconds: 2 })
  await (await phone.expectCall()).decline()
  const said = voice.asked.map(({ text }) => text).join('\n')
  if (time === null) expect(said).not.toMatch(/^(Friday|One twenty)\.$|Good (morning|afternoon|evening)/m)
  else expect(said).toMatch(time)
  expect(await person.history()).toMatchObject([{ kind: 'sample', timezone: shown }])
})
