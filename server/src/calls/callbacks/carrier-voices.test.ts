import { VOICE_IDS } from '@reveille/core/speech/voices'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'

test("CALL-8 with SPEECH_ENGINE=carrier the carrier's own voice of the character says every word, and no clip is made", async () => {
  await using app = await startTestApp({
    heard: true,
    now: '2027-01-15T06:00:00Z',
    settings: { SPEECH_ENGINE: 'carrier' },
  })
  app.services.speech = [{ ...app.services.speech[0], synthesize: () => Promise.reject(new Error('not asked')) }]
  const person = await app.person({ name: 'Ada' })
  await person.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC' })
  const phone = await app.phone(person.phone)
  await app.clock.advance({ minutes: 30 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1')
  const heard = await call.heard()
  const said = heard.filter(({ verb }) => verb === 'Say')
  expect(said.length).toBeGreaterThanOrEqual(3)
  expect(new Set(said.map((item) => item.verb === 'Say' && `${item.voice} ${item.language}`)).size).toBe(1)
  expect(said[0]).toMatchObject({ voice: expect.stringMatching(/^(Polly|Google)\./) as string, language: 'en-US' })
  expect(said.map((item) => item.verb === 'Say' && item.text).join(' ')).toContain('Ada')
  const preview = await person.post('/api/voice/preview', { voiceId: 'jocko' })
  expect(preview).toMatchObject({ status: 200, body: { audioUrl: null } })
})

test('CALL-8 a voice the carrier lacks is silent once; a basic voice says the reminders and speaks for a day', async () => {
  const lines: string[] = []
  await using app = await startTestApp({
    heard: true,
    now: '2027-01-15T06:00:00Z',
    logTo: { write: (line: string) => void lines.push(line) },
    settings: {
      SPEECH_ENGINE: 'carrier',
      CARRIER_VOICES: VOICE_IDS.map((id) => `${id}=Polly.Nobody-Neural`).join(),
    },
  })
  const person = await app.person({ name: 'Ada' })
  await person.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC' })
  const phone = await app.phone(person.phone)
  await app.clock.advance({ minutes: 30 })
  const call = await phone.expectCall()
  await call.pickUp()
  const said = async () => (await call.heard()).filter(({ verb }) => verb === 'Say')
  expect(lines.join('')).toContain("CARRIER_VOICES has names that we don't know")
  expect(await said()).toEqual([])
  await call.sayNothing()
  expect(lines.join('')).toContain('carrier could not speak; using its basic voices for a day')
  expect((await said()).length).toBeGreaterThan(0)
  await call.press('1')
  expect((await said()).every((item) => !('language' in item))).toBe(true)
})
