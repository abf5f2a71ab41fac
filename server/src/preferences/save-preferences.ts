import type { NewPersonalization } from '@reveille/contract/preferences'
import type { Goal, Struggle } from '@reveille/core/preferences/preferences'
import { lockPerson } from '../people/lock-person.sql.ts'
import type { PersonalizationRow } from '../platform/database/tables.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { setVoiceOfPlannedCalls, prepareAnew } from '../schedules/planner/planned-calls.sql.ts'
import { planOverdueOfPerson, replanPerson } from '../schedules/planner/replan.ts'
import { upsertPersonalization } from './preferences.sql.ts'

/** What was chosen, under one name each, whichever of the two a body used. */
type ChosenPreferences = Omit<NewPersonalization, 'goal' | 'goals' | 'struggle' | 'struggles'> & {
  goals: Goal[]
  struggles: Struggle[]
}

/** Keeps a person's preferences: calls that are planned already speak by them too, those that waited for them return. */
export async function savePersonalization(
  services: Services,
  userId: number,
  wanted: ChosenPreferences,
): Promise<PersonalizationRow> {
  const saved = await inTransaction(services.db, async (tx) => {
    const person = await lockPerson(tx, userId)
    const couldNotSpeak = person !== null && person.voice === null
    if (couldNotSpeak) await planOverdueOfPerson(services, tx, userId)
    const now = services.clock.now()
    const { goals, struggles } = wanted
    const row = await upsertPersonalization(tx, {
      user_id: userId,
      goals,
      other_goal: goals.includes('other') ? (wanted.otherGoal ?? null) : null,
      goal_description: wanted.goalDescription || null,
      struggles,
      other_struggle: struggles.includes('other') ? (wanted.otherStruggle ?? null) : null,
      voice: wanted.voice,
      custom_voice: wanted.customVoice || null,
      created_at: new Date(now),
      updated_at: new Date(now),
    })
    await setVoiceOfPlannedCalls(tx, userId, wanted.voice)
    if (couldNotSpeak) await replanPerson(services, tx, userId)
    await prepareAnew(tx, userId, now)
    return row
  })
  services.live.publish(userId, 'account')
  services.live.publish(userId, 'schedules')
  return saved
}
