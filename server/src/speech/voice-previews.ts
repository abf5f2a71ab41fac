import { VOICE_IDS, VOICES, type VoiceId } from '@reveille/core/speech/voices'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { speak, type ToSpeak } from './clips/speak.ts'
import type { ClipForm, WithSpeech } from './engines/speech-engine.ts'

/**
 * A voice's introduction: its preview in the browser, and on the phone before a sample call whose message is not ready
 * yet. Twelve clips in all, which stay.
 */
export function introduction(voiceId: VoiceId, form: ClipForm): ToSpeak {
  return { voiceId, text: VOICES[voiceId].preview, form, owner: 'nobody' }
}

/** Has all twelve made in the background. However many workers ask for it as they start, one does it. */
export async function orderPreviews({ db, jobs }: Services): Promise<void> {
  await inTransaction(db, (tx) => jobs.enqueue(tx, 'prepare-previews', {}))
}

/**
 * First the introductions for calls, as many at once as the engine makes: a sample call in the first seconds has the
 * chosen voice. Then the previews one after the other, so that the words of a call wait for one of them at most. Stored
 * ones cost nothing.
 */
export async function preparePreviews(services: Services & WithSpeech): Promise<void> {
  await Promise.all(VOICE_IDS.map((voiceId) => speak(services, introduction(voiceId, 'phone'))))
  for (const voiceId of VOICE_IDS) await speak(services, introduction(voiceId, 'preview'))
}
