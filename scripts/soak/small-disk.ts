import { rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { runCommand } from '../run-command.ts'

/** A disk small enough to fill, mounted over a folder. */
export type SmallDisk = {
  /** Leaves no free byte. */
  fill(): Promise<void>
  free(): Promise<void>
  close(): Promise<void>
}

const SIZE = '700m'
const BALLAST = 'ballast'

/** Mounts a small disk. Prints why and returns null when this machine doesn't allow it. */
export async function mountSmallDisk(folder: string): Promise<SmallDisk | null> {
  const options = ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0700`, 'tmpfs', folder]
  const mounted = await runCommand('mount', options).catch((error: unknown) => ({ exitCode: 1, output: String(error) }))
  if (mounted.exitCode !== 0) {
    console.log(`cannot mount a disk: ${mounted.output.trim().split('\n').at(-1)}`)
    return null
  }
  const ballast = path.join(folder, BALLAST)
  return {
    async fill() {
      const { bavail, bsize } = await statfs(folder)
      await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => undefined) // the disk is full now
    },
    free: () => rm(ballast, { force: true }),
    // Lazily, since processes may still use it.
    close: async () => void (await runCommand('umount', ['--lazy', folder])),
  }
}
