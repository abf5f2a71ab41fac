import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { StartRefused } from '../../process/start-refused.ts'
import { environment } from './account.ts'

export type Folder = { dev: number; ino: number }

/**
 * The working folders of running processes that we may look at: of one, or of all. Linux shows them in /proc; a system
 * without it (macOS) brings lsof.
 */
export const workingFolders: (pid?: number) => Promise<Folder[]> = existsSync('/proc/self/cwd') ? fromProc : fromLsof

async function fromProc(pid?: number): Promise<Folder[]> {
  const pids = pid === undefined ? (await readdir('/proc')).filter((name) => /^[0-9]+$/.test(name)) : [pid]
  return foldersOf(pids.map((each) => `/proc/${each}/cwd`))
}

/** Exported for a test beside /proc. Refuses the start where lsof is missing too. */
export async function fromLsof(pid?: number): Promise<Folder[]> {
  const args = ['-w', '-a', '-d', 'cwd', ...(pid === undefined ? [] : ['-p', String(pid)]), '-Fn']
  const { stdout } = await promisify(execFile)('lsof', args, { env: environment, maxBuffer: 64 * 1024 ** 2 }).catch(
    (error: Error & { code?: unknown; stdout?: string }) => {
      if (error.code === 'ENOENT')
        throw new StartRefused('The embedded database needs /proc or lsof: set DATABASE_URL.')
      return { stdout: error.stdout ?? '' } // it ends with 1 when there's no such process, or one that it may not see
    },
  )
  return foldersOf(stdout.split('\n').flatMap((line) => (line.startsWith('n') ? [line.slice(1)] : [])))
}

async function foldersOf(paths: readonly string[]): Promise<Folder[]> {
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => null)))
  return found.flatMap((folder) => (folder === null ? [] : [{ dev: folder.dev, ino: folder.ino }]))
}
