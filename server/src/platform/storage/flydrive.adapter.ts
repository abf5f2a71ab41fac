import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { DriverContract } from 'flydrive/types'
import type { Logger } from 'pino'
import { makeFolder } from '../process/make-folder.ts'
import { StartRefusedError } from '../process/start-and-stop.ts'
import { s3Driver, type S3Keys } from './s3-driver.ts'
import type { Storage } from './storage.ts'

/** Holds files until they are complete. None of our keys begins like this. */
const PARTIAL = '.partial'
const ABANDONED_AFTER_MS = 3_600_000

/** STORAGE_URL: `file:///path` or `s3://bucket?endpoint=https://…&region=…`. Refuses to start if it can't be used. */
export async function openStorage(url: string, s3Keys: S3Keys | null, log: Pick<Logger, 'warn'>): Promise<Storage> {
  const { protocol } = new URL(url)
  if (protocol === 'file:') return storageOn(await folderDriver(fileURLToPath(url)))
  if (protocol === 's3:') return storageOn(await s3Driver(new URL(url), s3Keys, log))
  throw new StartRefusedError(`STORAGE_URL must begin with file: or s3:, not ${protocol}`)
}

function storageOn(driver: DriverContract): Storage {
  const disk = new Disk(driver)
  return {
    put: (key, bytes, contentType) => disk.put(key, bytes, { contentType }),
    putStream: (key, { body, size }, contentType) => disk.putStream(key, body, { contentType, contentLength: size }),
    exists: (key) => disk.exists(key),
    delete: (key) => disk.delete(key),
    get: (key) => nullWhenMissing(async () => Buffer.from(await disk.getBytes(key))),
    stream: (key) =>
      nullWhenMissing(async () => {
        const { contentLength } = await disk.getMetaData(key)
        return { body: await disk.getStream(key), size: contentLength }
      }),
    list: (folder) => listFiles(disk, folder),
  }
}

/** S3 lists by prefix, so 'speech/1' would also match files of 'speech/11'. */
async function* listFiles(disk: Disk, folder: string): AsyncGenerator<string> {
  const inside = folder.endsWith('/') ? folder : `${folder}/`
  let paginationToken: string | undefined
  do {
    const page = await disk.listAll(folder, { recursive: true, ...(paginationToken ? { paginationToken } : {}) })
    for (const entry of page.objects) if (entry.isFile && entry.key.startsWith(inside)) yield entry.key
    paginationToken = page.paginationToken
  } while (paginationToken)
}

/** flydrive wraps errors of the file system or S3. Only a missing file is an answer; everything else is thrown. */
async function nullWhenMissing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    const cause = (error as { cause?: { code?: string; name?: string } }).cause
    if (cause?.code === 'ENOENT' || cause?.name === 'NoSuchKey' || cause?.name === 'NotFound') return null
    throw error
  }
}

/** Writes a file completely or not at all, readable only by its owner; flydrive writes straight to the final file. */
class WholeFileDriver extends FSDriver {
  readonly #root: string

  constructor(root: string) {
    super({ location: root, visibility: 'private' })
    this.#root = root
  }

  override put(key: string, contents: string | Uint8Array): Promise<void> {
    return this.#putWhole(key, contents)
  }

  override putStream(key: string, contents: Readable): Promise<void> {
    return this.#putWhole(key, contents)
  }

  async #putWhole(key: string, contents: string | Uint8Array | Readable): Promise<void> {
    const [final, partial] = [join(this.#root, key), join(this.#root, PARTIAL, randomUUID())]
    await mkdir(dirname(final), { recursive: true, mode: 0o700 })
    try {
      await using file = await open(partial, 'wx', 0o600)
      await file.writeFile(contents)
      await file.sync()
      await rename(partial, final)
    } finally {
      await rm(partial, { force: true }) // what broke off, as on a full disk
    }
  }

  /** Like flydrive's, but throws for a missing file while the response can still be chosen. */
  override async getStream(key: string) {
    const location = join(this.#root, key)
    await stat(location)
    return createReadStream(location)
  }
}

async function folderDriver(root: string): Promise<DriverContract> {
  const partial = join(root, PARTIAL)
  try {
    makeFolder(partial)
    for (const name of await readdir(partial)) {
      const found = await stat(join(partial, name)).catch(() => null) // another process has just finished it
      if (found !== null && found.mtimeMs < Date.now() - ABANDONED_AFTER_MS)
        await rm(join(partial, name), { force: true })
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartRefusedError(
      `STORAGE_URL: cannot keep files in ${root} (${code}). Give it to the user ${process.getuid?.()} (chown), or set another folder.`,
    )
  }
  return new WholeFileDriver(root)
}
