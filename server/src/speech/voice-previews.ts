import { VOICE_IDS, VOICES, type VoiceId } from '@reveille/core/speech/voices'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { speak, type ToSpeak } from './clips/speak.ts'
import type { ClipForm, WithSpeech } from './engines/speech-engine.ts'

/**
 * How a voice introduces itself: in the browser as its preview, on the telephone before a sample whose message is not
 * ready yet. Twelve clips in all, which stay.
 */
export function introduction(voiceId: VoiceId, form: ClipForm): ToSpeak {
  return { voiceId, text: VOICES[voiceId].preview, form, owner: 'nobody' }
}

/** Has all twelve made in the background. However many workers ask for it as they start, one does it. */
export async function orderPreviews({ db, jobs }: Services): Promise<void> {
  await inTransaction(db, (tx) => jobs.enqueue(tx, 'prepare-previews', {}))
}

/**
 * First what calls need, as many at a time as the engine makes: whoever tries a call in the first seconds hears the voice
 * they chose. Then the previews one after the other, so that the words of a call wait for one of them at most. Those that
 * are stored cost nothing.
 */
export async function preparePreviews(services: Services & WithSpeech): Promise<void> {
  await Promise.all(VOICE_IDS.map((voiceId) => speak(services, introduction(voiceId, 'phone'))))
  for (const voiceId of VOICE_IDS) await speak(services, introduction(voiceId, 'preview'))
}
