import { expect, test } from 'vitest'
import type { Speech, SpeechRequest } from '../ports/speech.ts'
import { quickVoice } from '../testing/quick-voice.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const NOW = '2027-01-15T06:00:00Z'
const PREFERENCES = { goals: ['other'], struggles: ['snooze'], voice: 'jocko' }

/** A voice that remembers what it was asked to say, and speaks when it is let. */
function heldVoice(app: TestApp) {
  const asked: SpeechRequest[] = []
  let gate = Promise.withResolvers<void>()
  gate.resolve()
  const speech: Speech = {
    ...quickVoice,
    fingerprint: () => app.url, // clips of this test alone
    synthesize: async (request) => {
      asked.push(request)
      await gate.promise
      return quickVoice.synthesize(request)
    },
  }
  app.services.speech = [speech]
  return { asked, hold: () => void (gate = Promise.withResolvers()), release: () => gate.resolve() }
}

test('S58 CALL-8 somebody who saves five times a second for a minute has their words spoken once, when they are done', async () => {
  await using app = await startTestApp({ now: NOW })
  const voice = heldVoice(app)
  const sleeper = await app.sleeper()
  const schedules = []
  for (const wakeupTime of ['06:10', '06:15', '06:19']) {
    schedules.push(await sleeper.schedule({ wakeupTime, timezone: 'Etc/UTC' }))
  }
  const saves = Number(process.env['SAVES'] ?? 60)
  for (let save = 0; save < saves; save++) {
    const otherGoal = `paint picture number ${save}`
    await sleeper.post('/api/user/personalization', { ...PREFERENCES, otherGoal })
    await sleeper.send('PATCH', `/api/schedule/${schedules[save % 3]!.id}`, { callRetry: save % 2 === 0 })
    await app.clock.advance({ ms: 200 })
  }
  await app.clock.advance({ seconds: 15 })
  const messages = voice.asked.filter(({ text }) => text.startsWith('Reveille for'))
  console.log(
    saves,
    'saves',
    messages.length,
    voice.asked.length,
    voice.asked.reduce((n, { text }) => n + text.length, 0),
  )
  expect(messages.length).toBeLessThanOrEqual(3)
  for (const { text } of messages) expect(text).toContain(`number ${saves - 1}`)
})
