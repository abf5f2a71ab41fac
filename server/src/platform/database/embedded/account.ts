import { spawnSync } from 'node:child_process'
import { chmod, chown, readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { StartRefused } from '../../process/start-refused.ts'
import type { Binaries } from './binaries.ts'

/** How the binaries are run: with a command before them, as another account, or as we are. */
export type Account = { prefix: readonly string[]; as: { uid: number; gid: number } | null }

/** Nothing of our own environment, secrets least of all, reaches the database server. */
export const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' }

const ourselves: Account = { prefix: [], as: null }

/**
 * PostgreSQL refuses to run as root, and initdb needs an account with a name. Root's server therefore runs as an
 * ordinary user inside a user namespace, where files stay root's; where namespaces are forbidden (some containers) it
 * runs as an existing account. A data folder that already belongs to an account is run by that account.
 */
export async function chooseAccount(dataDir: string, binaries: Binaries): Promise<Account> {
  const names = await accountNames()
  const uid = process.getuid?.() ?? 0
  if (uid !== 0 && haveName()) return ourselves
  const owner = await stat(dataDir).catch(() => null)
  const candidates = uid === 0 ? rootCandidates(names, owner) : [inNamespace(names)]
  for (const account of candidates) {
    if (account.as) await letThrough(dirname(dataDir), account.as)
    if (canReach(account, [binaries.postgres, dirname(dataDir)])) return account
  }
  throw new StartRefused(
    `The embedded database cannot run as uid ${uid} over ${dataDir}: start Reveille as an ordinary user with an account ` +
      'who owns that folder, or set DATABASE_URL.',
  )
}

function rootCandidates(names: Accounts, owner: { uid: number; gid: number } | null): Account[] {
  if (owner && owner.uid !== 0) return [{ prefix: [], as: { uid: owner.uid, gid: owner.gid } }]
  return [inNamespace(names), { prefix: [], as: ordinaryAccount(names) }]
}

/** The data folder's parent is ours alone: the account may pass through it but list nothing. */
async function letThrough(folder: string, { gid }: { gid: number }): Promise<void> {
  const { uid, mode } = await stat(folder)
  if (uid !== 0 || (mode & 0o001) !== 0) return
  await chown(folder, uid, gid)
  await chmod(folder, mode | 0o010)
}

/** Asked of the system, because not every account is in /etc/passwd: on macOS those of people aren't. */
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

/** nobody where it exists, else any account with a name. */
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
