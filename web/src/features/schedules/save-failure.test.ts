import { expect, test } from 'vitest'
import { ApiFailure } from '../../api/api-failure.ts'
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

test('SCHED-7 the server’s own words are shown', () => {
  expect(saveFailure(refused(400, { message: 'This moment has passed.' })).message).toBe('This moment has passed.')
})
