import type { NextCallWords } from '@reveille/contract/calls'
import { CONSENTS } from '@reveille/core/consents/consents'
import { expect, test } from 'vitest'
import { startServed } from '../../../test/harness/app/start-served.ts'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'
import { quickVoice } from '../../../test/harness/outside/quick-voice.ts'
import type { Speech } from '../../speech/engines/speech-engine.ts'
import { speakNextCall } from './next-call-words.ts'

const EVENING = Date.parse('2027-01-14T20:00:00Z')
const MORNING = Date.parse('2027-01-15T06:30:00Z')

const PREFERENCES = {
  goals: ['other'],
  otherGoal: 'I want to see my kids before work',
  struggles: ['snooze'],
  voice: 'lily',
}

test('WAKE-33 the preview is of the earliest call, matches what the phone says, and plans, prepares and renders nothing', async () => {
  await using app = await startTestApp({ now: '2027-01-14T20:00:00Z' })
  let spoken = 0
  const mute: Speech = {
    ...quickVoice,
    synthesize: async () => {
      spoken++
      return { outcome: 'busy' }
    },
  }
  app.services.speech = [mute] // let the carrier speak, so that the test can read the words
  const person = await app.person({ name: 'Ada' })
  const words = async () => (await person.get<NextCallWords | null>('/api/next-call/words')).body
  await person.post('/api/user/personalization', PREFERENCES)
  expect(await words()).toBe(null)
  for (const wakeupTime of ['07:00', '06:30']) await person.schedule({ wakeupTime, timezone: 'Etc/UTC' })
  const told = await words()
  expect(told).toMatchObject({ at: { date: '2027-01-15', time: '06:30' }, voiceId: 'lily' })
  expect(await app.services.db.selectFrom('calls').select('id').execute()).toEqual([])
  expect(spoken).toBe(0)
  const phone = await app.phone(person.phone)
  await app.clock.advance({ hours: 10, minutes: 30 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  const heard = (await call.heard()).flatMap((said) => (said.verb === 'Say' ? said.text : []))
  const [name, ...message] = told!.sentences.map(({ text }) => text)
  expect(heard.slice(0, 2)).toEqual([name, message.join(' ')])
})

/** Three people who are called tomorrow at 6:30, and an engine that records its requests. */
async function startEvening() {
  const started = await startServed({ now: EVENING, limits: { budgets: { named: { 'speech-per-person': 60 } } } })
  const { services, db, schedule, person } = started
  await db.deleteFrom('calls').execute()
  for (const id of [1, 2, 3]) await schedule(id, { next_due_at: new Date(MORNING) })
  const spoken: string[] = []
  const voice: Speech = {
    ...quickVoice,
    async synthesize(request) {
      spoken.push(request.text)
      return quickVoice.synthesize(request)
    },
  }
  services.speech = [voice]
  const mine = await person(1)
  return {
    ...started,
    spoken,
    mine,
    words: async (query = '') => (await mine.get<NextCallWords>(`/api/next-call/words${query}`)).body,
    speak: (index: number, userId = 1, version = 0) => speakNextCall(services, userId, { index, version }),
  }
}

const textsOf = ({ sentences }: NextCallWords) => sentences.map(({ text }) => text)

test("WAKE-33 another version has another morning’s words without this one's note, and leaves the next call unchanged", async () => {
  await using started = await startEvening()
  const { words, schedule, mine, spoken } = started
  await schedule(1, { note: 'exam at 9', note_at: new Date(MORNING) })
  const next = await words()
  const others = [await words('?version=1'), await words('?version=29')]
  const texts = [next, ...others].map((version) => textsOf(version).join(' '))
  expect(new Set(texts).size).toBe(3)
  expect(texts.map((said) => said.startsWith('Reveille wake-up call for Robin.'))).toEqual([true, true, true])
  expect(texts.map((said) => said.includes('exam'))).toEqual([true, false, false])
  expect(await words('?version=0')).toEqual(next)
  expect(spoken).toEqual([])
  expect(next).toMatchObject({ at: { date: '2027-01-15', time: '06:30' }, voiceId: 'liam' })
  expect((await mine.get('/api/next-call/words?version=30')).status).toBe(400)
  // Each sentence has its own audio address, and the audio says that sentence.
  expect(others[1]!.sentences[1]!.audioUrl).toBe('/api/next-call/words/1.mp3?version=29')
  const listen = (url: string) => fetch(started.url + url, { headers: { cookie: mine.cookie } })
  const sound = await listen(others[1]!.sentences[1]!.audioUrl)
  expect(spoken).toEqual([textsOf(others[1]!)[1]])
  expect([sound.status, sound.headers.get('content-type'), sound.headers.get('cache-control')]).toEqual([
    200,
    'audio/mpeg',
    'no-store',
  ])
  expect((await sound.arrayBuffer()).byteLength).toBeGreaterThan(100)
  expect((await listen('/api/next-call/words/99.mp3')).status).toBe(404)
})

test('WAKE-33 CALL-13 with calls off or no call to come there is no preview; a recording is announced', async () => {
  await using started = await startEvening()
  const { db, words, schedule, person, mine } = started
  expect(textsOf(await words()).join(' ')).not.toContain('recorded')
  const { version } = CONSENTS.recording
  await db
    .insertInto('consents')
    .values({ user_id: 1, kind: 'recording', version, ip: '198.51.100.7', given_at: new Date(EVENING) })
    .execute()
  expect(textsOf(await words()).join(' ')).toContain('This call is recorded, as you agreed.')
  await schedule(2, { is_active: false, next_due_at: null })
  expect((await (await person(2)).get('/api/next-call/words')).body).toBeNull()
  await db
    .insertInto('opt_outs')
    .values({ phone: '+12000000001', kind: 'calls', opted_out_at: new Date(EVENING) })
    .execute()
  expect(await words()).toBeNull()
  expect((await mine.get('/api/next-call/words/0.mp3')).status).toBe(404)
})

test("WAKE-33 S65 listening uses the person's own daily characters, unless the sentence was spoken before", async () => {
  await using started = await startEvening()
  const { services, speak, spoken } = started
  const shared = expect.stringMatching(/^speech\/shared\//) as string
  const name = await speak(0)
  expect([name, await speak(1), await speak(99)]).toEqual([expect.stringMatching(/^speech\/1\//), shared, null])
  expect(spoken[0]).toBe('Reveille wake-up call for Robin.')
  expect([await speak(0), await speak(2)]).toEqual([name, null])
  expect([await speak(2, 2), await speak(2)]).toEqual([shared, shared]) // user 2 has paid for it
  services.speech = [{ ...quickVoice, engineVersion: '2', synthesize: async () => ({ outcome: 'busy' }) }]
  expect(await speak(1, 3)).toBeNull()
})

test("WAKE-33 S65 own words are spoken with the voice's lead as in calls, left out where calls leave them out, and charged to their author", async () => {
  await using started = await startEvening()
  const { mine, spoken, person } = started
  const text = 'I want to beat my brother at 5k. I hate losing. My warm bed is comfy'
  const say = async (who: typeof mine, body: object) =>
    (
      await who.post<{ audio: string | null }>('/api/voice/own-words', {
        voiceId: 'bill',
        about: 'goal',
        text,
        ...body,
      })
    ).body.audio
  const audio = await say(mine, { index: 0 })
  expect(Buffer.from(audio ?? '', 'base64').byteLength).toBeGreaterThan(100)
  expect(await say(mine, { index: 0 })).toBe(audio)
  expect(await say(mine, { index: 2 })).toBeNull() // only two of the three are said
  expect(await say(mine, { index: 1, about: 'struggle' })).not.toBeNull()
  expect(await say(mine, { index: 1 })).toBeNull() // no characters are left for today
  expect(await say(await person(2), { index: 0 })).not.toBeNull()
  expect(spoken).toEqual([
    'In your own words: you want to beat your brother at five K.',
    'Your words, not mine: your warm bed is comfy. Let it down gently. Feet out.',
    'In your own words: you want to beat your brother at five K.',
  ])
})
