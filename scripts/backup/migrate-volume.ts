import { rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { newestBackup } from '../../server/src/platform/backup/backup-folder.ts'
import { loadConfig } from '../../server/src/platform/config/config.ts'
import { majorVersionOf, MAJOR_VERSION } from '../../server/src/platform/database/embedded/home.ts'
import { StartRefusedError, tellMistakes } from '../../server/src/platform/process/start-and-stop.ts'
import { restoreAndTell } from './restore-installation.ts'

// Moves the embedded database of an older PostgreSQL to the one of this version, by its newest backup: `npm run
// migrate-volume`. Reads the product's settings. The product must not run.

/** A backup of a stopped product starts and stops its database, which writes to the folder a little later. */
const TAKEN_WITHIN_MS = 10 * 60_000

tellMistakes()
const config = loadConfig()
const folder = path.join(config.dataDir, 'postgres')
const version = await majorVersionOf(folder)
if (version === MAJOR_VERSION || version === null)
  console.log(`Nothing to do: ${version === null ? 'there is no database' : `it is already of PostgreSQL ${version}`}.`)
else {
  const backup = await backupOf(folder, config.backups.folder)
  const old = `${folder}.${version}`
  await rename(folder, old)
  try {
    await restoreAndTell(config, backup)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    await rename(old, folder)
    throw error
  }
  console.log(`The old database is in ${old}: delete it once people's calls ring.`)
}

/** The newest backup, if nothing can have changed since. */
async function backupOf(database: string, parent: string): Promise<string> {
  const backup = await newestBackup(parent)
  const usedAt = (await stat(path.join(database, 'global/pg_control'))).mtimeMs
  if (backup !== null && usedAt - backup.takenAt < TAKEN_WITHIN_MS) return backup.folder
  const lacks =
    backup === null
      ? `${parent} has no backup`
      : `the newest backup is of ${inWords(backup.takenAt)}, and the database was used until ${inWords(usedAt)}`
  throw new StartRefusedError(
    `First stop the product and take a backup with the version that made the database: npm run backup (in a container: ` +
      `node scripts/backup/back-up.ts); ${lacks}.`,
  )
}

function inWords(at: number): string {
  return new Date(at).toISOString()
}
