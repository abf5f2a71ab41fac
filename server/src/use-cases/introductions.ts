import { VOICE_IDS, VOICES, type VoiceId } from '@reveille/core/voices'
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

const prepared = new WeakSet<Services['storage']>()

/** Who listens to one preview listens to others: they are made meanwhile, one after the other, once. */
export async function preparePreviews(services: Services): Promise<void> {
  if (prepared.has(services.storage)) return
  prepared.add(services.storage)
  try {
    for (const voiceId of VOICE_IDS) await speak(services, introduction(voiceId, 'preview'))
  } catch (error) {
    prepared.delete(services.storage)
    services.log.warn({ error }, 'previews are not ready yet')
  }
}
