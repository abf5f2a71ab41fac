import { ApiFailure, messageOf, reasonOf } from '../../../api/api-failure.ts'

export type SaveFailure = { title: string; message: string; next: 'preferences' | 'phone' | null }

/** SCHED-4 to 7 and 11: the title of a failed save, the server's reason, and where to fix it. */
export function saveFailure(error: unknown): SaveFailure {
  const message = messageOf(error, 'Please try again later.')
  switch (reasonOf(error)) {
    case 'phone-not-verified':
      return { title: 'Phone verification required', message, next: 'phone' }
    case 'preferences-missing':
      return { title: 'Complete your setup first', message, next: 'preferences' }
    case 'schedule-limit-reached':
      return { title: 'Schedule limit reached', message, next: null }
    case 'schedule-duplicate':
      return { title: 'Schedule already exists', message, next: null }
    default:
      return { title: isRefused(error) ? 'Cannot create schedule' : 'Failed to save schedule', message, next: null }
  }
}

const isRefused = (error: unknown) => error instanceof ApiFailure && error.status === 400
