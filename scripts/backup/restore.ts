import path from 'node:path'
import { loadConfig } from '../../server/src/platform/config/config.ts'
import { openLog } from '../../server/src/platform/process/logger.ts'
import { StartRefusedError } from '../../server/src/platform/process/start-refused.ts'
import { withDatabase } from '../ops/with-database.ts'
import { inWords } from './backup-words.ts'
import { restoreInstallation } from './restore-installation.ts'

// Brings a backup back into an empty installation: `npm run restore -- /mnt/backups/reveille-2027-01-15T02-00-00Z`. The
// settings are those of the product, which must not run.

const HELP = `npm run restore -- FOLDER

Brings the backup in FOLDER back into an empty database and the storage. The old installation must not run any more, and this
one not yet. Calls that were due since the backup are looked up at the carrier once the product starts.`

const [folder, ...more] = process.argv.slice(2)
if (folder === undefined || more.length > 0 || folder === '--help' || folder === '-h') {
  console.log(HELP)
  process.exit(folder === '--help' || folder === '-h' ? 0 : 1)
}

try {
  await restore(path.resolve(folder))
} catch (error) {
  console.error(error instanceof StartRefusedError ? error.message : error)
  process.exitCode = 1
}

async function restore(from: string): Promise<void> {
  const began = performance.now()
  const config = loadConfig()
  const log = openLog('warn')
  const { manifest, doubts } = await withDatabase(config, log, (connection) =>
    restoreInstallation(config, { connection, log }, from),
  )
  console.log(`Restored ${inWords(manifest)}, in ${((performance.now() - began) / 1000).toFixed(1)} s.`)
  console.log(
    doubts === 0
      ? `No call was due since ${manifest.takenAt}.`
      : `Calls due since ${manifest.takenAt}: ${doubts}. The product asks the carrier about each when it starts.`,
  )
}
