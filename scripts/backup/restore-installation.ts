import type { Logger } from 'pino'
import type { Manifest } from '../../server/src/platform/backup/backup-folder.ts'
import { restoreBackup } from '../../server/src/platform/backup/restore-backup.ts'
import type { Clock } from '../../server/src/platform/clock/clock.ts'
import type { Config } from '../../server/src/platform/config/config.ts'
import type { DatabaseConnection } from '../../server/src/platform/database/database.ts'
import { openLog } from '../../server/src/platform/process/logger.ts'
import { openStorage } from '../../server/src/platform/storage/flydrive.adapter.ts'
import { joinServices } from '../../server/src/services.ts'
import { withDatabase } from '../ops/with-database.ts'
import { inWords } from './backup-words.ts'
import { resumeRestored } from './resume-restored.ts'

/** Opens the storage that the settings configure. */
export function storageOf({ storage: { url, accessKeyId, secretAccessKey } }: Config, log: Logger) {
  return openStorage(url, accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null, log)
}

/** Runs a whole restore. Only tests pass a clock. */
export async function restoreInstallation(
  config: Config,
  { connection, log, clock }: { connection: DatabaseConnection; log: Logger; clock?: Clock },
  folder: string,
): Promise<{ manifest: Manifest; doubts: number }> {
  const storage = await storageOf(config, log)
  const { manifest, jobs } = await restoreBackup({ connection, storage, secret: config.optOutSecret, log }, folder)
  const { services, jobs: queue, close } = await joinServices(config, connection, log, clock)
  try {
    await queue.start()
    const doubts = await resumeRestored(services, { takenAt: Date.parse(manifest.takenAt), jobs })
    await queue.stop()
    return { manifest, doubts }
  } finally {
    await close()
  }
}

/** Restores a backup for a command, and prints what came back. */
export async function restoreAndTell(config: Config, folder: string): Promise<void> {
  const began = performance.now()
  const log = openLog('warn')
  const { manifest, doubts } = await withDatabase(config, log, (connection) =>
    restoreInstallation(config, { connection, log }, folder),
  )
  console.log(`Restored ${inWords(manifest)}, in ${((performance.now() - began) / 1000).toFixed(1)} s.`)
  console.log(
    doubts === 0
      ? `No call was due since ${manifest.takenAt}.`
      : `Calls due since ${manifest.takenAt}: ${doubts}. The product asks the carrier about each when it starts.`,
  )
}
