import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Instant } from '@reveille/core/time/time-zone'
import { beginSnapshot, connectForCopy, readJobs, readSequences, readTable } from '../database/copy-tables.sql.ts'
import type { DatabaseConnection } from '../database/database.ts'
import type { Storage } from '../storage/storage.ts'
import { draftBackup, fingerprint, MANIFEST, type BackupDraft, type Manifest } from './backup-folder.ts'

/** Storage folders that can't be regenerated. Clips can be rendered again. */
const KEPT_FOLDERS = ['recordings', 'exports']

type BackupSource = { connection: DatabaseConnection; storage: Storage; secret: string; version: string; now: Instant }

/**
 * Writes a complete backup into a new folder in `parent` while the product runs. Tables come from one snapshot. Files
 * are copied after it, so every file that a row names is there unless it was deleted since.
 */
export async function takeBackup(
  source: BackupSource,
  parent: string,
): Promise<{ folder: string; manifest: Manifest }> {
  const draft = await draftBackup(parent, new Date(source.now))
  try {
    const manifest = { ...(await copyDatabase(source, draft)), files: await copyFiles(source.storage, draft) }
    await draft.write(MANIFEST, Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]))
    return { folder: await draft.finish(), manifest }
  } catch (error) {
    await draft.discard()
    throw error
  }
}

async function copyDatabase(
  { connection, secret, version, now }: BackupSource,
  draft: BackupDraft,
): Promise<Omit<Manifest, 'files'>> {
  const client = await connectForCopy(connection)
  try {
    const { tables, migrations } = await beginSnapshot(client)
    const counted: Manifest['tables'] = []
    for (const table of tables) {
      const rows = readTable(client, table)
      await draft.write(`tables/${table.name}.copy.gz`, rows, createGzip({ level: 1 }))
      counted.push({ ...table, rows: rows.rowCount })
    }
    const jobs = await readJobs(client)
    if (jobs !== null) await draft.write('jobs.copy.gz', jobs, createGzip({ level: 1 }))
    const sequences = await readSequences(client)
    const takenAt = new Date(now).toISOString()
    return {
      format: 1,
      takenAt,
      version,
      migrations,
      tables: counted,
      sequences,
      jobs: jobs?.rowCount ?? 0,
      secret: fingerprint(secret),
    }
  } finally {
    await client.end()
  }
}

async function copyFiles(storage: Storage, draft: BackupDraft): Promise<number> {
  let count = 0
  for (const folder of KEPT_FOLDERS) {
    for await (const key of storage.list(folder)) {
      const file = await storage.stream(key)
      if (file === null) continue // deleted since it was listed
      await draft.write(`files/${key}`, file.body)
      count++
    }
  }
  return count
}
