import { createHash } from 'node:crypto'
import { lstat, mkdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartRefused } from '../../process/start-refused.ts'
import type { Account } from './account.ts'
import { give } from './cluster.ts'
import { postmasterPidFile } from './processes.ts'

export const SOCKET_NAME = '.s.PGSQL.5432'
const LONGEST_SOCKET_PATH = 102 // bytes: macOS's limit, Linux has four more; less the closing zero, less one to spare

/**
 * A folder beside the data that only we may enter: no port to choose, no password, no clash. The system truncates long
 * socket paths, so for a deep data folder it is in the temporary directory, named after its path.
 */
export async function ensureSocketFolder(dataDir: string, account: Account): Promise<string> {
  const folder = await socketFolderOf(dataDir)
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const { uid, mode } = await lstat(folder)
  const owners = [process.getuid?.(), account.as?.uid]
  if (!owners.includes(uid) || (mode & 0o170_077) !== 0o040_000) {
    throw new StartRefused(`${folder} must be a folder that nobody but the owner may enter (0700): remove it.`)
  }
  await give(folder, account)
  return folder
}

async function socketFolderOf(dataDir: string): Promise<string> {
  const running = await runningSocketFolder(dataDir)
  if (running !== null) return running
  const beside = `${dataDir}.socket`
  if (Buffer.byteLength(join(beside, SOCKET_NAME)) <= LONGEST_SOCKET_PATH) return beside
  return join(tmpdir(), `reveille-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
}

/** Where the server of this folder listens; another process may have had another temporary directory. */
async function runningSocketFolder(dataDir: string): Promise<string | null> {
  const [, folder, , , socketFolder] = (await readFile(postmasterPidFile(dataDir), 'utf8').catch(() => '')).split('\n')
  return folder === dataDir && socketFolder ? socketFolder : null // else a copy of a running server's folder
}
