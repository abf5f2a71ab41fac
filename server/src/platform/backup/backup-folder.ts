import { execFile } from 'node:child_process'
import { createHash, createHmac, type Hash } from 'node:crypto'
import { constants, createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { DAY_MS } from '@reveille/core/time/duration'
import type { Instant } from '@reveille/core/time/time-zone'
import * as z from 'zod'
import type { Config } from '../config/config.ts'
import { makeFolder } from '../process/make-folder.ts'
import { StartRefusedError } from '../process/start-and-stop.ts'

/** In the format of `sha256sum -c`. */
const SUMS = 'SHA256SUMS'
const COMPLETE = /^reveille-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/
const UNFINISHED = '.unfinished'
/** A backup under way writes all the time. */
const ABANDONED_AFTER_MS = 60 * 60_000

/** A backup being written. It gets its final name only when complete. */
export type BackupDraft = {
  /** Writes one file through these streams; `name` may include folders. */
  write(name: string, from: Readable, ...through: Transform[]): Promise<void>
  /** Gives the backup its final name, and returns its path. */
  finish(): Promise<string>
  discard(): Promise<void>
}

const nameOf = (at: Date) => `reveille-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** Begins a backup in `parent`, creating it if missing; only the owner may read it. Others may be under way. */
export async function draftBackup(parent: string, at: Date): Promise<BackupDraft> {
  const { final, draft } = await begin(parent, at)
  const sums: string[] = []
  return {
    async write(name, from, ...through) {
      const file = path.join(draft, name)
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 }) // sync: a stream may fail at once
      const hash = createHash('sha256')
      await pipeline([from, ...through, hashing(hash), createWriteStream(file, { mode: 0o600, flush: true })])
      sums.push(`${hash.digest('hex')}  ${name}\n`)
    },
    async finish() {
      await writeFile(path.join(draft, SUMS), sums.toSorted(), { mode: 0o600, flush: true })
      await giveToOwnerAround(draft)
      await rename(draft, final)
      return final
    },
    discard: () => rm(draft, { recursive: true, force: true }),
  }
}

async function begin(parent: string, at: Date): Promise<{ final: string; draft: string }> {
  try {
    const isNew = !existsSync(parent)
    makeFolder(parent)
    if (isNew) await giveToOwnerAround(parent)
    await deleteAbandoned(parent, at)
    return await takeName(parent, at)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new StartRefusedError(
      `No backup can be written to ${parent} (${code}): mount its disk, give it to the user ${process.getuid?.()} (chown), or choose another folder.`,
    )
  }
}

/** The product's user must be able to delete what root, who runs a command by hand, puts into its folder. */
async function giveToOwnerAround(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(path.dirname(folder))
  await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, '--', folder])
}

/** The system's reason why no backup can be written to `folder`, or to the one above it that exists; null if one can. */
export const whyUnwritable = (folder: string): Promise<string | null> =>
  access(folder, constants.W_OK).then(
    () => null,
    ({ code = '' }: NodeJS.ErrnoException) => (code === 'ENOENT' ? whyUnwritable(path.dirname(folder)) : code),
  )

/** Creates the draft's folder. If another backup began in the same second, this one is named after the next. */
async function takeName(parent: string, at: Date): Promise<{ final: string; draft: string }> {
  const final = path.join(parent, nameOf(at))
  const draft = `${final}${UNFINISHED}`
  const isTaken = await mkdir(draft, { mode: 0o700 }).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'EEXIST' || Promise.reject(error),
  )
  if (!isTaken && !existsSync(final)) return { final, draft }
  if (!isTaken) await rm(draft, { recursive: true })
  return takeName(parent, new Date(at.getTime() + 1_000))
}

/** Deletes what killed runs left. */
async function deleteAbandoned(parent: string, at: Date): Promise<void> {
  for (const name of await readdir(parent)) {
    const draft = path.join(parent, name)
    if (name.endsWith(UNFINISHED) && (await lastWrittenMs(draft)) < at.getTime() - ABANDONED_AFTER_MS)
      await rm(draft, { recursive: true, force: true })
  }
}

async function lastWrittenMs(folder: string): Promise<number> {
  let last = 0
  for (const name of ['', ...(await readdir(folder, { recursive: true }).catch(() => []))]) {
    const file = await stat(path.join(folder, name)).catch(() => null) // its run has just finished
    last = Math.max(last, file?.mtimeMs ?? 0)
  }
  return last
}

function hashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
}

/** Keeps the newest `keep` backups, as long as they are at most `days` old. */
export type Keeping = { keep: number; days: number }

/** Deletes all other backups in `parent`, but never the newest. Returns how many it deleted. */
export async function deleteOldBackups(parent: string, { keep, days }: Keeping, now: Date): Promise<number> {
  const names = (await readdir(parent)).filter((name) => COMPLETE.test(name)).toSorted()
  const oldest = nameOf(new Date(now.getTime() - days * DAY_MS))
  const old = names.slice(0, -1).filter((name, index) => index < names.length - keep || name < oldest)
  for (const name of old) await rm(path.join(parent, name), { recursive: true })
  return old.length
}

/** The folder of the newest complete backup in `parent` and its instant, or null. */
export async function newestBackup(parent: string): Promise<{ folder: string; takenAt: Instant } | null> {
  const names = await readdir(parent).catch((): string[] => [])
  const name = names
    .filter((one) => COMPLETE.test(one))
    .toSorted()
    .at(-1)
  if (name === undefined) return null
  const [date = '', time = ''] = name.slice('reveille-'.length).split('T')
  return { folder: path.join(parent, name), takenAt: Date.parse(`${date}T${time.replaceAll('-', ':')}`) }
}

/** Whether an embedded database and its backups are on one disk, so that its failure would lose both. */
export async function sharesDisk({ databaseUrl, dataDir, backups }: BackupPlaces): Promise<boolean> {
  if (databaseUrl !== null) return false
  const [data, kept] = await Promise.all([dataDir, backups.folder].map(existing))
  return data!.dev === kept!.dev
}
type BackupPlaces = Pick<Config, 'databaseUrl' | 'dataDir' | 'backups'>

/** The folder, or the nearest above it that exists. */
const existing = (folder: string): ReturnType<typeof stat> => stat(folder).catch(() => existing(path.dirname(folder)))

/** Checks every file against its checksum and returns the names. Refuses a backup that is incomplete or altered. */
export async function verifyBackup(folder: string): Promise<string[]> {
  const sums = await readFile(path.join(folder, SUMS), 'utf8').catch(() => {
    throw new StartRefusedError(`${folder} isn't a backup: it has no ${SUMS}.`)
  })
  const names: string[] = []
  for (const line of sums.split('\n').filter((text) => text !== '')) {
    const [sum, name] = [line.slice(0, 64), line.slice(66)]
    if ((await sumOf(path.join(folder, name))) !== sum)
      throw new StartRefusedError(`The backup is damaged: ${name} is missing or was changed. Use another one.`)
    names.push(name)
  }
  return names
}

async function sumOf(file: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export const MANIFEST = 'manifest.json'

export const Manifest = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  /** The version of Reveille that took it. */
  version: z.string(),
  /** The migrations that had run. A restore first creates the tables of that time. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  /** The last id that each sequence issued. */
  sequences: z.record(z.string(), z.int()),
  jobs: z.int(),
  files: z.int(),
  /** A fingerprint of OPT_OUT_SECRET. */
  secret: z.string(),
})
export type Manifest = z.infer<typeof Manifest>

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8')
  const { success, data } = Manifest.safeParse(JSON.parse(text))
  if (!success) throw new StartRefusedError(`${folder} has a format that this version doesn't know: use a newer one.`)
  return data
}

/** Equal for equal secrets, and too short for a brute-force search. */
export function fingerprint(secret: string): string {
  return createHmac('sha256', secret).update('of a backup').digest('hex').slice(0, 8)
}
