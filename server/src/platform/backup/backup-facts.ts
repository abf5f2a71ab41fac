import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../database/database.ts'
import { findFact, forgetFact, keepFact } from '../database/installation.sql.ts'
import { StartRefusedError } from '../process/start-and-stop.ts'

/** Exposed as `reveille_last_backup_timestamp_seconds`. */
export const LAST_BACKUP = 'last-backup'
/** Set while a restore runs. */
export const RESTORING = 'restoring'

export function noteBackup(db: Database, at: Instant): Promise<void> {
  return keepFact(db, LAST_BACKUP, new Date(at).toISOString())
}

/** Null when there is none, or when that is unknown. */
export async function lastBackupAt(db: Database): Promise<Instant | null> {
  const fact = await findFact(db, LAST_BACKUP)
  return fact === null ? null : Date.parse(fact)
}

/** A half-restored database would call phones that may already have rung, and would forget jobs. */
export async function refuseUnfinishedRestore(db: Database): Promise<void> {
  const folder = await findFact(db, RESTORING)
  if (folder !== null)
    throw new StartRefusedError(`A restore isn't finished: wait for it, or run npm run restore -- ${folder} again.`)
}

export function endRestore(db: Database): Promise<void> {
  return forgetFact(db, RESTORING)
}
