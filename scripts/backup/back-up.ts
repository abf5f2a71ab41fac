import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { BACKUPS_KEPT_DAYS } from '@reveille/core/accounts/retention-times'
import { noteBackup } from '../../server/src/platform/backup/backup-facts.ts'
import { deleteOldBackups, type Keeping } from '../../server/src/platform/backup/backup-folder.ts'
import { takeBackup } from '../../server/src/platform/backup/take-backup.ts'
import { loadConfig } from '../../server/src/platform/config/config.ts'
import { readEnvironment } from '../../server/src/platform/config/settings-file.ts'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { openLog } from '../../server/src/platform/process/logger.ts'
import { StartRefusedError, tellMistakes } from '../../server/src/platform/process/start-and-stop.ts'
import { demandDatabase, withDatabase } from '../ops/with-database.ts'
import { parseArgs } from '../parse-args.ts'
import { repositoryRoot } from '../run-command.ts'
import { inWords, whatARestoreNeeds } from './backup-words.ts'
import { storageOf } from './restore-installation.ts'

// Backs up the database and the files while the product runs: `npm run backup -- /mnt/backups --keep 14`. Reads the
// product's settings.

const HELP = `npm run backup [-- FOLDER] [--keep N [--days N]]

Writes a backup into a new folder in FOLDER (default: BACKUP_DIR), complete or not at all, while the product runs.
--keep N then deletes all but the newest N, and those older than --days (${BACKUPS_KEPT_DAYS}: the privacy policy promises it, so it can't be
more). Settings and secrets aren't in it: keep them elsewhere.`

tellMistakes()
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' }, days: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
})
if (options.help === true) console.log(HELP)
else await backUp(positionals, keepingOf(options))

/** Null keeps all backups. */
function keepingOf({ keep, days }: { keep?: string; days?: string }): Keeping | null {
  if (keep === undefined && days === undefined) return null
  const keeping = { keep: Number(keep), days: Number(days ?? BACKUPS_KEPT_DAYS) }
  const isRight = keeping.keep >= 1 && keeping.days >= 1 && keeping.days <= BACKUPS_KEPT_DAYS
  if (!isRight) throw new StartRefusedError(HELP)
  return keeping
}

async function backUp([to, ...more]: readonly string[], keeping: Keeping | null): Promise<void> {
  if (more.length > 0) throw new StartRefusedError(HELP)
  const began = performance.now()
  const config = loadConfig()
  demandDatabase(config)
  const parent = path.resolve(to ?? config.backups.folder)
  const log = openLog('warn')
  const { version } = JSON.parse(await readFile(path.join(repositoryRoot, 'package.json'), 'utf8')) as {
    version: string
  }
  const now = Date.now()
  const { folder, manifest } = await withDatabase(config, log, async (connection) => {
    const storage = await storageOf(config, log)
    const taken = await takeBackup({ connection, storage, secret: config.optOutSecret, version, now }, parent)
    const db = openDatabase(connection)
    await noteBackup(db, now).finally(() => db.destroy())
    return taken
  })
  const deleted = keeping === null ? 0 : await deleteOldBackups(parent, keeping, new Date(now))
  console.log(`${folder}: ${inWords(manifest)}, in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  console.log(whatARestoreNeeds(config.dataDir, readEnvironment(process.env)))
  if (deleted > 0) console.log(`${deleted} older backups deleted`)
}
