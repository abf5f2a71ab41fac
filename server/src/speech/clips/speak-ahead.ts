import { everySharedSentence } from '@reveille/core/message/every-shared-sentence'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import { claimRun } from '../../platform/database/installation.sql.ts'
import type { Services } from '../../platform/services.ts'
import type { WithSpeech } from '../engines/speech-engine.ts'
import { makeAhead, type ToSpeak } from './speak.ts'

/** One worker of all makes clips at a time; another takes over when it has gone. */
const TURN_MS = 60_000
const SLICE_MS = 500

/**
 * Makes the sentences that everybody shares before any call needs them (WAKE-35), by the embedded engine alone: it costs
 * nothing, and gives way to whatever else is to be spoken. A paid engine speaks what calls need, when they need it. Each
 * run takes half a second; what is stored is passed over, so a restart goes on where it was. `stop` ends the clip under way.
 */
export function speakAhead(services: Services & WithSpeech, stop: AbortSignal): () => Promise<void> {
  const { db, clock, config } = services
  const sentences = everyClip()
  let next = sentences.next()
  let turnEndsAt = Number.NEGATIVE_INFINITY

  return async () => {
    const [engine, ...others] = services.speech
    if (!config.speech.ahead || others.length > 0 || next.done) return
    if (clock.monotonic() >= turnEndsAt) {
      if (!(await claimRun(db, 'speak ahead', clock.now(), TURN_MS))) return
      turnEndsAt = clock.monotonic() + TURN_MS
    }
    const until = performance.now() + SLICE_MS
    while (!next.done && performance.now() < until) {
      const isDone = await makeAhead(services, engine, next.value, stop)
      if (!isDone || stop.aborted) return // the engine is wanted, or this worker is not
      next = sentences.next()
    }
  }
}

/** What most calls say comes first, for all voices. */
function* everyClip(): Generator<ToSpeak> {
  const voices = VOICE_IDS.map((voiceId) => ({ voiceId, sentences: everySharedSentence(voiceId) }))
  const most = Math.max(...voices.map(({ sentences }) => sentences.length))
  for (let index = 0; index < most; index++) {
    for (const { voiceId, sentences } of voices) {
      const text = sentences[index]
      if (text !== undefined) yield { voiceId, text, form: 'phone' }
    }
  }
}
