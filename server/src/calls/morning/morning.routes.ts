import type { MorningAnswered } from '@reveille/contract/calls'
import { SECOND_CHECK_AFTER_MS } from '@reveille/core/calls/next-step'
import { inWords } from '@reveille/core/time/duration'
import { refuse, refusal } from '../../platform/http/errors.ts'
import { type Routes, serve } from '../../platform/http/routes.ts'
import { answerMorning, openMorning } from './answer-morning.ts'

const WORDS = {
  proven: "You're up. Have a good day!",
  'proven-once': `You're up. We'll check again in ${inWords(SECOND_CHECK_AFTER_MS)}.`,
  wrong: "Not quite. Here's another one.",
  outdated: "That was for an earlier call. Here's the one for this call.",
  'out-of-answers': 'Not quite, and that was the last one for this call.',
}

const notOpen = refusal(409, 'no-open-morning', "There's no call to answer right now.")

/** The phone's task on the dashboard (docs/waking.md). */
export const morningRoutes: Routes = (app, services) => {
  const { db, clock } = services

  serve(app, 'openMorning', ({ userId }) => openMorning(db, userId, clock.now()))

  serve(app, 'answerMorning', { free: true }, async ({ userId, body }, reply) => {
    const outcome = await answerMorning(services, userId, body)
    if (outcome === null) return refuse(reply, notOpen)
    const morning = await openMorning(db, userId, clock.now())
    const words = outcome === 'wrong' && morning === null ? 'out-of-answers' : outcome
    const told: MorningAnswered['outcome'] = outcome === 'wrong' || outcome === 'outdated' ? 'wrong' : 'proven'
    return { outcome: told, message: WORDS[words], morning }
  })
}
