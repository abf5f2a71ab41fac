import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { VOICE_IDS, type VoiceId } from '@reveille/core/speech/voices'
import pino from 'pino'
import { expect, test } from 'vitest'
import { freePort } from '../../test/harness/app/free-port.ts'
import { jobsDone } from '../../test/harness/app/jobs-done.ts'
import { servicesOn } from '../../test/harness/app/services-on.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { quickVoice } from '../../test/harness/outside/quick-voice.ts'
import { buildApp } from '../app.ts'
import { loadConfig } from '../platform/config/config.ts'
import { run } from '../run.ts'
import type { Speech } from './engines/speech-engine.ts'

/** A speech server that records its requests and holds them until told to speak. */
async function heldSpeechServer() {
  const asked: string[] = []
  const { promise: firstAsked, resolve: wasAsked } = Promise.withResolvers<void>()
  const { promise: released, resolve: speakUp } = Promise.withResolvers<void>()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET') return response.writeHead(404).end('{}') // it lists no voices
    const { input, voice } = (await json(request)) as { input: string; voice: string }
    if (input.startsWith('Reveille')) asked.push(voice) // not the voice check
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

test('VOICE-1 the first start makes all previews in the background, each once', async () => {
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
  // The engine doesn't answer yet, and a start doesn't wait for it.
  const running = await run(config, { log: pino({ level: 'silent' }), webFolder: null })
  await engine.firstAsked
  engine.speakUp()
  await jobsDone(database.db)
  const made = engine.asked.length

  for (const voiceId of VOICE_IDS) {
    const clip = await fetch(`${config.publicUrl}/api/voice/preview/${voiceId}.mp3`)
    expect([clip.status, clip.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
  }
  expect([made, new Set(engine.asked).size, engine.asked.length]).toEqual(Array(3).fill(VOICE_IDS.length))
  await running.stop()
  await rm(dataDir, { recursive: true })
})

test("VOICE-1 a preview not ready yet is made on play, once; one that can't be made is not offered", async () => {
  await using database = await createTestDatabase()
  await using joined = await servicesOn(database, { now: Date.parse('2027-01-15T06:20:00Z') })
  const { services } = joined
  const made: string[] = []
  const answers: Speech['synthesize'][] = []
  const synthesize: Speech['synthesize'] = async (request) => {
    made.push(request.voiceId)
    return (answers.shift() ?? quickVoice.synthesize)(request)
  }
  services.speech = [{ ...quickVoice, synthesize }]
  const app = await buildApp(services)
  const press = async (voiceId: VoiceId) => {
    const headers = { origin: services.config.publicUrl }
    const played = await app.inject({ method: 'POST', url: '/api/voice/preview', headers, payload: { voiceId } })
    return { status: played.statusCode, ...played.json<{ audioUrl: string | null }>() }
  }
  for (let times = 0; times < 2; times++)
    expect(await press('jocko')).toEqual({ status: 200, audioUrl: '/api/voice/preview/jocko.mp3' })
  const { statusCode, headers, rawPayload } = await app.inject('/api/voice/preview/jocko.mp3')
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'audio/mpeg',
    'public, max-age=86400', // the address stays when the engine changes
  ])
  expect(rawPayload.length).toBeGreaterThan(800)
  expect(made).toEqual(['jocko'])
  answers.push(...[0, 1].map(() => async () => ({ outcome: 'busy' as const })))
  expect(await press('lily')).toEqual({ status: 200, audioUrl: null })
  expect((await app.inject('/api/voice/preview/lily.mp3')).statusCode).toBe(404)
  expect((await press('nobody' as VoiceId)).status).toBe(400)
  // The carrier's voices speak only on the phone.
  services.config = { ...services.config, speech: { ...services.config.speech, carrier: {} } }
  expect(await press('liam')).toEqual({ status: 200, audioUrl: null })
  expect(made).toEqual(['jocko', 'lily', 'lily'])
  await app.close()
})
