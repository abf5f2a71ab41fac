import type { VoiceLines } from '../voice-lines.ts'
import { FOLLOW_UPS } from './follow-ups.ts'
import { GOODBYES } from './goodbyes.ts'
import { KEYS } from './keys.ts'
import { OPENINGS } from './openings.ts'
import { SHORT_STEPS, STEPS } from './steps.ts'
import { STRUGGLES } from './struggles.ts'
import { WHY } from './why.ts'

/** What First Light Radio says. */
export const RADIO_STATION: VoiceLines = {
  ...OPENINGS,
  ...FOLLOW_UPS,
  ...KEYS,
  why: WHY,
  struggles: STRUGGLES,
  steps: STEPS,
  shortSteps: SHORT_STEPS,
  goodbyes: GOODBYES,
}
