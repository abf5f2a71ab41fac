import type { VoiceLines } from '../voice-lines.ts'
import { REASONS, RETRIES, SECOND_CHECKS, SNOOZES, WAKE_CHECKS } from './follow-ups.ts'
import { GOODBYES } from './goodbyes.ts'
import { ASKS, PARTINGS, REMINDERS } from './keys.ts'
import { GOAL_LEADS, GREETINGS, OCCASIONS, STRUGGLE_LEADS } from './openings.ts'
import { SHORT_STEPS, STEPS } from './steps.ts'
import { STRUGGLES } from './struggles.ts'
import { WHY } from './why.ts'

/** Bill Next Door: dry, and never at the sleeper's cost. The joke falls on the bed, the clock or himself. */
export const BILL: VoiceLines = {
  greetings: GREETINGS,
  occasions: OCCASIONS,
  goalLeads: GOAL_LEADS,
  struggleLeads: STRUGGLE_LEADS,
  why: WHY,
  struggles: STRUGGLES,
  steps: STEPS,
  shortSteps: SHORT_STEPS,
  retries: RETRIES,
  snoozes: SNOOZES,
  wakeChecks: WAKE_CHECKS,
  secondChecks: SECOND_CHECKS,
  reasons: REASONS,
  asks: ASKS,
  reminders: REMINDERS,
  partings: PARTINGS,
  goodbyes: GOODBYES,
}
