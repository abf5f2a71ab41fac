import { expect, test } from 'vitest'
import { messageOf, UnreachableFailure } from './api-failure.ts'
import { call, failureOf } from './call.ts'

test.each([
  [401, undefined, 'Authentication required. Please log in again.'],
  [403, undefined, 'Access denied'],
  [404, undefined, 'Resource not found'],
  [500, undefined, 'Server error. Please try again later'],
  [502, undefined, 'Request failed with status 502'],
  [400, 'a text', 'Request failed with status 400'],
  [400, { message: '' }, 'Request failed with status 400'],
  [400, { message: 'You can only have 3.' }, 'You can only have 3.'],
])('API-2 a refusal with status %s and body %j says so in words', (status, body, words) => {
  expect(failureOf(status, body).message).toBe(words)
})

test.each([
  ['its own', 400, { reason: 'code-expired', message: 'Too late.' }, 'code-expired'],
  [
    'that of its flag, from a server before reasons',
    403,
    { message: 'No', personalizationRequired: true },
    'preferences-missing',
  ],
  ['that of its status, from a newer server', 404, { reason: 'moon-is-full', message: 'No' }, 'not-found'],
  ['that of its status, when it has none', 429, { message: 'Slowly!' }, 'too-many-requests'],
  ['that of its status, from something before the server', 401, undefined, 'sign-in-required'],
  ['none that its message could be read for', 400, { reason: 42, message: 'It expired.' }, 'invalid-input'],
])('API-1 the reason of a refusal is %s', (_case, status, body, reason) => {
  expect(failureOf(status, body).reason).toBe(reason)
})

test('API-1 a reason that is not known here leaves the words as they are', () => {
  expect(failureOf(409, { reason: 'moon-is-full', message: 'The moon is full.' }).message).toBe('The moon is full.')
})

test('API-2 what is no error of ours gets the words of its place', () => {
  expect(messageOf('nonsense', 'Please try again later.')).toBe('Please try again later.')
})

test('API-2 where no answer came, only what asks is said to have changed nothing', async () => {
  // Without a page around it an address leads nowhere.
  await expect(call('listSchedules')).rejects.toThrow('Nothing was changed; please check your connection')
  const sent = call('toggleSchedule', { id: 1 })
  await expect(sent).rejects.toThrow('we do not know whether this arrived')
  await expect(sent).rejects.toThrow(UnreachableFailure)
})
