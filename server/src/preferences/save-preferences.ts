import type { NewPreferences } from '@reveille/contract/preferences'
import type { Goal, Struggle } from '@reveille/core/preferences/preferences'
import { withPerson } from '../people/with-person.ts'
import { isStale, type Expected } from '../platform/http/if-match.ts'
import type { Services } from '../platform/services.ts'
import { changeCallable } from '../schedules/change-callable.ts'
import { rewordPlannedCalls } from '../schedules/planner/reword-calls.ts'
import { findPreferences, upsertPreferences, type VersionedPreferences } from './preferences.sql.ts'

/** The choices, each under one name, whichever of the two a body used. */
type ChosenPreferences = Omit<NewPreferences, 'goal' | 'goals' | 'struggle' | 'struggles'> & {
  goals: Goal[]
  struggles: Struggle[]
}

/** The version while there are none. */
const NONE_YET = 0

/**
 * Saves a person's preferences: planned calls use them too, and calls that waited for them are planned. Those that aren't
 * `expected` any more stay.
 */
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
    // With their first preferences a person may be called.
    await (callee?.voice === null ? changeCallable(services, tx, { userId, followUps: 'stay' }, write) : write())
    await rewordPlannedCalls(services, tx, userId, wanted.voice)
    return findPreferences(tx, userId)
  })
  services.live.publish(userId, 'account')
  services.live.publish(userId, 'schedules')
  if (preferences === null) throw new Error('preferences that were just saved are gone')
  return preferences
}
