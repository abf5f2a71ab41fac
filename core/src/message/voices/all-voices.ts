import type { VoiceId } from '../../speech/voices.ts'
import { BILL } from './bill/lines.ts'
import { JOCKO } from './jocko/lines.ts'
import { LIAM } from './liam/lines.ts'
import { LILY } from './lily/lines.ts'
import { RADIO_STATION } from './radio-station/lines.ts'
import { COACH_TEO } from './todd-thomas/lines.ts'
import type { VoiceLines } from './voice-lines.ts'

/** What each voice says. */
export const VOICE_LINES: Record<VoiceId, VoiceLines> = {
  lily: LILY,
  bill: BILL,
  liam: LIAM,
  'todd-thomas': COACH_TEO,
  'radio-station': RADIO_STATION,
  jocko: JOCKO,
}
