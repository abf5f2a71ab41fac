import type { VoiceId } from '../../speech/voices.ts'
import { LIAM } from './liam/lines.ts'
import type { VoiceLines } from './voice-lines.ts'

/** What each voice says. */
export const VOICE_LINES: Record<VoiceId, VoiceLines> = {
  liam: LIAM,
} as Record<VoiceId, VoiceLines>
