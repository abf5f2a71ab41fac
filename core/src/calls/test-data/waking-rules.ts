import { instantAt } from '../../time/time-zone.ts'
import type { WakingRules } from '../next-step.ts'

export const DUE = instantAt('2027-01-15', '06:30', 'UTC')!

/** The rules of a person who changed nothing. */
export const rules: WakingRules = {
  dueAt: DUE,
  isSample: false,
  proof: 'gentle',
  callRetry: true,
  snoozeMinutes: 9,
  snoozeLimit: 3,
  agreedToLadder: true,
  hasSecond: false,
}
