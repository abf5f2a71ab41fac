import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readNamedVoices, type NamedVoices } from '@reveille/core/speech/named-voices'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import { expect, test } from 'vitest'
import type { SpeechPreset } from '../../../platform/config/settings.ts'
import { SERVER_KINDS, serverVoices } from './server-voices.ts'

const PATHS = ['/v1/audio/voices', '/v1/voices']

/** A server that lists voices at these paths, and the requests it got. */
async function listing(lists: Record<string, unknown>, status = 200) {
  const asked: string[] = []
  const server = createServer(({ url = '', headers: { authorization } }, response) => {
    asked.push(`${url}${authorization === undefined ? '' : ` ${authorization}`}`)
    response.writeHead(url in lists ? status : 404).end(JSON.stringify(lists[url] ?? { detail: 'Not Found' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    asked,
    voices: (settings: { apiKey?: string; preset?: SpeechPreset; voices?: NamedVoices } = {}) =>
      serverVoices({ url, apiKey: null, preset: null, voices: {}, ...settings }),
    [Symbol.asyncDispose]: async () => void server.close().closeAllConnections(),
  }
}

const named = (text: string) => readNamedVoices(text) as NamedVoices
const PRESETS = Object.keys(SERVER_KINDS) as SpeechPreset[]
const namesOf = (preset: SpeechPreset) => Object.values(SERVER_KINDS[preset].voices)

test.each(PRESETS)(
  'CALL-8 a server that lists our voices of %s, among others, is recognized as that kind',
  async (preset) => {
    await using server = await listing({ '/v1/audio/voices': { voices: ['somebody', ...namesOf(preset)] } })
    const voices = server.voices()
    expect(voices.of('lily')).toBe('undecided')
    await Promise.all([voices.decide(), voices.decide()])
    await voices.decide()
    expect(server.asked).toEqual(['/v1/audio/voices']) // only once
    expect(VOICE_IDS.map((id) => (voices.of(id) as { voice: string }).voice)).toEqual(namesOf(preset))

    await using fewer = await listing({ '/v1/audio/voices': namesOf(preset).slice(1) })
    const unknown = fewer.voices()
    await unknown.decide()
    expect(VOICE_IDS.map(unknown.of)).toEqual(VOICE_IDS.map(() => null)) // never a guess
  },
)

test.each([
  ['a list', ['a', 'b'], ['a', 'b']],
  ['a list in an object', { status: 'ok', voices: ['a'] }, ['a']],
  ['names and ids', { data: [{ id: 'a', name: 'Ada' }] }, ['a', 'Ada']],
  ['files', [{ filename: 'a.wav', size: 7 }], ['a.wav']],
  ['ids of another kind', { voices: [{ voice_id: 'a', labels: null }] }, ['a']],
  ['nothing', {}, null],
  ['nothing', null, null],
  ['numbers', [1, 2, null], null],
])('CALL-8 the names are read when a server lists %s', async (_case, body, names) => {
  for (const path of PATHS) {
    await using server = await listing({ [path]: body })
    expect(await server.voices().list()).toEqual(names)
  }
})

test('CALL-8 a server is asked with our key at both paths, and one that can’t answer yet is an error', async () => {
  await using silent = await listing({})
  expect(await silent.voices({ apiKey: 'good key' }).list()).toBeNull()
  expect(silent.asked).toEqual(PATHS.map((path) => `${path} Bearer good key`))
  await silent.voices().list()
  expect(silent.asked.slice(2)).toEqual(PATHS)
  await using loading = await listing({ '/v1/audio/voices': { voices: namesOf('kokoro') } }, 503)
  await expect(loading.voices().list()).rejects.toThrow('HTTP 503')
  await using refusing = await listing({ '/v1/audio/voices': { voices: namesOf('kokoro') } }, 401)
  expect(await refusing.voices().list()).toBeNull()
})

test.each<[SpeechPreset | 'another kind', string[]]>([
  ['openai', ['voice', 'speed', 'instructions']],
  ['kokoro', ['voice', 'speed']],
  ['chatterbox', ['voice', 'speed']],
  ['kitten', ['voice', 'speed']],
  ['orpheus', ['voice']],
  ['pocket-tts', ['voice']],
  ['another kind', ['voice', 'speed']],
])('CALL-8 a server of kind %s gets %j and nothing it would ignore', async (kind, heeded) => {
  await using server = await listing({})
  const ofAll = named(VOICE_IDS.map((voiceId) => `${voiceId}=somebody`).join(','))
  const voices = server.voices(kind === 'another kind' ? { voices: ofAll } : { preset: kind })
  await voices.decide()
  for (const voiceId of VOICE_IDS) expect(Object.keys(voices.of(voiceId) ?? {})).toEqual(heeded)
  expect(server.asked).toEqual([]) // the settings decide
})

test("CALL-8 a setting replaces one voice of a preset, and its speed stays within servers' limits", async () => {
  await using server = await listing({})
  const voices = server.voices({
    preset: 'kokoro',
    voices: named('jocko=am_adam:0.1,bill=bm_lewis:9,lily=af_bella(2)+af_sky:1.3'),
  })
  expect(voices.of('jocko')).toEqual({ voice: 'am_adam', speed: 0.5 })
  expect(voices.of('bill')).toEqual({ voice: 'bm_lewis', speed: 2 })
  expect(voices.of('lily')).toEqual({ voice: 'af_bella(2)+af_sky', speed: 1.3 })
  expect(voices.of('liam')).toMatchObject({ voice: 'am_liam' })
})
