import { readNamedVoices, type NamedVoices } from '@reveille/core/speech/named-voices'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import {
  fakeSpeechServer,
  type FakeSpeechServer,
  type SpeechServerKind,
} from '../../test/harness/outside/fake-speech-server.ts'
import { elevenLabsAt, openAiAt } from '../../test/harness/outside/speech-at.ts'
import type { SpeechPreset } from '../platform/config/settings.ts'
import type { AllServices } from '../services.ts'
import { speechEngines } from './engines/engines.adapter.ts'
import { checkVoices } from './voice-check.ts'

/** The problems by character, and what was logged. `slowness`: seconds that each clock reading adds. */
async function check(
  { url, origin }: FakeSpeechServer,
  kind: SpeechServerKind,
  { preset = null as SpeechPreset | null, voices = '', slowness = 0 } = {},
) {
  const logged: string[] = []
  let now = 0
  const clock = { monotonic: () => (now += slowness * 1000) } as AllServices['clock']
  const settings = {
    atOnce: 1,
    pack: null,
    elevenlabs: kind === 'elevenlabs' ? elevenLabsAt(origin) : null,
    openai:
      kind === 'elevenlabs'
        ? null
        : { ...openAiAt(url), preset, voices: voices === '' ? {} : (readNamedVoices(voices) as NamedVoices) },
  }
  const rows = await checkVoices({
    clock,
    log: pino({}, { write: (line: string) => void logged.push(line) }),
    speech: speechEngines(settings, clock),
  })
  const problems = Object.fromEntries(rows.flatMap(({ voiceId, problem }) => (problem ? [[voiceId, problem]] : [])))
  return { rows, problems, logged: logged.join('') }
}

test.each<[SpeechServerKind, SpeechPreset | null]>([
  ['kokoro-fastapi', null],
  ['speaches', null],
  ['chatterbox', null],
  ['pocket-tts', 'pocket-tts'],
  ['openai', 'openai'],
  ['elevenlabs', null],
])('CALL-8 the check of a working server (%s) has a row for each voice and no problem', async (kind, preset) => {
  await using server = await fakeSpeechServer(kind)
  const { rows, problems, logged } = await check(server, kind, { preset })
  expect(problems).toEqual({})
  expect(logged).toBe('')
  expect(rows.map(({ voiceId }) => voiceId)).toEqual(VOICE_IDS)
  expect(rows.every(({ realTimeFactor }) => realTimeFactor !== null)).toBe(true)
})

test("CALL-8 OpenAI's names on a Kokoro server, and voices a server lacks, are reported by character", async () => {
  await using server = await fakeSpeechServer('kokoro-fastapi')
  expect(Object.keys((await check(server, 'kokoro-fastapi', { preset: 'openai' })).problems)).toEqual([...VOICE_IDS])
  const { problems, logged } = await check(server, 'kokoro-fastapi', { voices: 'bill=bm_lewis' })
  expect(problems).toEqual({ bill: 'is refused (invalid: HTTP 400, validation_error)' })
  expect(logged).toContain('voice check: Bill Next Door is refused (invalid: HTTP 400, validation_error)')
})
