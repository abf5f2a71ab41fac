import { sql } from 'kysely'
import { DEFAULT_MIGRATION_LOCK_TABLE, MIGRATION_LOCK_ID } from 'kysely/migration'
import { StartRefusedError } from '../../process/start-and-stop.ts'
import type { Database } from '../database.ts'

export const BASELINE = '0100-baseline'
const NEWEST = '0026-paused-by-stop'

/** Every migration from before 1.0. The baseline creates the same tables in one step. */
const OLD_CHAIN: readonly string[] = [
  '0001-backbone',
  '0002-accounts',
  '0003-account',
  '0004-recordings-sought',
  '0005-spending',
  '0006-zone-data',
  '0007-named-call',
  '0008-preparations',
  '0009-stopped-occurrences',
  '0010-code-sending',
  '0011-waking-needs-0011',
  '0013-number-changes',
  '0014-account-events',
  '0015-spoken-name',
  '0016-calendar-hashes-needs-0016',
  '0017-weekday-times',
  '0018-notes',
  '0019-days-off',
  '0020-second-numbers',
  '0021-code-delivery',
  '0023-caller-numbers',
  '0024-verifications',
  '0025-proven-by-call',
  NEWEST,
]

const ADVICE = {
  database: {
    older: 'Start the version with that migration on it once, then this one.',
    other: 'Restore a backup that the version with that migration took, or begin with an empty database.',
  },
  backup: {
    older:
      'Restore it with the version that took it, start the version with that migration once, and take another one.',
    other: 'Restore one that the version with that migration took.',
  },
}

/**
 * Whether these migrations are the whole old chain; false when none belongs to it. Refuses a partial or longer list.
 */
export function isOldChain(names: readonly string[], what: keyof typeof ADVICE): boolean {
  if (!names.some((name) => OLD_CHAIN.includes(name))) return false
  const other = names.find((name, index) => name !== OLD_CHAIN[index])
  if (other === undefined && names.length === OLD_CHAIN.length) return true
  const [of, advice] =
    other === undefined
      ? [`an older version of Reveille (${names.at(-1)})`, ADVICE[what].older]
      : [`a version of Reveille between releases (${other})`, ADVICE[what].other]
  throw new StartRefusedError(
    `The ${what} is of ${of}: from before 1.0 this version takes over only what ends with ${NEWEST}. ${advice}`,
  )
}

const LOCK = { lockTable: DEFAULT_MIGRATION_LOCK_TABLE, lockRowId: MIGRATION_LOCK_ID }

export async function doneMigrations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Replaces the old chain's rows with the baseline's; leaves any other database unchanged. */
export async function takeOverOldChain(db: Database): Promise<void> {
  const done = await doneMigrations(db).catch((): string[] => []) // no table yet, or the migrator reports the error
  if (!isOldChain(done, 'database')) return
  // Take the migrator's lock: of several processes that start at once, only one replaces the rows.
  await db.connection().execute(async (held) => {
    const { adapter } = held.getExecutor()
    await adapter.acquireMigrationLock(held, LOCK)
    try {
      await held.transaction().execute(async (tx) => {
        if (!isOldChain(await doneMigrations(tx), 'database')) return
        await sql`delete from kysely_migration where name <> ${NEWEST}`.execute(tx)
        await sql`update kysely_migration set name = ${BASELINE}`.execute(tx)
      })
    } finally {
      await adapter.releaseMigrationLock(held, LOCK)
    }
  })
}
