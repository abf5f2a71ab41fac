import type { VoiceId } from '../../speech/voices.ts'
import { BILL } from './bill/lines.ts'
import { COACH_TEO } from './todd-thomas/lines.ts'
import type { VoiceLines } from './voice-lines.ts'

/** What each voice says. */
export const VOICE_LINES: Record<VoiceId, VoiceLines> = { bill: BILL, 'todd-thomas': COACH_TEO } as Record<
  VoiceId,
  VoiceLines
>
