import { Morning, MorningAnswer, MorningAnswered } from '@reveille/contract/calls'
import { refuse, type Refusal } from '../../platform/http/errors.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { answerMorning, openMorning } from './answer-morning.ts'

const WORDS: Record<MorningAnswered['outcome'], string> = {
  proven: "You're up. Have a good day!",
  wrong: "Not quite. Here's another one.",
}

const notOpen: Refusal = { status: 409, reason: 'no-open-morning', message: 'No call is asking you right now.' }

/** The same task as on the phone, on the dashboard (section 3 of docs/waking.md). */
export const morningRoutes: Routes = (services) => (app, _options, done) => {
  const { db, clock } = services

  app.get('/api/morning', { schema: { response: { 200: Morning } } }, ({ userId }) =>
    openMorning(db, userId, clock.now()),
  )

  app.post(
    '/api/morning',
    { schema: { body: MorningAnswer, response: { 200: MorningAnswered } } },
    async ({ userId, body }, reply) => {
      const outcome = await answerMorning(services, userId, body)
      if (outcome === null) return refuse(reply, notOpen)
      const morning = await openMorning(db, userId, clock.now())
      return { outcome, message: WORDS[outcome], morning }
    },
  )

  done()
}
