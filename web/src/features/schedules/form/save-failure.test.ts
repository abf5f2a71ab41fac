import { expect, test } from 'vitest'
import { ApiFailure } from '../../../api/api-failure.ts'
import { saveFailure } from './save-failure.ts'

const refused = (status: number, body: ConstructorParameters<typeof ApiFailure>[1]) => new ApiFailure(status, body)

test.each([
  [
    'SCHED-4 without preferences',
    refused(403, { message: 'No', personalizationRequired: true }),
    'Complete your setup first',
    'preferences',
  ],
  [
    'SCHED-11 without a verified phone',
    refused(403, { message: 'No', phoneVerificationRequired: true }),
    'Phone verification required',
    'phone',
  ],
  [
    'SCHED-5 with three schedules',
    refused(400, { message: 'No', maxSchedulesReached: true }),
    'Schedule limit reached',
    null,
  ],
  ['SCHED-5 by the word Maximum', refused(400, { message: 'Maximum number reached' }), 'Schedule limit reached', null],
  ['SCHED-6 twice the same', refused(400, { message: 'No', duplicateSchedule: true }), 'Schedule already exists', null],
  [
    'SCHED-6 by the words same time',
    refused(400, { message: 'One has the same time' }),
    'Schedule already exists',
    null,
  ],
  [
    'SCHED-4 CALL-7 with all calls stopped, which no preferences mend',
    refused(403, { message: 'You stopped all calls by pressing 0 twice on the phone.' }),
    'Failed to save schedule',
    null,
  ],
  ['SCHED-7 any other refusal', refused(400, { message: 'This moment has passed.' }), 'Cannot create schedule', null],
  [
    'SCHED-7 anything else',
    refused(500, { message: 'Server error. Please try again later' }),
    'Failed to save schedule',
    null,
  ],
  ['SCHED-7 no answer at all', new Error('offline'), 'Failed to save schedule', null],
])('%s', (_case, error, title, next) => {
  expect(saveFailure(error)).toMatchObject({ title, next })
})

test.each([
  ['SCHED-4', refused(403, { message: 'Preferences first.', personalizationRequired: true }), 'Preferences first.'],
  ['SCHED-5', refused(400, { message: 'Three are the most.', maxSchedulesReached: true }), 'Three are the most.'],
  ['SCHED-6', refused(400, { message: 'You have this one.', duplicateSchedule: true }), 'You have this one.'],
  ['CALL-7', refused(403, { message: 'You stopped all calls.' }), 'You stopped all calls.'],
  ['SCHED-7', refused(400, { message: 'This moment has passed.' }), 'This moment has passed.'],
  ['SCHED-7', 'no error at all', 'Please try again later.'],
])('%s the server’s own words are shown: %o', (_number, error, message) => {
  expect(saveFailure(error).message).toBe(message)
})
