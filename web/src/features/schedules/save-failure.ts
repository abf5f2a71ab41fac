import { ApiFailure, messageOf } from '../../api/api-failure.ts'

export type SaveFailure = { title: string; message: string; next: 'preferences' | 'phone' | null }

const LIMIT = {
  title: 'Schedule limit reached',
  message: 'You can only have up to 3 schedules. Please delete an existing one first.',
}
const DUPLICATE = {
  title: 'Schedule already exists',
  message: 'You already have a schedule with the same time and settings.',
}
const SETUP = {
  title: 'Complete your setup first',
  message: 'Please set up your preferences before creating a schedule.',
}
const PHONE = {
  title: 'Phone verification required',
  message: 'Please verify your phone number to receive calls.',
}

/** SCHED-4 to 7 and 11: what a refused schedule is called, and where to go. */
export function saveFailure(error: unknown): SaveFailure {
  const message = messageOf(error, 'Please try again later.')
  if (!(error instanceof ApiFailure)) return { title: 'Failed to save schedule', message, next: null }
  const { status, flags } = error
  if (status === 403 && flags.phoneVerificationRequired) return { ...PHONE, next: 'phone' }
  if (status === 403) return { ...SETUP, next: 'preferences' }
  if (status !== 400) return { title: 'Failed to save schedule', message, next: null }
  if (flags.maxSchedulesReached || /Maximum|limit/.test(message)) return { ...LIMIT, next: null }
  if (flags.duplicateSchedule || /already exists|same time/.test(message)) return { ...DUPLICATE, next: null }
  return { title: 'Cannot create schedule', message, next: null }
}
