import { afterEach, expect, test } from 'vitest'
import { toastStore } from '../ui/toast/toast-store.ts'
import { ApiRequestError, toastFailure } from './api-failure.ts'

const newest = () => toastStore.current()

afterEach(() => toastStore.leavePage())

test('API-2 a failure shows the server’s message', () => {
  toastFailure('Failed to save')(new ApiRequestError(400, 'invalid-input', 'That is too long.'))
  expect(newest()).toMatchObject({ title: 'Failed to save', message: 'That is too long.', tone: 'error' })
})

test('API-2 a failure without a message asks to try again later', () => {
  toastFailure('Failed to save')('nonsense')
  expect(newest()?.message).toBe('Please try again later.')
})
