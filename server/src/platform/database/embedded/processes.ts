import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { workingFolders, type Folder } from './working-folders.ts'

/** Also true for somebody else's process. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether this process works in this folder: every process of a PostgreSQL server has the data folder as its own. */
export async function worksIn(pid: number, folder: string): Promise<boolean> {
  return isAmong(await workingFolders(pid), folder)
}

/** Whether any process of this data folder's server is left, children included. */
export async function hasProcesses(dataDir: string): Promise<boolean> {
  return isAmong(await workingFolders(), dataDir)
}

async function isAmong(folders: readonly Folder[], folder: string): Promise<boolean> {
  const here = await stat(folder)
  return folders.some(({ dev, ino }) => dev === here.dev && ino === here.ino)
}

/** The pid in the first line of a lock file, or null when the file is missing or empty. */
export async function readPid(lockFile: string): Promise<number | null> {
  const text = await readFile(lockFile, 'utf8').catch(() => '')
  const pid = Math.abs(Number.parseInt(text, 10)) // negative: a single-user server for maintenance
  return pid > 0 ? pid : null
}

export function postmasterPidFile(dataDir: string): string {
  return join(dataDir, 'postmaster.pid')
}
