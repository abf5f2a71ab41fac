import { rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { runCommand } from '../run-command.ts'

/** A disk so small that it can be filled, mounted over a folder. */
export type SmallDisk = {
  /** Not a byte is left. */
  fill(): Promise<void>
  free(): Promise<void>
  close(): Promise<void>
}

const SIZE = '700m'
const BALLAST = 'ballast'

/** Mounts it; null when this machine does not allow it, after printing why. */
export async function mountSmallDisk(folder: string): Promise<SmallDisk | null> {
  const options = ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0700`, 'tmpfs', folder]
  const mounted = await runCommand('mount', options).catch((error: unknown) => ({ exitCode: 1, output: String(error) }))
  if (mounted.exitCode !== 0) {
    console.log(`no disk of its own can be mounted: ${mounted.output.trim().split('\n').at(-1)}`)
    return null
  }
  const ballast = path.join(folder, BALLAST)
  return {
    async fill() {
      const { bavail, bsize } = await statfs(folder)
      await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => undefined) // full, as wanted
    },
    free: () => rm(ballast, { force: true }),
    // Lazily: processes that still run on it keep it until they end.
    close: async () => void (await runCommand('umount', ['--lazy', folder])),
  }
}
