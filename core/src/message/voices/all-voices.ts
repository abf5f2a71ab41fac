import type { VoiceId } from '../../speech/voices.ts'
import type { VoiceLines } from './voice-lines.ts'

/** What each voice says. */
export const VOICE_LINES: Record<VoiceId, VoiceLines> = {} as Record<VoiceId, VoiceLines>
