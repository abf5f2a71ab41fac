import type { Preferences } from '@reveille/core/preferences/preferences'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { knownVoice } from '../platform/database/columns.ts'
import type { Database } from '../platform/database/database.ts'
import { buildOnce } from '../platform/database/prepared-driver.ts'
import type { Tx } from '../platform/database/transaction.ts'

export type VersionedPreferences = Preferences & { version: number }

const preferencesOf = buildOnce<VersionedPreferences, 'userId'>(
  sql`select goals, other_goal as "otherGoal", goal_description as "goalDescription", struggles,
    other_struggle as "otherStruggle", custom_voice as "customVoice", version, ${knownVoice('personalizations')} as voice
  from personalizations where user_id = ${'userId'}`,
)

export async function findPreferences(db: Database, userId: number): Promise<VersionedPreferences | null> {
  const [preferences] = await preferencesOf(db, { userId })
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
