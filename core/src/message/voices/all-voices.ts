import type { VoiceId } from '../../speech/voices.ts'
import { BILL } from './bill/lines.ts'
import type { VoiceLines } from './voice-lines.ts'

/** What each voice says. */
export const VOICE_LINES: Record<VoiceId, VoiceLines> = { bill: BILL } as Record<VoiceId, VoiceLines>
