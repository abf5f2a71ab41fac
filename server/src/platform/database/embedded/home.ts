import { mkdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { StartRefused } from '../../process/start-refused.ts'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import type { ServerHome } from './server-process.ts'
import { ensureSocketFolder } from './socket-folder.ts'

/** Everything that a server needs before it can start: programs, an account, a data folder, a socket folder. */
export async function prepareHome(requested: string): Promise<ServerHome> {
  try {
    const dataDir = await settleFolder(resolve(requested))
    const binaries = await findBinaries()
    const account = await chooseAccount(dataDir, binaries)
    await ensureCluster(dataDir, binaries, account)
    return { dataDir, binaries, account, socketFolder: await ensureSocketFolder(dataDir, account) }
  } catch (error) {
    throw refusalOf(error as NodeJS.ErrnoException, requested)
  }
}

/** One canonical name for a folder, so that two spellings reach one server. */
async function settleFolder(folder: string): Promise<string> {
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
  if (error instanceof StartRefused || !UNUSABLE.has(error.code ?? '')) return error
  return new StartRefused(
    `The database folder ${folder} cannot be used (${error.code} at ${error.path ?? folder}): ` +
      'choose a DATA_DIR that this user can write.',
  )
}
