import { composeCall } from '@reveille/core/message/compose-call'
import type { Sentence } from '@reveille/core/message/sentence'
import { mayBeCalled } from '@reveille/core/people/callable'
import type { VoiceId } from '@reveille/core/speech/voices'
import { withPerson } from '../../people/with-person.ts'
import { hourly } from '../../platform/limits/rate-limits.ts'
import type { Services } from '../../platform/services.ts'
import { nextCallOfPerson, type NextCall } from '../../schedules/next-call.ts'
import { speak, storedClip } from '../../speech/clips/speak.ts'
import type { WithSpeech } from '../../speech/engines/speech-engine.ts'
import { requestOfNextCall } from './compose-message.ts'

export type NextCallWords = { next: NextCall; voiceId: VoiceId; sentences: Sentence[] }

/** A person may have so many sentences spoken an hour that nobody spoke before: seven calls from beginning to end. */
const NEW_CLIPS = hourly('next-call-speech', 100)

/**
 * What a person's next call would say if it came with everything as it is now, up to the keys; null when none is to come.
 * Nothing is planned, prepared or spoken by looking.
 */
export function nextCallWords(services: Services, userId: number): Promise<NextCallWords | null> {
  return withPerson(services, userId, async (tx, callee) => {
    if (callee === null || !mayBeCalled(callee)) return null
    const next = await nextCallOfPerson(tx, userId, services.clock.now())
    const request = next && (await requestOfNextCall(tx, { userId, voice: callee.voice, next }))
    if (next === null || request === null) return null
    const { name, message } = composeCall(request)
    return { next, voiceId: callee.voice, sentences: [...name, ...message] }
  })
}

/** The sound of one of these sentences: the key of its clip, or why there is none. */
export async function speakNextCall(
  services: Services & WithSpeech,
  userId: number,
  index: number,
): Promise<{ key: string } | { outcome: 'no-sentence' | 'too-many' | 'unavailable' }> {
  const words = await nextCallWords(services, userId)
  const sentence = words?.sentences[index]
  if (!words || !sentence) return { outcome: 'no-sentence' }
  const owner = sentence.isPersonal ? userId : 'everybody'
  const clip = { voiceId: words.voiceId, text: sentence.text, form: 'preview', owner } as const
  const key = await storedClip(services, clip)
  if (key !== null) return { key }
  if (!(await services.limits.use(NEW_CLIPS, String(userId))).allowed) return { outcome: 'too-many' }
  const spoken = await speak(services, clip)
  return spoken.outcome === 'ready' ? { key: spoken.key } : { outcome: 'unavailable' }
}
