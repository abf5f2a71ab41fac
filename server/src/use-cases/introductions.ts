import { VOICE_IDS, VOICES, type VoiceId } from '@reveille/core/voices'
import { inTransaction } from '../db/transaction.ts'
import type { ClipForm } from '../ports/speech.ts'
import type { Services } from '../ports/services.ts'
import { speak, type ToSpeak } from './speak.ts'

/**
 * How a voice introduces itself: in the browser as its preview, on the telephone before a sample whose message is not
 * ready yet. Twelve clips in all, which stay.
 */
export function introduction(voiceId: VoiceId, form: ClipForm): ToSpeak {
  return { voiceId, text: VOICES[voiceId].preview, form, owner: 'nobody' }
}

/** Whoever chose a voice may try it at once: what it says first is ready then (CALL-8). */
export async function prepareVoice(services: Services, { voiceId }: { voiceId: VoiceId }): Promise<void> {
  await speak(services, introduction(voiceId, 'phone'))
}

/** Has the previews made in the background. However many workers ask for it as they start, one does it. */
export async function orderPreviews({ db, jobs }: Services): Promise<void> {
  await inTransaction(db, (tx) => jobs.enqueue(tx, 'prepare-previews', {}))
}

/** One after the other, so that the words of a call wait for one of them at most; those that are stored cost nothing. */
export async function preparePreviews(services: Services): Promise<void> {
  for (const voiceId of VOICE_IDS) await speak(services, introduction(voiceId, 'preview'))
}
