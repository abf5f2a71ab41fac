import type { NextCallWords } from '@reveille/contract/calls'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'
import { quickVoice } from '../../../test/harness/outside/quick-voice.ts'
import type { Speech } from '../../speech/engines/speech-engine.ts'

const PREFERENCES = {
  goals: ['other'],
  otherGoal: 'I want to see my kids before work',
  struggles: ['snooze'],
  voice: 'lily',
}

test('WAKE-33 what tomorrow says is what the phone says, and looking plans, prepares and speaks nothing', async () => {
  await using app = await startTestApp({ now: '2027-01-14T20:00:00Z' })
  let spoken = 0
  const mute: Speech = {
    ...quickVoice,
    synthesize: async () => {
      spoken++
      return { outcome: 'busy' }
    },
  }
  app.services.speech = [mute] // the carrier speaks, so that the words can be read
  const person = await app.person({ name: 'Ada' })
  const words = async () => (await person.get<NextCallWords | null>('/api/next-call/words')).body
  await person.post('/api/user/personalization', PREFERENCES)
  expect(await words()).toBe(null)
  await person.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC' })
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

test('WAKE-33 each sentence of the next call can be listened to by its person alone', async () => {
  await using app = await startTestApp({ now: '2027-01-14T20:00:00Z' })
  app.services.speech = [quickVoice]
  const person = await app.person({ name: 'Ada' })
  await person.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC' })
  const { body } = await person.get<NextCallWords>('/api/next-call/words')
  for (const { audioUrl } of body.sentences) {
    const sound = await fetch(`${app.services.config.publicUrl}${audioUrl}`, { headers: { cookie: person.cookie } })
    expect(sound.status).toBe(200)
    expect((await sound.arrayBuffer()).byteLength).toBeGreaterThan(100)
  }
  expect((await person.get('/api/next-call/words/99.mp3')).status).toBe(404)
  const stranger = await app.person()
  expect((await stranger.get(body.sentences[0]!.audioUrl)).status).toBe(404)
})
