import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasProcesses, isAlive, postmasterPidFile, readPid } from './processes.ts'
import { SOCKET_NAME } from './socket-folder.ts'

/**
 * After a kill PostgreSQL finds its old lock files. Where their pid belongs to another process by now (typical in a
 * restarted container) it would refuse for ever, so such a file is removed, and an empty one too. Never while a process
 * of the old server lives, and never for a dead pid: PostgreSQL checks that case better itself, with the help of the
 * file.
 */
export async function removeStaleLocks(dataDir: string, socketFolder: string): Promise<void> {
  const stale: string[] = []
  for (const file of [postmasterPidFile(dataDir), join(socketFolder, `${SOCKET_NAME}.lock`)]) {
    if (await isStale(file)) stale.push(file)
  }
  if (stale.length === 0 || (await hasProcesses(dataDir))) return
  for (const file of stale) await rm(file, { force: true })
}

async function isStale(lockFile: string): Promise<boolean> {
  if ((await stat(lockFile).catch(() => null)) === null) return false
  const pid = await readPid(lockFile)
  return pid === null || isAlive(pid)
}
