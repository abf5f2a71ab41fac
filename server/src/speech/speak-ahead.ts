import { everySharedSentence } from '@reveille/core/message/every-shared-sentence'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import { claimRun } from '../platform/database/installation.sql.ts'
import type { Services } from '../platform/services.ts'
import { makeAhead, type ToSpeak } from './clips/speak.ts'
import type { WithSpeech } from './engines/speech-engine.ts'
import { introduction } from './voice-previews.ts'

/** One of all workers makes clips at a time; another takes over if it's gone. */
const TURN_MS = 60_000
/** Works for a slice, then rests four times as long as the slice took: at most a fifth of one core. */
const SLICE_MS = 200
const REST_PER_SLICE = 4

/**
 * Makes shared sentences before any call needs them, only by the embedded engine, which is free and yields to other
 * speech. Paid engines speak on demand. Skips stored clips, so a restart continues where it was. Speaks nothing while
 * `shouldPause`. `stop` ends the current clip.
 */
export function speakAhead(
  services: Services & WithSpeech,
  stop: AbortSignal,
  shouldPause: () => boolean = () => false,
): () => Promise<void> {
  const { db, clock } = services
  const sentences = everyClip()
  let next = sentences.next()
  let turnEndsAt = Number.NEGATIVE_INFINITY
  let restsUntil = Number.NEGATIVE_INFINITY

  return async () => {
    if (!isSpokenAhead(services) || next.done || shouldPause() || clock.monotonic() < restsUntil) return
    const [engine] = services.speech
    if (clock.monotonic() >= turnEndsAt) {
      if (!(await claimRun(db, 'speak ahead', clock.now(), TURN_MS))) return
      turnEndsAt = clock.monotonic() + TURN_MS
    }
    const begun = clock.monotonic()
    while (!next.done && !shouldPause() && clock.monotonic() < begun + SLICE_MS) {
      const isDone = await makeAhead(services, engine, next.value, stop)
      if (!isDone || stop.aborted) return // the engine is needed elsewhere, or this worker stops
      next = sentences.next()
    }
    restsUntil = clock.monotonic() + REST_PER_SLICE * (clock.monotonic() - begun)
  }
}

/** Whether this installation speaks ahead, since its only engine is free. */
export function isSpokenAhead({ config, speech }: Pick<Services, 'config'> & WithSpeech): boolean {
  return config.speech.ahead && config.speech.carrier === null && speech.length === 1
}

/** The voices' previews, then what most calls say first, for all voices. */
function* everyClip(): Generator<ToSpeak> {
  for (const voiceId of VOICE_IDS) yield introduction(voiceId)
  const voices = VOICE_IDS.map((voiceId) => ({ voiceId, sentences: everySharedSentence(voiceId) }))
  const most = Math.max(...voices.map(({ sentences }) => sentences.length))
  for (let index = 0; index < most; index++) {
    for (const { voiceId, sentences } of voices) {
      const text = sentences[index]
      if (text !== undefined) yield { voiceId, text, form: 'phone' }
    }
  }
}
