import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Also true for a process of somebody else. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Does this process work in this folder? Every process of a PostgreSQL server has its data folder as its own. */
export async function worksIn(pid: number, folder: string): Promise<boolean> {
  const [there, here] = await Promise.all([stat(`/proc/${pid}/cwd`).catch(() => null), stat(folder)])
  return there !== null && there.dev === here.dev && there.ino === here.ino
}

/** Is any process of a server of this data folder left, its children too? */
export async function hasProcesses(dataDir: string): Promise<boolean> {
  const pids = (await readdir('/proc')).filter((name) => /^[0-9]+$/.test(name)).map(Number)
  const found = await Promise.all(pids.map((pid) => worksIn(pid, dataDir)))
  return found.includes(true)
}

/** The number in the first line of a lock file, or null when there is no such file or nothing in it. */
export async function readPid(lockFile: string): Promise<number | null> {
  const text = await readFile(lockFile, 'utf8').catch(() => '')
  const pid = Math.abs(Number.parseInt(text, 10)) // negative: a server for maintenance by a single user
  return pid > 0 ? pid : null
}

export function postmasterPidFile(dataDir: string): string {
  return join(dataDir, 'postmaster.pid')
}
