import { VOICE_IDS, VOICES, type VoiceId } from '@reveille/core/speech/voices'
import * as z from 'zod/mini'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Services } from '../platform/services.ts'
import { speak, type SpeakResult, type ToSpeak } from './clips/speak.ts'
import type { WithSpeech } from './engines/speech-engine.ts'

export const previewsJob: Job<object> = { name: 'prepare-previews', payload: z.object({}), oneAtATime: true }

export const introduction = (voiceId: VoiceId): ToSpeak => ({
  voiceId,
  text: VOICES[voiceId].preview,
  form: 'preview',
})

export function preview(services: Services & WithSpeech, voiceId: VoiceId): Promise<SpeakResult> {
  // The carrier's voices speak only on the phone, and another engine's preview would be another person.
  if (services.config.speech.carrier !== null) return Promise.resolve({ outcome: 'unavailable' })
  return speak(services, [{ ...introduction(voiceId), soon: true }])
}

/** Enqueues one job for all previews, however many workers start at once. */
export async function orderPreviews({ db, jobs }: Services): Promise<void> {
  await inTransaction(db, (tx) => jobs.enqueue(tx, previewsJob, {}))
}

/** One at a time, so that a call's words wait for at most one of them. Stored ones cost nothing. */
export async function preparePreviews(services: Services & WithSpeech): Promise<void> {
  for (const voiceId of VOICE_IDS) await speak(services, [introduction(voiceId)])
}
