import { goalsOf, type NewPreferences, type SavedPreferences, strugglesOf } from '@reveille/contract/preferences'
import { type Goal, type Struggle, UNTOLD } from '@reveille/core/preferences/preferences'
import { withPerson } from '../people/with-person.ts'
import { refuse } from '../platform/http/errors.ts'
import { changedElsewhere, type Expected, isStale } from '../platform/http/if-match.ts'
import { type Routes, serve } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import { changeCallable } from '../schedules/change-callable.ts'
import { rewordPlannedCalls } from '../schedules/planner/plan-calls.ts'
import { findPreferences, upsertPreferences, type VersionedPreferences } from './preferences.sql.ts'

export const preferencesRoutes: Routes = (app, services) => {
  serve(app, 'getPreferences', async ({ userId }) => {
    const found = await findPreferences(services.db, userId)
    return found === null ? null : toSavedPreferences(found)
  })

  serve(app, 'savePreferences', { ifMatch: true }, async ({ userId, body, headers }, reply) => {
    const chosen = { ...body, goals: goalsOf(body), struggles: strugglesOf(body) }
    const saved = await savePreferences(services, userId, chosen, headers['if-match'])
    return saved === 'changed-elsewhere' ? refuse(reply, changedElsewhere) : toSavedPreferences(saved)
  })

  serve(app, 'chooseVoice', async ({ userId, body: { voice } }, reply) => {
    const had = await findPreferences(services.db, userId)
    const seen = [String(had?.version ?? NONE_YET)]
    const saved = await savePreferences(services, userId, { ...(had ?? UNTOLD), voice }, seen)
    return saved === 'changed-elsewhere' ? refuse(reply, changedElsewhere) : toSavedPreferences(saved)
  })
}

/** A constraint guarantees at least one of each. */
function toSavedPreferences(preferences: VersionedPreferences): SavedPreferences {
  return { ...preferences, goal: preferences.goals[0]!, struggle: preferences.struggles[0]! }
}

/** The choices, in one spelling, whichever of the two a body used. */
type ChosenPreferences = Omit<NewPreferences, 'goal' | 'goals' | 'struggle' | 'struggles'> & {
  goals: Goal[]
  struggles: Struggle[]
}

/** The version before any are saved. */
const NONE_YET = 0

/** Planned calls use them, and calls that waited for them get planned. Nothing if `expected` no longer matches. */
export async function savePreferences(
  services: Services,
  userId: number,
  wanted: ChosenPreferences,
  expected?: Expected,
): Promise<VersionedPreferences | 'changed-elsewhere'> {
  const { goals, struggles } = wanted
  const chosen = {
    goals,
    otherGoal: goals.includes('other') ? (wanted.otherGoal ?? null) : null,
    goalDescription: wanted.goalDescription || null,
    struggles,
    otherStruggle: struggles.includes('other') ? (wanted.otherStruggle ?? null) : null,
    voice: wanted.voice,
    customVoice: wanted.customVoice === '' ? null : wanted.customVoice,
  }
  const preferences = await withPerson(services, userId, async (tx, callee) => {
    const version = (await findPreferences(tx, userId))?.version ?? NONE_YET
    if (isStale(version, expected)) return 'changed-elsewhere'
    const write = () => upsertPreferences(tx, userId, chosen, services.clock.now())
    // With their first preferences a person can be called.
    await (callee?.voice === null ? changeCallable(services, tx, { userId, followUps: 'stay' }, write) : write())
    await rewordPlannedCalls(services, tx, userId, wanted.voice)
    return findPreferences(tx, userId)
  })
  services.live.publish(userId, 'account', 'schedules')
  if (preferences === null) throw new Error('preferences that were just saved are gone')
  return preferences
}
