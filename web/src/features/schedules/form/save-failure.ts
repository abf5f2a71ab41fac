import type { ApiError } from '@reveille/contract/api-error'
import { ApiFailure, messageOf } from '../../../api/api-failure.ts'

export type SaveFailure = { title: string; message: string; next: 'preferences' | 'phone' | null }

type Refusal = Pick<SaveFailure, 'title' | 'next'> & { flag: keyof ApiError; words?: RegExp }

/** SCHED-4 to 6 and 11: what a refusal is called, by its flag. Two of them the specification also knows by their words. */
const REFUSALS: readonly Refusal[] = [
  { flag: 'phoneVerificationRequired', title: 'Phone verification required', next: 'phone' },
  { flag: 'personalizationRequired', title: 'Complete your setup first', next: 'preferences' },
  { flag: 'maxSchedulesReached', words: /Maximum|limit/, title: 'Schedule limit reached', next: null },
  { flag: 'duplicateSchedule', words: /already exists|same time/, title: 'Schedule already exists', next: null },
]

/** What a schedule that is not saved is called, why in the server's own words, and where that is mended. */
export function saveFailure(error: unknown): SaveFailure {
  const message = messageOf(error, 'Please try again later.')
  if (!(error instanceof ApiFailure)) return { title: 'Failed to save schedule', message, next: null }
  const { status, flags } = error
  const known = REFUSALS.find(({ flag, words }) => flags[flag] === true || (status === 400 && words?.test(message)))
  if (known) return { title: known.title, message, next: known.next }
  return { title: status === 400 ? 'Cannot create schedule' : 'Failed to save schedule', message, next: null }
}
