import type { VoiceLines } from './voice-lines.ts'

type Parts = {
  GREETINGS: VoiceLines['greetings']
  OCCASIONS: VoiceLines['occasions']
  GOAL_LEADS: VoiceLines['goalLeads']
  STRUGGLE_LEADS: VoiceLines['struggleLeads']
  WHY: VoiceLines['why']
  STRUGGLES: VoiceLines['struggles']
  STEPS: VoiceLines['steps']
  SHORT_STEPS: VoiceLines['shortSteps']
  RETRIES: VoiceLines['retries']
  SNOOZES: VoiceLines['snoozes']
  WAKE_CHECKS: VoiceLines['wakeChecks']
  SECOND_CHECKS: VoiceLines['secondChecks']
  REASONS: VoiceLines['reasons']
  ASKS: VoiceLines['asks']
  REMINDERS: VoiceLines['reminders']
  PARTINGS: VoiceLines['partings']
  GOODBYES: VoiceLines['goodbyes']
}

/** A voice's lines from the lists of its files. */
export const linesFrom = (parts: Parts): VoiceLines => ({
  greetings: parts.GREETINGS,
  occasions: parts.OCCASIONS,
  goalLeads: parts.GOAL_LEADS,
  struggleLeads: parts.STRUGGLE_LEADS,
  why: parts.WHY,
  struggles: parts.STRUGGLES,
  steps: parts.STEPS,
  shortSteps: parts.SHORT_STEPS,
  retries: parts.RETRIES,
  snoozes: parts.SNOOZES,
  wakeChecks: parts.WAKE_CHECKS,
  secondChecks: parts.SECOND_CHECKS,
  reasons: parts.REASONS,
  asks: parts.ASKS,
  reminders: parts.REMINDERS,
  partings: parts.PARTINGS,
  goodbyes: parts.GOODBYES,
})
