import type { VoiceLines } from '../voice-lines.ts'
import { CHECKS, REASONS, RETRIES, SECOND_CHECKS, SNOOZES } from './follow-ups.ts'
import { GOODBYES } from './goodbyes.ts'
import { ASKS, PARTINGS, REMINDERS } from './keys.ts'
import { GOAL_LEADS, GREETINGS, OCCASIONS, STRUGGLE_LEADS } from './openings.ts'
import { SHORT_STEPS, STEPS } from './steps.ts'
import { STRUGGLES } from './struggles.ts'
import { WHY } from './why.ts'

/** The Sergeant: short orders, verb first, and the order is the sleeper's own. */
export const JOCKO: VoiceLines = {
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
  wakeChecks: CHECKS,
  secondChecks: SECOND_CHECKS,
  reasons: REASONS,
  asks: ASKS,
  reminders: REMINDERS,
  partings: PARTINGS,
  goodbyes: GOODBYES,
}
