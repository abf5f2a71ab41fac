import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Instant } from '@reveille/core/time/time-zone'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { recordingFolder } from '../../calls/recordings/recording-files.ts'
import { giveNotice } from '../../notices/give-notice.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { JobPayload } from '../../platform/jobs/jobs.ts'
import { countStored } from '../../platform/limits/budgets.ts'
import type { Services } from '../../platform/services.ts'
import { personKeys, readPersonalData, type PersonKeys } from './export-contents.sql.ts'
import { exportReadme } from './export-readme.ts'
import { findExport, markExportReady } from './exports.sql.ts'

/** The folder of a person's archives, deleted with the account. */
export const exportFolder = (userId: number): string => `exports/${userId}/`
export const exportKey = (userId: number, exportId: number): string => `${exportFolder(userId)}${exportId}.zip`

/** Builds the archive, stores it and notifies its owner; a retry replaces the previous one. */
export async function buildExport(services: Services, { exportId }: JobPayload<'build-export'>): Promise<void> {
  const { db, clock, live } = services
  const wanted = await findExport(db, exportId, clock.now())
  if (wanted === null || wanted.readyAt !== null) return
  const { userId } = wanted
  const person = await personKeys(db, userId)
  if (person === null) return
  const sizeBytes = await store(services, person, exportKey(userId, exportId))
  await countStored(services, userId, sizeBytes)
  const kept = await inTransaction(db, async (tx) => {
    if (!(await markExportReady(tx, { id: exportId, sizeBytes, now: clock.now() }))) return false
    await giveNotice(services, tx, userId, { kind: 'export-ready', exportId })
    return true
  })
  if (kept) live.publish(userId, 'account')
  else await services.storage.delete(exportKey(userId, exportId)) // the account was deleted meanwhile
}

/** Through a temporary file: storage needs the size in advance. Returns that size. */
async function store({ db, clock, storage }: Services, person: PersonKeys, key: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'reveille-export-')) // readable by us alone
  try {
    const path = join(folder, 'archive.zip')
    const now = clock.now()
    const archive = zipped(archiveFiles({ db, storage }, person, now), now)
    await pipeline(Readable.from(archive), createWriteStream(path, { mode: 0o600 }))
    const { size } = await stat(path)
    await storage.putStream(key, { body: createReadStream(path), size }, 'application/zip')
    return size
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* archiveFiles(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  person: PersonKeys,
  now: Instant,
): AsyncGenerator<ArchiveFile> {
  yield textFile('README.txt', exportReadme(now))
  for (const { table, rows } of await readPersonalData(db, person)) {
    yield textFile(`data/${table}.json`, `${JSON.stringify(rows, null, 2)}\n`)
  }
  const folder = recordingFolder(person.userId)
  for await (const key of storage.list(folder)) {
    const sound = await storage.stream(key)
    if (sound !== null)
      yield { path: `recordings/call-${key.slice(folder.length)}`, content: sound.body, packed: false }
  }
}

function textFile(path: string, text: string): ArchiveFile {
  return { path, content: [Buffer.from(text)], packed: true }
}

/** A file of an archive; audio is stored, text is compressed. */
type ArchiveFile = { path: string; content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>; packed: boolean }

/** Streams a ZIP archive: never more of it in memory than one chunk of one file. */
export async function* zipped(files: AsyncIterable<ArchiveFile>, madeAt: Instant): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = []
  const taken = () => {
    const pieces = made
    made = []
    return pieces
  }
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error
    made.push(piece)
  })
  for await (const { path, content, packed } of files) {
    const entry = packed ? new ZipDeflate(path) : new ZipPassThrough(path)
    entry.mtime = madeAt
    zip.add(entry)
    for await (const bytes of content) {
      entry.push(bytes, false)
      yield* taken()
    }
    entry.push(new Uint8Array(), true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}
