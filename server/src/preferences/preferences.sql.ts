import type { Preferences } from '@reveille/core/preferences/preferences'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { knownVoiceText } from '../platform/database/columns.ts'
import type { Database } from '../platform/database/database.ts'
import { runText } from '../platform/database/prepared-driver.ts'
import type { Tx } from '../platform/database/transaction.ts'

const FIND_PREFERENCES = `select goals, other_goal as "otherGoal", goal_description as "goalDescription", struggles,
  other_struggle as "otherStruggle", custom_voice as "customVoice", version, ${knownVoiceText('personalizations')} as voice
  from personalizations where user_id = $1`

export type VersionedPreferences = Preferences & { version: number }

export async function findPreferences(db: Database, userId: number): Promise<VersionedPreferences | null> {
  const [preferences] = await runText<VersionedPreferences>(db, FIND_PREFERENCES, [userId])
  return preferences ?? null
}

/** A missing custom voice stays as it is, because the page has no field for it. */
type SavedPreferences = Omit<Preferences, 'customVoice'> & { customVoice: string | null | undefined }

export async function upsertPreferences(tx: Tx, userId: number, wanted: SavedPreferences, now: Instant): Promise<void> {
  const changed = {
    goals: wanted.goals,
    other_goal: wanted.otherGoal,
    goal_description: wanted.goalDescription,
    struggles: wanted.struggles,
    other_struggle: wanted.otherStruggle,
    voice: wanted.voice,
    ...(wanted.customVoice !== undefined && { custom_voice: wanted.customVoice }),
    updated_at: new Date(now),
  }
  await tx
    .insertInto('personalizations')
    .values({ ...changed, user_id: userId, created_at: new Date(now) })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ ...changed, version: sql`personalizations.version + 1` }),
    )
    .execute()
}
