import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ELEVENLABS_VOICES } from '../../../test/harness/outside/speech-at.ts'
import { limitFor } from '../../speech/engines/remote/speech-request.ts'
import type { SpeechRequest } from '../../speech/engines/speech-engine.ts'
import { loadConfig } from './config.ts'

function speechBy(settings: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'reveille-speech-settings-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return loadConfig({ DATA_DIR: dataDir, ...settings }).speech
}

const NEAR = { timeLimitMs: 180_000, atOnce: 1, preset: null }
const FAR = { timeLimitMs: 15_000, atOnce: 2, preset: null }

test.each([
  ['http://127.0.0.1:8880/v1', NEAR],
  ['http://[::1]:8880/v1', NEAR],
  ['http://192.168.1.5:8000/v1', NEAR],
  ['http://[fd00::5]:8000/v1', NEAR],
  ['http://kokoro:8880/v1', NEAR],
  ['http://172.32.0.1:8880/v1', FAR],
  ['https://speech.example.com/v1', FAR],
  ['https://api.openai.com/v1', { ...FAR, preset: 'openai' }],
])('CALL-8 a speech server at %s gets the timeout for its location', (url, limits) => {
  expect(speechBy({ SPEECH_URL: url }).openai).toMatchObject(limits)
  const told = { SPEECH_TIME_LIMIT: '40', SPEECH_AT_ONCE: '3', SPEECH_PRESET: 'kitten' }
  const chosen = { timeLimitMs: 40_000, atOnce: 3, preset: 'kitten' }
  expect(speechBy({ SPEECH_URL: url, ...told }).openai).toMatchObject(chosen)
})

test('CALL-8 a clip needed within two minutes gets 15 s, however slow the server, and never more than its deadline', () => {
  const [wanted, early] = [{ soon: true }, { soon: false }] as SpeechRequest[]
  expect([180_000, 2_000].map((limitMs) => limitFor(wanted!, limitMs))).toEqual([15_000, 2_000])
  expect(limitFor(early!, 180_000)).toBe(180_000)
})

test.each([
  ['auto', ['elevenlabs', 'openai']],
  ['embedded', []],
  ['carrier', ['carrier']],
  ['elevenlabs', ['elevenlabs']],
  ['openai', ['openai']],
])('CALL-8 with everything configured, SPEECH_ENGINE=%s puts %j before the embedded voices', (engine, speaks) => {
  const everything = {
    SPEECH_URL: 'http://127.0.0.1:8880/v1',
    ELEVENLABS_API_KEY: 'key',
    ELEVENLABS_VOICES,
    CARRIER_VOICES: 'bill=man',
  }
  const { carrier, elevenlabs, openai } = speechBy({ ...everything, SPEECH_ENGINE: engine })
  const chosen = Object.entries({ carrier, elevenlabs, openai }).filter(([, options]) => options !== null)
  expect(chosen.map(([name]) => name)).toEqual(speaks)
})
