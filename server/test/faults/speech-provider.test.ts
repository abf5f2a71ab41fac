import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { speechEngines } from '../../src/speech/engines/engines.adapter.ts'
import type { Speech } from '../../src/speech/engines/speech-engine.ts'
import { startTestApp } from '../harness/app/start-test-app.ts'
import { quickVoice } from '../harness/outside/quick-voice.ts'
import { elevenLabsAt, openAiAt } from '../harness/outside/speech-at.ts'

// A speech provider's faults as the person hears them: the phone rings on its second, and a voice speaks.

let asked: number
let answer: (response: ServerResponse) => void
let provider: Server
beforeEach(async () => {
  asked = 0
  provider = createServer((request, response) => {
    asked++
    request.resume().on('end', () => answer(response))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  provider.closeAllConnections()
  provider.close()
})

const json = (status: number, body: unknown) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' }).end(JSON.stringify(body))
const bytes = (type: string, body: Buffer) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': type }).end(body)

/** In order: the last one removes the provider. */
const faults: [string, (response: ServerResponse) => void][] = [
  ['is slow', () => undefined],
  ['answers with a web page', bytes('text/html', Buffer.from('<h1>Welcome</h1>'))],
  ['answers with noise', bytes('audio/wav', Buffer.alloc(2_000, 'not a sound file'))],
  ['is broken', json(500, { error: 'oops' })],
  ['is out of quota', json(401, { detail: { status: 'quota_exceeded' }, error: { code: 'insufficient_quota' } })],
  ['is busy', json(429, { detail: { status: 'system_busy' }, error: { code: 'rate_limit_exceeded' } })],
  [
    'breaks off',
    (response) => response.writeHead(200, { 'content-type': 'audio/wav' }).write('RIFF', () => response.destroy()),
  ],
  ['is down', () => undefined],
]

const FIRST_DUE = Date.parse('2027-01-15T06:30:00Z')
const patience = { timeLimitMs: 150 }
const settings: [string, (url: string) => Parameters<typeof speechEngines>[0]][] = [
  [
    'ElevenLabs',
    (apiUrl) => ({ atOnce: 2, pack: null, elevenlabs: { ...elevenLabsAt(apiUrl), ...patience }, openai: null }),
  ],
  [
    'an OpenAI-compatible server',
    (url) => ({ atOnce: 2, pack: null, elevenlabs: null, openai: { ...openAiAt(`${url}/v1`), ...patience } }),
  ],
]

test.each(settings)(
  'CALL-8 whatever fault %s has, the phone rings on its second and is not silent',
  async (_name, engines) => {
    await using app = await startTestApp({ heard: true, now: '2027-01-15T06:00:00Z' })
    const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    // Half an hour apart, so that each call is prepared during its own fault.
    const dueAt = (index: number) => new Date(FIRST_DUE + index * 30 * 60_000)
    const phones = []
    for (const index of faults.keys()) {
      const person = await app.person()
      phones.push(await app.phone(person.phone))
      await person.schedule({ wakeupTime: dueAt(index).toISOString().slice(11, 16), timezone: 'Etc/UTC' })
    }
    const spokenTo = []
    for (const [index, [fault, givesFault]] of faults.entries()) {
      if (fault === 'is down')
        await new Promise((resolve) => void (provider.close(resolve), provider.closeAllConnections()))
      const [remote] = speechEngines(engines(url), app.clock)
      app.services.speech = [remote, quickVoice]
      answer = givesFault
      asked = 0
      await app.clock.advance({ minutes: 30 })
      const call = await phones[index]!.expectCall()
      await call.pickUp()
      await call.press('1')
      spokenTo.push({ fault, heard: (await call.heard()).map(({ verb }) => verb) })
      // The circuit breaker opens after three failures, each tried at most three times, while a fourth clip may be in
      // progress. All other sentences skip the provider.
      expect(asked).toBeLessThanOrEqual(12)
      if (fault !== 'is down') expect(asked).toBeGreaterThan(0)
    }
    expect(spokenTo).toEqual(faults.map(([fault]) => ({ fault, heard: ['Play', 'Play'] })))
    const rangAt = (await app.carrierLog()).filter(({ kind }) => kind === 'call-created').map(({ at }) => at)
    expect(rangAt).toEqual(faults.map((_fault, index) => dueAt(index).getTime()))
  },
)

test.each(['a scheduled call', 'a sample'])(
  'CALL-8 %s picked up while the engine hangs is spoken in the carrier’s voice, not silent',
  async (kind) => {
    await using app = await startTestApp({ heard: true, now: '2027-01-15T06:29:00Z' })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const synthesize: Speech['synthesize'] = async (request) => {
      await released
      return quickVoice.synthesize(request)
    }
    // only this test's clips: all tests share the common ones
    app.services.speech = [{ ...quickVoice, fingerprint: () => app.url, synthesize }]
    app.clock.settleMore = async () => undefined // the clock does not wait for the preparation
    const person = await app.person({ name: 'Ada' })
    const phone = await app.phone(person.phone)
    if (kind === 'a sample') await person.post('/api/call/sample')
    else await person.schedule({ wakeupTime: '06:30', timezone: 'Etc/UTC' })
    await app.clock.advance({ minutes: 1 })
    const call = await phone.expectCall()
    const rangAt = app.clock.now()
    await call.pickUp()
    await call.press('1') // keys are answered without the engine too
    const heard = await call.heard()
    expect(heard.map(({ verb }) => verb)).toEqual(['Say', 'Play', 'Say', 'Say']) // name, notes, message, goodbye
    expect(heard[0]).toMatchObject({ text: 'Reveille wake-up call for Ada.' })
    expect(app.clock.now()).toBe(rangAt) // nothing waited for an engine; the carrier would give up after 15 s
    release()
  },
)
