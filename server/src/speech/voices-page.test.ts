import { VOICE_IDS } from '@reveille/core/speech/voices'
import { expect, test } from 'vitest'
import { servicesOn } from '../../test/harness/app/services-on.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { fakeSpeechServer } from '../../test/harness/outside/fake-speech-server.ts'
import { quickVoice } from '../../test/harness/outside/quick-voice.ts'
import { buildApp, operatorResources } from '../app.ts'
import { buildOperatorApp } from '../platform/http/health/operator-app.ts'
import { registerRoutes } from '../platform/http/routes.ts'
import { speak } from './clips/speak.ts'
import { checkVoices } from './voice-check.ts'

const clipsIn = (page: string) => [...page.matchAll(/src="([^"]+)"/g)].map(([, path]) => path!)

/** The operators' port of an installation with these settings. The embedded engine takes no time. */
async function startOperators(settings: Record<string, string> = {}) {
  const database = await createTestDatabase()
  const joined = await servicesOn(database, { now: Date.parse('2027-01-15T06:00:00Z'), settings })
  const { services } = joined
  const embedded = { ...quickVoice, engine: 'flite' }
  const [first, ...others] = services.speech
  services.speech = others.length === 0 ? [embedded] : [first, embedded]
  const app = await buildOperatorApp(services, () => 'none')
  for (const routes of operatorResources) await registerRoutes(app, routes, services)
  return {
    services,
    embedded,
    look: (path: string) => app.inject(path),
    async [Symbol.asyncDispose]() {
      await app.close()
      await joined[Symbol.asyncDispose]()
      await database.drop()
    },
  }
}

test("CALL-8 on the operators' port every voice can be heard, with speed and problems, and which engine spoke instead and why", async () => {
  await using server = await fakeSpeechServer('kokoro-fastapi')
  const settings = { SPEECH_URL: server.url, SPEECH_PRESET: 'kokoro', SPEECH_VOICES: 'bill=nobody' }
  await using operators = await startOperators(settings)
  const { services, look } = operators
  const first = (await look('/voices')).body
  expect(first).toContain('nobody had to speak for another engine')
  expect(first.match(/asked first\. This process hasn't checked its voices/g)).toHaveLength(1)
  expect(clipsIn(first).length).toBe(2 * VOICE_IDS.length)
  // The alert ReveilleVoiceReplaced needs counters that start at zero, so that the first fallback raises it.
  const replaced = 'reveille_speech_fallbacks_total{engine="openai",by="flite"}'
  expect((await look('/metrics')).body).toContain(`${replaced} 0\n`)

  await checkVoices(services)
  const asked = server.asked.length
  server.fault = { is: 'no-key' }
  await speak(services, [{ voiceId: 'liam', text: 'Good morning, Ada.', form: 'phone' }])
  expect((await look('/metrics')).body).toContain(`${replaced} 1\n`)
  const { headers, body: page } = await look('/voices')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page).toContain('flite spoke 1 of 1 clips: openai refused our key (1 time).')
  expect(page).not.toContain("hasn't checked")
  expect(page).toMatch(
    /Bill Next Door<[^]+?<td class="bad">is refused \(invalid: HTTP 400, validation_error\)<[^]+?<td>–</,
  )
  expect(page).toMatch(/Liam<[^]+?<td>speaks<\/td>\n<td>\d+\.\d\d<\/td>\n<td>am_liam</)
  for (const path of clipsIn(page)) {
    const { statusCode, rawPayload, headers: sound } = await look(path)
    const isBills = path.includes('openai/bill')
    expect([path, statusCode]).toEqual([path, isBills ? 502 : 200])
    expect(sound['content-type']).toBe(isBills ? 'text/plain; charset=utf-8' : 'audio/wav')
    if (!isBills) expect(rawPayload.length).toBeGreaterThan(800)
  }
  // Clips the check has heard aren't paid for twice, and failed ones are retried.
  expect(server.asked.slice(asked).map(({ voice }) => voice)).toEqual(['am_liam'])
  for (const path of ['/voices/nobody/liam.wav', '/voices/openai/nobody.wav'])
    expect((await look(path)).statusCode).toBe(404)
  const visitors = await buildApp(services)
  expect((await visitors.inject('/voices/flite/liam.wav')).headers['content-type']).not.toBe('audio/wav')
  await visitors.close()
})

test('CALL-8 a voice pack, which has no sentence to try, is not on the voices page', async () => {
  await using operators = await startOperators()
  const { services, embedded, look } = operators
  services.speech = [{ ...quickVoice, engine: 'pack', isFree: true }, embedded]
  const page = (await look('/voices')).body
  expect(clipsIn(page)).toEqual(VOICE_IDS.map((voiceId) => `/voices/flite/${voiceId}.wav`))
  expect((await look('/voices/pack/liam.wav')).statusCode).toBe(404)
})
