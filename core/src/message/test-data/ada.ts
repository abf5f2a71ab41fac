import { addDays, type LocalDate } from '../../time/calendar.ts'
import type { MessageRequest } from '../call-message.ts'
import { ANYBODY } from '../every-shared-sentence.ts'

/** A first call on a Thursday morning, to somebody who has had calls before. */
export const ada: MessageRequest = { ...ANYBODY, name: 'Ada', seed: '1' }

/** The dates of a year of mornings. */
export const YEAR: readonly LocalDate[] = Array.from({ length: 365 }, (_, day) => addDays(ada.localDate, day))
