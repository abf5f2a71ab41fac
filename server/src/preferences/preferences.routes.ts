import { ApiError } from '@reveille/contract/api-error'
import { goalsOf, NewPreferences, SavedPreferences, strugglesOf } from '@reveille/contract/preferences'
import * as z from 'zod/mini'
import { refuse } from '../platform/http/errors.ts'
import { changedElsewhere, IfMatch } from '../platform/http/if-match.ts'
import type { Routes } from '../platform/http/routes.ts'
import { findPreferences, type VersionedPreferences } from './preferences.sql.ts'
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
    { schema: { headers: IfMatch, body: NewPreferences, response: { 200: SavedPreferences, '4xx': ApiError } } },
    async ({ userId, body, headers }, reply) => {
      const chosen = { ...body, goals: goalsOf(body), struggles: strugglesOf(body) }
      const saved = await savePreferences(services, userId, chosen, headers['if-match'])
      return saved === 'changed-elsewhere' ? refuse(reply, changedElsewhere) : toSavedPreferences(saved)
    },
  )

  done()
}

function toSavedPreferences(preferences: VersionedPreferences): SavedPreferences {
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
    version: preferences.version,
  }
}
