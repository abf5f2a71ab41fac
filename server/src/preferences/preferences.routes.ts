import { ApiError } from '@reveille/contract/api-error'
import { goalsOf, NewPersonalization, Personalization, strugglesOf } from '@reveille/contract/preferences'
import * as z from 'zod/mini'
import type { PersonalizationRow } from '../platform/database/tables.ts'
import type { Routes } from '../platform/http/routes.ts'
import { findPersonalization } from './preferences.sql.ts'
import { savePersonalization } from './save-preferences.ts'

/** What a person is called for, and by which voice (PREF-1). */
export const personalizationRoutes: Routes = (services) => (app, _options, done) => {
  app.get(
    '/api/user/personalization',
    { schema: { response: { 200: z.nullable(Personalization) } } },
    async ({ userId }) => {
      const row = await findPersonalization(services.db, userId)
      return row === null ? null : toPersonalization(row)
    },
  )

  app.post(
    '/api/user/personalization',
    { schema: { body: NewPersonalization, response: { 200: Personalization, '4xx': ApiError } } },
    async ({ userId, body }) => {
      const chosen = { ...body, goals: goalsOf(body), struggles: strugglesOf(body) }
      return toPersonalization(await savePersonalization(services, userId, chosen))
    },
  )

  done()
}

function toPersonalization(row: PersonalizationRow): Personalization {
  return {
    goals: row.goals,
    goal: row.goals[0]!, // the table says that there is one at least
    otherGoal: row.other_goal,
    goalDescription: row.goal_description,
    struggles: row.struggles,
    struggle: row.struggles[0]!,
    otherStruggle: row.other_struggle,
    voice: row.voice,
    customVoice: row.custom_voice,
  }
}
