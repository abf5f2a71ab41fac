import { VOICE_IDS, type VoiceId } from '@reveille/core/speech/voices'
import pino from 'pino'
import { expect, test } from 'vitest'
import { TestClock } from '../../test/harness/app/test-clock.ts'
import { muLawWav } from './audio/wav.ts'
import type { EngineVoices, Speech, SpeechRequest, SpeechResult } from './engines/speech-engine.ts'
import { checkVoices, lastVoiceCheck } from './voice-check.ts'

type Answer = (request: SpeechRequest) => SpeechResult | Promise<SpeechResult>

const CLIP_S = 4
/** A different clip for each character. */
const says: Answer = ({ voiceId }) => ({
  outcome: 'spoken',
  audio: muLawWav(Buffer.alloc(CLIP_S * 8_000, VOICE_IDS.indexOf(voiceId)), 8_000),
})

/** What a check finds, by character, with an engine that takes two seconds a clip, and what it logs. */
async function check(answer: Answer, voices: Partial<EngineVoices> = {}, signal?: AbortSignal) {
  const clock = new TestClock(0)
  const lines: string[] = []
  const engine: Speech = {
    engine: 'paid',
    engineVersion: '1',
    maxChars: 1_000,
    fingerprint: () => '1',
    voices: { timeLimitMs: 60_000, nameOf: (voiceId) => `voice-of-${voiceId}`, ...voices },
    async synthesize(request) {
      await clock.advance({ seconds: 2 })
      return answer(request)
    },
  }
  const { voices: _none, ...embedded } = engine
  const speech = [engine, embedded] as const
  const log = pino({}, { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) })
  const rows = await checkVoices({ clock, log, speech }, signal)
  expect(lastVoiceCheck(speech)).toEqual(rows)
  return { rows, lines, problemOf: (id: VoiceId) => rows.find(({ voiceId }) => voiceId === id)?.problem }
}

test('CALL-8 a check has a row for each character and engine with voices, with its speed, and logs nothing when all is well', async () => {
  const { rows, lines } = await check(says)
  expect(rows.map(({ engine, voiceId, voice }) => [engine, voiceId, voice])).toEqual(
    VOICE_IDS.map((id) => ['paid', id, `voice-of-${id}`]),
  )
  expect(rows.map(({ realTimeFactor, problem }) => [realTimeFactor, problem])).toEqual(VOICE_IDS.map(() => [0.5, null]))
  expect(lines).toEqual([])
})

test('CALL-8 an engine is too slow when a sentence of 18 s would miss the deadline', async () => {
  expect((await check(says, { timeLimitMs: 9_000 })).problemOf('lily')).toBeNull()
  expect((await check(says, { timeLimitMs: 8_999 })).problemOf('lily')).toContain('is so slow')
})

test('CALL-8 two characters with one voice are noticed by their sound, whatever their names', async () => {
  const { problemOf } = await check((request) =>
    says({ ...request, voiceId: request.voiceId === 'jocko' ? 'bill' : request.voiceId }),
  )
  expect([problemOf('bill'), problemOf('jocko')]).toEqual([null, 'sounds the same as Bill Next Door'])
})

test('CALL-8 a voice mixture is valid when each of its parts is', async () => {
  const mixed: Partial<Record<VoiceId, string>> = {
    lily: 'af_bella(2)+af_sky',
    bill: 'af_bella(1.5)+nobody',
    liam: 'whole+sale',
  }
  const nameOf = (id: VoiceId) => mixed[id] ?? 'af_sky'
  const { problemOf } = await check(says, { nameOf, list: async () => ['af_bella', 'af_sky', 'whole+sale'] })
  expect([problemOf('lily'), problemOf('liam'), problemOf('jocko')]).toEqual([null, null, null])
  expect(problemOf('bill')).toBe(
    "asks for af_bella(1.5)+nobody, which the server doesn't list: somebody else may speak",
  )
  // A server that lists no voices proves nothing about names.
  expect((await check(says, { nameOf, list: async () => null })).problemOf('bill')).toBeNull()
})

test("CALL-8 a character without a voice, or a server that can't list voices, is logged, and the check goes on", async () => {
  const unknown = { nameOf: (id: VoiceId) => (id === 'bill' ? null : 'x'), list: async () => ['x'] }
  const { lines, problemOf } = await check(says, unknown)
  expect(lines).toEqual([expect.stringContaining('set SPEECH_PRESET or SPEECH_VOICES')])
  expect(problemOf('lily')).toBeNull()
  const silent = await check(says, { decide: () => Promise.reject(new Error('fetch failed')), list: async () => [] })
  expect(silent.lines).toEqual([expect.stringContaining('speech server unavailable')])
  expect(silent.rows.every(({ problem }) => problem === null)).toBe(true)
})

test.each<[string, Answer]>([
  ["was not said: the server is busy or doesn't know its voices yet", () => ({ outcome: 'busy' })],
  ["was not said: the server is busy or doesn't know its voices yet", () => ({ outcome: 'no-words' })],
  ['was not said: half a file', () => ({ outcome: 'unsound', reason: 'half a file' })],
  ['was not said: fetch failed', () => Promise.reject(new Error('fetch failed'))],
  ['is refused (auth)', () => ({ outcome: 'refused', reason: 'auth' })],
  ['is refused (auth: HTTP 401)', () => ({ outcome: 'refused', reason: 'auth', refusal: { status: 401, code: null } })],
  [
    'is refused (invalid: no_voice, set one)',
    () => ({ outcome: 'refused', reason: 'invalid', refusal: { status: 0, code: 'no_voice', hint: 'set one' } }),
  ],
])('CALL-8 the operator reads that a character %s, and the others go on', async (words, answer) => {
  const { rows, lines, problemOf } = await check((request) => (request.voiceId === 'bill' ? answer : says)(request))
  expect(problemOf('bill')).toBe(words)
  expect(rows.filter(({ problem }) => problem === null)).toHaveLength(VOICE_IDS.length - 1)
  expect(lines).toEqual([`voice check: Bill Next Door ${words}; another engine may speak instead`])
})

test('CALL-8 a check ends with the process that started it', async () => {
  const stop = new AbortController()
  stop.abort(new Error('this process stops'))
  await expect(check(says, {}, stop.signal)).rejects.toThrow('this process stops')
})
