import type { VoiceId } from '../../speech/voices.ts'
import { BILL } from './bill.ts'
import { JOCKO } from './jocko.ts'
import { LIAM } from './liam.ts'
import { LILY } from './lily.ts'
import { RADIO_STATION } from './radio-station.ts'
import { COACH_TEO } from './todd-thomas.ts'
import type { VoiceLines } from './voice-lines.ts'

export const VOICE_LINES: Record<VoiceId, VoiceLines> = {
  lily: LILY,
  bill: BILL,
  liam: LIAM,
  'todd-thomas': COACH_TEO,
  'radio-station': RADIO_STATION,
  jocko: JOCKO,
}
