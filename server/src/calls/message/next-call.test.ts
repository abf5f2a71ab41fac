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

test('WAKE-33 another version is another morning’s words, heard too, and the next call stays as it is', async () => {
  await using app = await startTestApp({ now: '2027-01-14T20:00:00Z' })
  const spoken: string[] = []
  const taken: Speech = {
    ...quickVoice,
    synthesize: (request) => {
      spoken.push(request.text)
      return quickVoice.synthesize(request)
    },
  }
  app.services.speech = [taken]
  const person = await app.person({ name: 'Ada' })
  const { id, nextCallAt } = await person.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC' })
  await person.send('PUT', `/api/schedule/${id}/note`, { at: nextCallAt, text: 'exam at 9' })
  const version = async (query: string) => (await person.get<NextCallWords>(`/api/next-call/words${query}`)).body
  const textsOf = ({ sentences }: NextCallWords) => sentences.map(({ text }) => text)
  const next = await version('')
  const others = [await version('?version=1'), await version('?version=29')]
  const texts = [next, ...others].map((words) => textsOf(words).join(' '))
  expect(new Set(texts).size).toBe(3)
  expect(texts.map((said) => said.startsWith('Reveille wake-up call for Ada.'))).toEqual([true, true, true])
  expect(texts.map((said) => said.includes('exam'))).toEqual([true, false, false])
  expect(await version('?version=0')).toEqual(next)
  const [, second] = others[1]!.sentences
  const sound = await fetch(`${app.services.config.publicUrl}${second!.audioUrl}`, {
    headers: { cookie: person.cookie },
  })
  expect([sound.status, spoken]).toEqual([200, [second!.text]])
  expect(textsOf(next)).not.toContain(second!.text)
  expect((await person.get('/api/next-call/words?version=30')).status).toBe(400)
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
