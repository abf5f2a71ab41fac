import { VOICE_IDS } from '@reveille/core/speech/voices'
import * as z from 'zod/mini'

export const Voice = z.object({
  voiceId: z.enum(VOICE_IDS),
  name: z.string(),
  category: z.string(),
  imageUrl: z.string(),
  personalityTrait: z.string(),
  /** One sentence in the voice's own manner. */
  line: z.string(),
})
export type Voice = z.infer<typeof Voice>
export const Voices = z.array(Voice)

export const VoicePreviewRequest = z.object({ voiceId: z.enum(VOICE_IDS, 'Please select a voice') })
/** Null when no clip is available at the moment; the screen then says 'Audio Not Available'. */
export const VoicePreview = z.object({ audioUrl: z.nullable(z.string()) })
