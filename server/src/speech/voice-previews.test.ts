import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import pino from 'pino'
import { expect, test } from 'vitest'
import { freePort } from '../../test/harness/app/free-port.ts'
import { jobsDone } from '../../test/harness/app/jobs-done.ts'
import { startTestApp } from '../../test/harness/app/start-test-app.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { quickVoice } from '../../test/harness/outside/quick-voice.ts'
import { loadConfig } from '../platform/config/config.ts'
import { run } from '../run.ts'

/** A speech server that holds all requests until it is told to speak, and remembers them. */
async function heldSpeechServer() {
  const asked: string[] = []
  const { promise: firstAsked, resolve: wasAsked } = Promise.withResolvers<void>()
  const { promise: released, resolve: speakUp } = Promise.withResolvers<void>()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET') return response.writeHead(404).end('{}') // it lists no voices
    const { input, voice } = (await json(request)) as { input: string; voice: string }
    if (input.startsWith('Reveille')) asked.push(voice) // and not for the check of its voices
    wasAsked()
    await released
    return response.writeHead(200, { 'content-type': 'audio/wav' }).end(humFor(input))
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    url,
    asked,
    firstAsked,
    speakUp,
    [Symbol.asyncDispose]: async () => void server.close().closeAllConnections(),
  }
}

/** As long as the spoken text would be: 16 bits, 16 kHz, lengths unknown as in a stream. */
function humFor(text: string): Buffer {
  const head = Buffer.from(
    '524946460000000057415645666d74201000000001000100803e0000007d0000020010006461746100000000',
    'hex',
  )
  const hum = Int16Array.from({ length: text.length * 500 }, (_, i) => 9000 * Math.sin(i / 12) * Math.sin(i / 900))
  return Buffer.concat([head, Buffer.from(hum.buffer)])
}

test('VOICE-1 the first start has all previews made in the background, each once', async () => {
  await using engine = await heldSpeechServer()
  await using database = await createTestDatabase()
  const { user, database: name, host } = database.connection
  const dataDir = await mkdtemp(join(tmpdir(), `reveille-test-${process.pid}-`))
  const config = loadConfig({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(String(host))}`,
    SPEECH_URL: engine.url,
    SPEECH_PRESET: 'openai',
  })
  // The engine does not answer yet: a start does not wait for it.
  const running = await run(config, { log: pino({ level: 'silent' }), webFolder: null })
  await engine.firstAsked
  engine.speakUp()
  await jobsDone(database.db)
  const made = engine.asked.length

  for (const voiceId of VOICE_IDS) {
    const clip = await fetch(`${config.publicUrl}/api/voice/preview/${voiceId}.mp3`)
    expect([clip.status, clip.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
  }
  expect([made, new Set(engine.asked).size, engine.asked.length]).toEqual([6, 6, 6])
  await running.stop()
  await rm(dataDir, { recursive: true })
})

test('VOICE-1 a preview that is not ready yet is made when somebody presses play, once', async () => {
  await using app = await startTestApp({ now: '2027-01-15T06:20:00Z' })
  const made: string[] = []
  app.services.speech = [
    {
      ...quickVoice,
      fingerprint: () => app.url, // clips of this test alone
      synthesize: async (request) => {
        made.push(request.voiceId)
        return quickVoice.synthesize(request)
      },
    },
  ]
  const visitor = await app.person()
  for (let press = 0; press < 2; press++) {
    const answer = await visitor.post('/api/voice/preview', { voiceId: 'jocko' })
    expect(answer).toMatchObject({ status: 200, body: { audioUrl: '/api/voice/preview/jocko.mp3' } })
  }
  expect(made).toEqual(['jocko'])
})
