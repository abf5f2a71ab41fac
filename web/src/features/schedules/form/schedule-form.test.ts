import type { Reason } from '@reveille/contract/api-error'
import { expect, test } from 'vitest'
import { ApiRequestError } from '../../../api/api-failure.ts'
import { saveFailure } from './schedule-form.tsx'

const refused = (status: number, reason: Reason, message = 'No') => new ApiRequestError(status, reason, message)

test.each([
  ['SCHED-4 without preferences', refused(403, 'preferences-missing'), 'Complete your setup first', 'preferences'],
  ['SCHED-11 without a verified phone', refused(403, 'phone-not-verified'), 'Phone verification required', 'phone'],
  ['SCHED-5 with three schedules', refused(400, 'schedule-limit-reached'), 'Schedule limit reached', null],
  ['SCHED-6 with a duplicate', refused(400, 'schedule-duplicate'), 'Schedule already exists', null],
  [
    'SCHED-4 CALL-7 with all calls stopped, which preferences can’t fix',
    refused(403, 'calls-stopped'),
    'Failed to save schedule',
    null,
  ],
  ['SCHED-7 any other refusal', refused(400, 'in-the-past'), 'Cannot create schedule', null],
  [
    'SCHED-7 a reason only in the message',
    refused(400, 'invalid-input', 'It already exists'),
    'Cannot create schedule',
    null,
  ],
  ['SCHED-7 anything else', refused(500, 'internal'), 'Failed to save schedule', null],
  ['SCHED-7 no response', new Error('offline'), 'Failed to save schedule', null],
])('%s', (_case, error, title, next) => {
  expect(saveFailure(error)).toMatchObject({ title, next })
})

test.each([
  ['SCHED-4', refused(403, 'preferences-missing', 'Preferences first.'), 'Preferences first.'],
  ['SCHED-5', refused(400, 'schedule-limit-reached', 'Three are the most.'), 'Three are the most.'],
  ['SCHED-6', refused(400, 'schedule-duplicate', 'You have this one.'), 'You have this one.'],
  ['CALL-7', refused(403, 'calls-stopped', 'You stopped all calls.'), 'You stopped all calls.'],
  ['SCHED-7', refused(400, 'in-the-past', 'This moment has passed.'), 'This moment has passed.'],
  ['SCHED-7', 'no error at all', 'Please try again later.'],
])('%s the server’s message is shown: %o', (_number, error, message) => {
  expect(saveFailure(error).message).toBe(message)
})
