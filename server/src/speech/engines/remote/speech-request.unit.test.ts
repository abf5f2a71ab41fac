import { expect, test } from 'vitest'
import { limitFor, overloaded, providerCodes, speaksOfVoice } from './speech-request.ts'

test.each<[string, unknown, string, boolean]>([
  ['that it has no such voice', { detail: "Voice 'nobody' not found." }, 'nobody', true],
  ['that deep in its message', { error: { message: 'no voice named nobody' } }, 'nobody', true],
  ['something about another voice', { detail: 'voice somebody is loading' }, 'nobody', false],
  ['something else about a voice of that name', { detail: 'expr-voice-2-f: out of memory' }, 'expr-voice-2-f', false],
  ['nothing about voices', { detail: 'nobody is at home' }, 'nobody', false],
  ['nothing', null, 'nobody', false],
])('CALL-8 a server says %s', (_case, body, voice, isOfVoice) => {
  expect(speaksOfVoice(body, voice)).toBe(isOfVoice)
})

test.each<[unknown, string[]]>([
  [{ detail: { code: 'paid_plan_required', status: 'payment_required' } }, ['paid_plan_required', 'payment_required']],
  [{ detail: { error: 'validation_error' } }, ['validation_error']],
  [{ error: { code: 'insufficient_quota', message: 'for Ada' } }, ['insufficient_quota']],
  [{ detail: 'missing_permissions', error: { code: 7 } }, ['missing_permissions']],
  [{ detail: 'A voice for Ada' }, []],
  [{ detail: 'x'.repeat(65) }, []],
  [{ detail: null }, []],
  ['broken', []],
  [null, []],
])('CALL-8 from the refusal %j only codes are read, never its words, which may quote a person', (body, codes) => {
  expect(providerCodes(body)).toEqual(codes)
})

test('CALL-8 429 means busy, for as long as the server says; any other status is a fault', () => {
  expect(overloaded({ status: 429, retryAfterMs: null })).toEqual({ outcome: 'busy' })
  expect(overloaded({ status: 429, retryAfterMs: 2_000 })).toEqual({ outcome: 'busy', retryAfterMs: 2_000 })
  expect(() => overloaded({ status: 503, retryAfterMs: 2_000 })).toThrow('HTTP 503')
})

test('CALL-8 a caller waiting for a clip waits at most 15 s', () => {
  const request = { voiceId: 'lily', text: 'Up.', form: 'phone', signal: new AbortController().signal } as const
  expect([limitFor(request, 60_000), limitFor({ ...request, soon: true }, 60_000)]).toEqual([60_000, 15_000])
  expect(limitFor({ ...request, soon: true }, 5_000)).toBe(5_000)
})
