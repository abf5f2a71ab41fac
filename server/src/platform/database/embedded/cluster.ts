import { execFile } from 'node:child_process'
import { chown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartRefused } from '../../process/start-refused.ts'
import { environment, type Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { isAlive } from './processes.ts'

const MAJOR_VERSION = '18'

/** The embedded server's superuser. It has no password: access to the socket's folder is the protection. */
export const SUPERUSER = 'reveille'

/**
 * Makes sure of a data folder of our version: creates a missing one, refuses one of another version or one that is no
 * database.
 */
export async function ensureCluster(dataDir: string, binaries: Binaries, account: Account): Promise<void> {
  const version = await readFile(join(dataDir, 'PG_VERSION'), 'utf8').catch(nullWhenMissing)
  if (version === null) return createCluster(dataDir, binaries, account)
  if (version.trim() === MAJOR_VERSION) return giveAll(dataDir, account)
  throw new StartRefused(
    `${dataDir} was made by PostgreSQL ${version.trim()}, this version of Reveille brings ${MAJOR_VERSION}: ` +
      'start the version of Reveille that made it, or choose another DATA_DIR.',
  )
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error
  return null
}

/** Made beside its final place and renamed when complete: a killed initdb leaves nothing half-made. */
async function createCluster(dataDir: string, binaries: Binaries, account: Account): Promise<void> {
  await refuseForeignFolder(dataDir)
  await removeLeftovers(dataDir)
  const unfinished = `${dataDir}.init.${process.pid}`
  await mkdir(unfinished, { mode: 0o700 })
  await give(unfinished, account)
  await initialise(unfinished, binaries, account)
  await putInPlace(unfinished, dataDir)
}

async function refuseForeignFolder(dataDir: string): Promise<void> {
  const content = await readdir(dataDir).catch(nullWhenMissing)
  if (content === null || content.length === 0) return
  throw new StartRefused(`${dataDir} is no database folder but holds other files: empty it or choose another DATA_DIR.`)
}

/** Removes what initdb runs of dead processes left behind. */
async function removeLeftovers(dataDir: string): Promise<void> {
  const prefix = `${basename(dataDir)}.init.`
  const names = (await readdir(dirname(dataDir))).filter((name) => name.startsWith(prefix))
  const dead = names.filter((name) => !isAlive(Number(name.slice(prefix.length))) || name === `${prefix}${process.pid}`)
  // Retries, because an initdb whose parent was killed may still be writing.
  const thoroughly = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }
  for (const name of dead) await rm(join(dirname(dataDir), name), thoroughly)
}

async function initialise(folder: string, binaries: Binaries, { prefix, as }: Account): Promise<void> {
  const args = [`--pgdata=${folder}`, `--username=${SUPERUSER}`, '--auth-local=trust', '--auth-host=reject']
  // The builtin locale depends on nothing outside and never changes the order of an index.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const [command = '', ...rest] = [
    ...prefix,
    binaries.initdb,
    ...args,
    ...locale,
    '--data-checksums',
    '--no-instructions',
  ]
  try {
    await promisify(execFile)(command, rest, { ...as, cwd: '/', env: environment })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw new StartRefused(`The embedded database could not be created: ${lastLine(error)}. Or set DATABASE_URL.`)
  }
}

function lastLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string }
  return (stderr?.trim().split('\n') ?? []).findLast((line) => line.includes('error:')) ?? message
}

async function putInPlace(unfinished: string, dataDir: string): Promise<void> {
  try {
    await rename(unfinished, dataDir)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error // else another start was quicker, and its folder is complete
  }
  await syncFolder(dirname(dataDir))
}

/** So that the new name survives a power cut, like the files in it. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}

/** Hands a folder to the account that runs the server, unless that is us. */
export async function give(folder: string, { as }: Account): Promise<void> {
  if (as) await chown(folder, as.uid, as.gid)
}

/** The same with everything in it, for data from when root could run the server otherwise. */
async function giveAll(folder: string, { as }: Account): Promise<void> {
  if (as === null || (await stat(folder)).uid === as.uid) return
  await promisify(execFile)('chown', ['-R', `${as.uid}:${as.gid}`, '--', folder])
}
