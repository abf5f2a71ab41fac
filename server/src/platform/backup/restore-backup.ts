import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { BaseLogger } from 'pino'
import {
  connectForCopy,
  dropTables,
  emptyTables,
  isEmpty,
  leaveIdsFree,
  parseJobs,
  writeTable,
  type CopyClient,
  type WaitingJob,
} from '../database/copy-tables.sql.ts'
import type { DatabaseConnection } from '../database/database.ts'
import { findFactOn, keepFactOn } from '../database/installation.sql.ts'
import { migrateOn, migrationsNamed } from '../database/migrate.ts'
import { StartRefusedError } from '../process/start-and-stop.ts'
import type { Storage } from '../storage/storage.ts'
import { RESTORING } from './backup-facts.ts'
import { fingerprint, readManifest, verifyBackup, type Manifest } from './backup-folder.ts'

type RestoreTarget = { connection: DatabaseConnection; storage: Storage; secret: string; log: Pick<BaseLogger, 'warn'> }

/**
 * Restores a backup into an empty database: its tables, then the migrations since, then its files. Checks everything
 * before writing. After a kill, run it again; until then the product refuses to start. Returns the waiting jobs.
 */
export async function restoreBackup(
  { connection, storage, secret, log }: RestoreTarget,
  folder: string,
): Promise<{ manifest: Manifest; jobs: WaitingJob[] }> {
  const names = await verifyBackup(folder)
  const manifest = await readManifest(folder)
  const migrations = migrationsNamed(manifest.migrations)
  if (fingerprint(secret) !== manifest.secret)
    throw new StartRefusedError(
      "OPT_OUT_SECRET (or SESSION_SECRET if that is unset) differs from the backup's: numbers that opted out would be called. Set it to its old value.",
    )
  const client = await connectForCopy(connection)
  try {
    await prepareEmptyDatabase(client, folder)
    await migrateOn(connection, log, migrations)
    const jobs = await copyBack(client, folder, manifest)
    await putFiles(storage, folder, names)
    await migrateOn(connection, log)
    return { manifest, jobs }
  } finally {
    await client.end()
  }
}

/** Accepts an empty database, or drops what an unfinished restore of this backup left. */
async function prepareEmptyDatabase(client: CopyClient, folder: string): Promise<void> {
  if (await isEmpty(client)) return
  if ((await findFactOn(client, RESTORING)) !== folder)
    throw new StartRefusedError('The database is not empty: a restore needs an empty one. Move the old one away first.')
  await dropTables(client)
}

/** Copies all tables in one transaction, with the fact that the restore isn't finished. */
async function copyBack(client: CopyClient, folder: string, manifest: Manifest): Promise<WaitingJob[]> {
  await keepFactOn(client, RESTORING, folder)
  await client.query('begin')
  await emptyTables(client)
  for (const { name, columns, rows } of manifest.tables) {
    const written = await writeTable(client, { name, columns }, unpacked(folder, `tables/${name}.copy.gz`))
    if (written !== rows) throw new Error(`${name}: ${rows} rows in the backup, ${written} written`)
  }
  await leaveIdsFree(client, manifest.sequences)
  await keepFactOn(client, RESTORING, folder)
  const jobs = manifest.jobs === 0 ? [] : await parseJobs(client, unpacked(folder, 'jobs.copy.gz'))
  await client.query('commit')
  return jobs
}

function unpacked(folder: string, name: string): Readable {
  const packed = createReadStream(path.join(folder, name))
  const rows = createGunzip()
  packed.on('error', (error) => rows.destroy(error))
  return packed.pipe(rows)
}

const FILES = 'files/'

async function putFiles(storage: Storage, folder: string, names: readonly string[]): Promise<void> {
  for (const name of names.filter((file) => file.startsWith(FILES))) {
    const file = path.join(folder, name)
    const { size } = await stat(file)
    await storage.putStream(name.slice(FILES.length), { body: createReadStream(file), size }, contentType(name))
  }
}

const contentType = (name: string) => (name.endsWith('.zip') ? 'application/zip' : 'audio/wav')
