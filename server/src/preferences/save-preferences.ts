import type { NewPreferences } from '@reveille/contract/preferences'
import type { Goal, Preferences, Struggle } from '@reveille/core/preferences/preferences'
import { withPerson } from '../people/with-person.ts'
import type { Services } from '../platform/services.ts'
import { changeCallable } from '../schedules/change-callable.ts'
import { rewordPlannedCalls } from '../schedules/planner/reword-calls.ts'
import { findPreferences, upsertPreferences } from './preferences.sql.ts'

/** The choices, each under one name, whichever of the two a body used. */
type ChosenPreferences = Omit<NewPreferences, 'goal' | 'goals' | 'struggle' | 'struggles'> & {
  goals: Goal[]
  struggles: Struggle[]
}

/** Saves a person's preferences: planned calls use them too, and calls that waited for them are planned. */
export async function savePreferences(
  services: Services,
  userId: number,
  wanted: ChosenPreferences,
): Promise<Preferences> {
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
