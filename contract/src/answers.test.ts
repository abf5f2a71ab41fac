import { expect, test } from 'vitest'
import { ApiError, FLAGS, genericReason, REASONS } from './api-error.ts'
import { endpoints } from './endpoints.ts'
import { LiveEvent } from './notices.ts'
import { ANSWERS } from './test-data/answers.ts'

test.each(Object.entries(endpoints))(
  'API-5 the schema of %s keeps every field of its response',
  (name, { response }) => {
    for (const answer of ANSWERS[name as keyof typeof ANSWERS]) expect(response.parse(answer)).toEqual(answer)
  },
)

test.each(Object.entries(endpoints))('API-5 the schema of %s strips every unknown field', (name, { response }) => {
  if (name === 'captcha') return // the captcha library defines its own fields
  const [answer] = ANSWERS[name as keyof typeof ANSWERS]
  expect(JSON.stringify(response.parse(withSecrets(answer)))).not.toContain('secret')
})

/** Adds a secret field to every object of a response. */
function withSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSecrets)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, withSecrets(inner)] as const)
  return { ...Object.fromEntries(entries), passwordHash: 'secret' }
}

test.each(['calls', 'schedules', 'notices', 'account', 'signed-out'])('DASH-10 the live event %s parses', (changed) => {
  expect(LiveEvent.parse({ changed })).toEqual({ changed })
})

test.each([
  ['sign-in-required', 'requiresAuth'],
  ['preferences-missing', 'personalizationRequired'],
  ['phone-not-verified', 'phoneVerificationRequired'],
  ['schedule-limit-reached', 'maxSchedulesReached'],
  ['schedule-duplicate', 'duplicateSchedule'],
  ['captcha-required', 'captchaRequired'],
  ['fresh-code-required', 'freshCodeRequired'],
] as const)('API-1 a refusal for %s carries the flag %s', (reason, flag) => {
  expect(FLAGS[reason]).toBe(flag)
  const refusal = { reason, message: 'No', requestId: 'r', retryAfterSeconds: 30, [flag]: true }
  expect(ApiError.parse(refusal)).toEqual(refusal)
})

test.each([
  [400, 'invalid-input'],
  [401, 'sign-in-required'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [413, 'invalid-input'],
  [429, 'too-many-requests'],
  [499, 'invalid-input'],
  [500, 'internal'],
  [502, 'internal'],
  [503, 'unavailable'],
] as const)('API-1 an answer whose reason is unknown falls back to its status: %s means %s', (status, reason) => {
  expect(genericReason(status)).toBe(reason)
  expect(REASONS).toContain(genericReason(status))
})
