import type { OwnWords } from '@reveille/contract/preferences'
import type { MessageRequest } from '@reveille/core/message/call-message'
import { composeCall } from '@reveille/core/message/compose-call'
import { inLead, ownUnits } from '@reveille/core/message/own-words/own-units'
import { dateOrderOf } from '@reveille/core/message/own-words/spoken-date'
import type { Sentence } from '@reveille/core/message/sentence'
import { VOICE_LINES } from '@reveille/core/message/voices/all-voices'
import { mayBeCalled } from '@reveille/core/people/callable'
import type { VoiceId } from '@reveille/core/speech/voices'
import { addDays } from '@reveille/core/time/calendar'
import { withPerson } from '../../people/with-person.ts'
import type { Services } from '../../platform/services.ts'
import { nextCallOfPerson, type NextCall } from '../../schedules/next-call.ts'
import { speak } from '../../speech/clips/speak.ts'
import type { WithSpeech } from '../../speech/engines/speech-engine.ts'
import { requestOfNextCall } from './compose-message.ts'
import { speechBudget } from './speech-budget.ts'

export type NextCallWords = { next: NextCall; voiceId: VoiceId; sentences: Sentence[] }

/**
 * What a person's next call would say now, up to the keys; null when none is coming. Read-only: plans, prepares and
 * speaks nothing. Another `version` shows another morning.
 */
export function nextCallWords(services: Services, userId: number, version: number): Promise<NextCallWords | null> {
  return withPerson(services, userId, async (tx, callee) => {
    if (callee === null || !mayBeCalled(callee)) return null
    const next = await nextCallOfPerson(tx, userId, services.clock.now())
    const request = next && (await requestOfNextCall(tx, { userId, voice: callee.voice, next }))
    if (next === null || request === null) return null
    const { name, message } = composeCall(version === 0 ? request : onAnotherMorning(request, version))
    return { next, voiceId: callee.voice, sentences: [...name, ...message] }
  })
}

/** The call some days later, with other lines and nothing specific to this morning. */
function onAnotherMorning(request: MessageRequest, days: number): MessageRequest {
  return { ...request, localDate: addDays(request.localDate, days), occasion: null, note: null }
}

/**
 * The key of a sentence's clip; null when there is no such sentence or it can't be made. New clips count against the
 * person's daily characters.
 */
export async function speakNextCall(
  services: Services & WithSpeech,
  userId: number,
  { index, version }: { index: number; version: number },
): Promise<string | null> {
  const words = await nextCallWords(services, userId, version)
  const sentence = words?.sentences[index]
  if (!words || !sentence) return null
  const owner = sentence.isPersonal ? userId : 'everybody'
  const budget = speechBudget(services, { kind: 'sample', userId }, true)
  const spoken = await speak(services, [
    { voiceId: words.voiceId, text: sentence.text, form: 'preview', owner, budget },
  ])
  return spoken.outcome === 'ready' ? spoken.keys[0]! : null
}

/** A sentence of a person's own text as calls say it, as an mp3. Null if they leave it out, or it can't be made. */
export async function sayOwnWords(
  services: Services & WithSpeech,
  userId: number,
  { voiceId, about, text, index }: OwnWords,
): Promise<Buffer | null> {
  const phone = await withPerson(services, userId, async (_tx, callee) => callee?.phone ?? null)
  const unit = ownUnits([text], dateOrderOf(phone))[index]
  if (unit === undefined) return null
  const leads = VOICE_LINES[voiceId][about === 'goal' ? 'goalLeads' : 'struggleLeads']
  const words = inLead(leads[index % leads.length]!, unit)
  const budget = speechBudget(services, { kind: 'sample', userId }, true)
  const spoken = await speak(services, [{ voiceId, text: words, form: 'preview', owner: userId, budget }])
  return spoken.outcome === 'ready' ? services.storage.get(spoken.keys[0]!) : null
}
