import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { elevenLabsAt, openAiAt } from '../../../test/harness/outside/speech-at.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { speechEngines } from './engines.adapter.ts'

const clock = { monotonic: () => 0 } as Clock
const elevenlabs = elevenLabsAt('http://127.0.0.1:9')
const openai = openAiAt('http://127.0.0.1:9/v1')

test.each([
  ['nothing', { elevenlabs: null, openai: null }, ['flite']],
  ['ElevenLabs', { elevenlabs, openai: null }, ['elevenlabs', 'flite']],
  ['your own server', { elevenlabs: null, openai }, ['openai', 'flite']],
  ['both', { elevenlabs, openai }, ['elevenlabs', 'openai', 'flite']],
])('CALL-8 with %s configured, the embedded engine comes last', (_case, settings, engines) => {
  expect(speechEngines({ atOnce: 2, pack: null, ...settings }, clock).map(({ engine }) => engine)).toEqual(engines)
})

test('CALL-8 requests queued for a broken provider do not try it one by one', async () => {
  let asked = 0
  const server = createServer((_request, response) => void (asked++, response.writeHead(401).end('{}')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const [provider] = speechEngines({ atOnce: 2, pack: null, elevenlabs: null, openai: { ...openai, url } }, clock)
  const say = () =>
    provider.synthesize({ voiceId: 'lily', text: 'Up.', form: 'phone', signal: AbortSignal.timeout(180_000) })
  await Promise.allSettled(Array.from({ length: 50 }, say))
  expect(asked).toBeLessThanOrEqual(4) // three failures, and the request in flight during the third
  await new Promise((resolve) => server.close(resolve))
})
