import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { VOICES } from '@reveille/core/speech/voices'
import { zoneDataVersion } from '@reveille/core/time/time-zone'
import type { Finding } from '../../server/src/carrier/setup/finding.ts'
import { lastBackupAt } from '../../server/src/platform/backup/backup-facts.ts'
import { systemClock } from '../../server/src/platform/clock/system-clock.adapter.ts'
import type { Config } from '../../server/src/platform/config/config.ts'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { openLog } from '../../server/src/platform/process/logger.ts'
import { openStorage } from '../../server/src/platform/storage/flydrive.adapter.ts'
import { speechEngines } from '../../server/src/speech/engines/engines.adapter.ts'
import { checkVoices } from '../../server/src/speech/voice-check.ts'
import { withDatabase } from '../ops/with-database.ts'

const LIMIT_MS = 10_000

/** Checks that the product answers at its public address, where the carrier sends its requests. */
export async function checkPublicUrl({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Finding> {
  const what = 'Product at its public address'
  const todo = 'start the product and let the proxy forward to it; the carrier sends requests there during each call'
  try {
    const answer = await fetch(`${publicUrl}/healthz`, { redirect: 'error', signal: AbortSignal.timeout(LIMIT_MS) })
    const body = (await answer.json()) as { status?: unknown }
    if (answer.ok && body.status === 'alive') return { what, state: 'right', says: 'it answers' }
    return { what, state: 'wrong', says: `something else answers there (HTTP ${answer.status})`, todo }
  } catch (error) {
    return { what, state: 'wrong', says: `${publicUrl}/healthz can't be reached from here (${reasonOf(error)})`, todo }
  }
}

/** Writes, reads and deletes a file. */
export async function checkStorage({ storage: settings }: Pick<Config, 'storage'>): Promise<Finding> {
  const what = 'Storage'
  const { url, accessKeyId, secretAccessKey } = settings
  const key = `setup/${randomUUID()}`
  const bytes = Buffer.from('Written and deleted by check-setup.')
  try {
    const keys = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null
    const storage = await openStorage(url, keys, openLog('silent'))
    await storage.put(key, bytes, 'text/plain')
    const read = await storage.get(key)
    await storage.delete(key)
    if (read?.equals(bytes)) return { what, state: 'right', says: 'files can be written, read and deleted' }
    return { what, state: 'wrong', says: 'a file changed between writing and reading', todo: 'check STORAGE_URL' }
  } catch (error) {
    return { what, state: 'wrong', says: reasonOf(error), todo: 'check STORAGE_URL and its keys' }
  }
}

/** Runs the voice check of a start. */
export async function checkSpeech({ speech: settings }: Pick<Config, 'speech'>): Promise<Finding[]> {
  const clock = systemClock(openLog('silent'))
  const checked = await checkVoices({ clock, log: openLog('silent'), speech: speechEngines(settings, clock) })
  const wrong = checked.filter(({ problem }) => problem !== null)
  if (wrong.length === 0) {
    const says =
      settings.carrier !== null ? "the carrier's own voices" : checked.length > 0 ? 'all six voices' : 'embedded'
    return [{ what: 'Speech', state: 'right', says }]
  }
  return wrong.map(({ engine, voiceId, problem }) => ({
    what: `Speech by ${engine}`,
    state: 'wrong',
    says: `${VOICES[voiceId].name} ${problem}`,
    todo: 'see docs/voices.md; until then another engine speaks',
  }))
}

const BACKUP_OLD_MS = 26 * 60 * 60_000

/** Checks the age of the newest backup. A database that was never opened has none. */
export async function checkBackup(config: Pick<Config, 'databaseUrl' | 'dataDir'>, now: Date): Promise<Finding> {
  const what = 'Backup'
  const todo = 'run npm run backup, and schedule it every night (docs/operations.md)'
  const none = { what, state: 'hint', says: 'none was taken yet', todo } as const
  if (config.databaseUrl === null && !existsSync(path.join(config.dataDir, 'postgres'))) return none
  try {
    const at = await withDatabase(config, openLog('silent'), (connection) => {
      const db = openDatabase(connection)
      return lastBackupAt(db).finally(() => db.destroy())
    })
    if (at === null) return none
    const says = `the newest is ${Math.floor((now.getTime() - at) / 3_600_000)} hours old`
    return now.getTime() - at > BACKUP_OLD_MS ? { what, state: 'hint', says, todo } : { what, state: 'right', says }
  } catch (error) {
    return { what, state: 'unseen', says: `the database can't be read (${reasonOf(error)})` }
  }
}

/** With zone data that is two years old, calls may be an hour off. */
export function checkZoneData(now: Date): Finding {
  const what = 'Zone data'
  const isOld = Number(zoneDataVersion.slice(0, 4)) < now.getUTCFullYear() - 1
  return isOld
    ? { what, state: 'wrong', says: `${zoneDataVersion} is old`, todo: 'update to the newest release' }
    : { what, state: 'right', says: zoneDataVersion }
}

function reasonOf(error: unknown): string {
  const { code, cause, message } = error as { code?: string; cause?: { code?: string }; message?: string }
  return code ?? cause?.code ?? message ?? 'unknown'
}
