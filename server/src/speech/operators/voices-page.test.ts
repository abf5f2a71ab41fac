import { VOICE_IDS } from '@reveille/core/speech/voices'
import { expect, test } from 'vitest'
import { freePort } from '../../../test/harness/app/free-port.ts'
import { startTestApp } from '../../../test/harness/app/start-test-app.ts'
import { fakeSpeechServer } from '../../../test/harness/outside/fake-speech-server.ts'
import { speak } from '../clips/speak.ts'
import { checkVoices } from '../voice-check.ts'

const clipsIn = (page: string) => [...page.matchAll(/src="([^"]+)"/g)].map(([, path]) => path!)

test('CALL-8 on the port of operators every voice is heard, with its speed and fault, and who spoke for whom and why', async () => {
  await using server = await fakeSpeechServer('kokoro-fastapi')
  const port = await freePort()
  const settings = {
    METRICS_PORT: String(port),
    SPEECH_URL: server.url,
    SPEECH_PRESET: 'kokoro',
    SPEECH_VOICES: 'bill=nobody',
  }
  await using app = await startTestApp({ now: '2027-01-15T06:00:00Z', settings })
  const look = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  const first = await (await look('/voices')).text()
  expect(first).toContain('nobody had to speak for another engine')
  expect(clipsIn(first).length).toBe(2 * VOICE_IDS.length)
  // What ReveilleVoiceReplaced watches grows from zero, so that the first fallback raises it.
  const replaced = 'reveille_speech_fallbacks_total{engine="openai",by="flite"}'
  expect(await (await look('/metrics')).text()).toContain(`${replaced} 0\n`)

  await checkVoices(app.services)
  const asked = server.asked.length
  server.fault = { is: 'no-key' }
  await speak(app.services, [{ voiceId: 'liam', text: 'Good morning, Ada.', form: 'phone' }])
  expect(await (await look('/metrics')).text()).toContain(`${replaced} 1\n`)
  const answer = await look('/voices')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  const page = await answer.text()
  expect(page).toContain('flite spoke 1 of 1 clips: openai refused our key (1 time).')
  expect(page).toContain('am_liam')
  expect(page).toContain('is refused (invalid: HTTP 400, validation_error)')
  const [ofBill, others] = [clipsIn(page).filter((path) => path.includes('openai/bill')), clipsIn(page)]
  for (const path of others) {
    const sound = await look(path)
    expect([path, sound.status]).toEqual([path, ofBill.includes(path) ? 502 : 200])
    if (sound.ok) expect((await sound.arrayBuffer()).byteLength).toBeGreaterThan(8_000)
  }
  // What the check has heard isn't paid for again.
  expect(server.asked.slice(asked).map(({ voice }) => voice)).toEqual(['am_liam'])
  for (const path of ['/voices/nobody/liam.wav', '/voices/openai/nobody.wav'])
    expect((await look(path)).status).toBe(404)
  const visitors = await fetch(`${app.url}/voices/flite/liam.wav`)
  expect(visitors.headers.get('content-type')).not.toBe('audio/wav')
})
