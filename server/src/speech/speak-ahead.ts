import { everySharedSentence } from '@reveille/core/message/every-shared-sentence'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import { claimRun } from '../platform/database/installation.sql.ts'
import type { Services } from '../platform/services.ts'
import { makeAhead, type ToSpeak } from './clips/speak.ts'
import type { WithSpeech } from './engines/speech-engine.ts'
import { introduction } from './voice-previews.ts'

/** One worker of all makes clips at a time; another takes over when it has gone. */
const TURN_MS = 60_000
/** Speaks this long at a time, then rests four times as long as it took: a fifth of one core. */
const SLICE_MS = 200
const REST = 4

/**
 * Makes the sentences that everybody shares before any call needs them (WAKE-35), by the embedded engine alone: it costs
 * nothing, and gives way to whatever else is to be spoken. A paid engine speaks what calls need, when they need it. What is
 * stored is passed over, so a restart goes on where it was. Nothing is spoken while `isInTheWay`. `stop` ends the clip
 * under way.
 */
export function speakAhead(
  services: Services & WithSpeech,
  stop: AbortSignal,
  isInTheWay: () => boolean = () => false,
): () => Promise<void> {
  const { db, clock } = services
  const sentences = everyClip()
  let next = sentences.next()
  let turnEndsAt = Number.NEGATIVE_INFINITY
  let restsUntil = Number.NEGATIVE_INFINITY

  return async () => {
    if (!isSpokenAhead(services) || next.done || isInTheWay() || clock.monotonic() < restsUntil) return
    const [engine] = services.speech
    if (clock.monotonic() >= turnEndsAt) {
      if (!(await claimRun(db, 'speak ahead', clock.now(), TURN_MS))) return
      turnEndsAt = clock.monotonic() + TURN_MS
    }
    const begun = clock.monotonic()
    while (!next.done && !isInTheWay() && clock.monotonic() < begun + SLICE_MS) {
      const isDone = await makeAhead(services, engine, next.value, stop)
      if (!isDone || stop.aborted) return // the engine is wanted, or this worker is not
      next = sentences.next()
    }
    restsUntil = clock.monotonic() + REST * (clock.monotonic() - begun)
  }
}

/** Whether this installation speaks ahead: its only engine costs nothing. */
export function isSpokenAhead({ config, speech }: Pick<Services, 'config'> & WithSpeech): boolean {
  return config.speech.ahead && config.speech.carrier === null && speech.length === 1
}

/** How the voices sound in the browser, then what most calls say first, for all voices. */
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
