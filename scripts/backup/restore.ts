import path from 'node:path'
import { loadConfig } from '../../server/src/platform/config/config.ts'
import { tellMistakes } from '../../server/src/platform/process/start-and-stop.ts'
import { restoreAndTell } from './restore-installation.ts'

// Restores a backup into an empty installation: `npm run restore -- /mnt/backups/reveille-2027-01-15T02-00-00Z`. Reads the
// product's settings. The product must not run.

const HELP = `npm run restore -- FOLDER

Restores the backup in FOLDER into an empty database and the storage. Neither the old installation nor this one may be
running. Once the product starts, it asks the carrier about the calls that were due since the backup.`

const [folder, ...more] = process.argv.slice(2)
if (folder === undefined || more.length > 0 || folder === '--help' || folder === '-h') {
  console.log(HELP)
  process.exit(folder === '--help' || folder === '-h' ? 0 : 1)
}

tellMistakes()
await restoreAndTell(loadConfig(), path.resolve(folder))
