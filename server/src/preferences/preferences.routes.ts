import { ApiError } from '@reveille/contract/api-error'
import { goalsOf, NewPreferences, SavedPreferences, strugglesOf } from '@reveille/contract/preferences'
import type { Preferences } from '@reveille/core/preferences/preferences'
import * as z from 'zod/mini'
import type { Routes } from '../platform/http/routes.ts'
import { findPreferences } from './preferences.sql.ts'
import { savePreferences } from './save-preferences.ts'

/** A person's goals, struggles and voice (PREF-1). */
export const preferencesRoutes: Routes = (services) => (app, _options, done) => {
  app.get(
    '/api/user/personalization',
    { schema: { response: { 200: z.nullable(SavedPreferences) } } },
    async ({ userId }) => {
      const found = await findPreferences(services.db, userId)
      return found === null ? null : toSavedPreferences(found)
    },
  )

  app.post(
    '/api/user/personalization',
    { schema: { body: NewPreferences, response: { 200: SavedPreferences, '4xx': ApiError } } },
    async ({ userId, body }) => {
      const chosen = { ...body, goals: goalsOf(body), struggles: strugglesOf(body) }
      return toSavedPreferences(await savePreferences(services, userId, chosen))
    },
  )

  done()
}

function toSavedPreferences(preferences: Preferences): SavedPreferences {
  return {
    goals: preferences.goals,
    goal: preferences.goals[0]!, // the table's constraint guarantees at least one
    otherGoal: preferences.otherGoal,
    goalDescription: preferences.goalDescription,
    struggles: preferences.struggles,
    struggle: preferences.struggles[0]!,
    otherStruggle: preferences.otherStruggle,
    voice: preferences.voice,
    customVoice: preferences.customVoice,
  }
}
