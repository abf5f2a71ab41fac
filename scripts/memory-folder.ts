import { statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * The folder for files that need not outlast a run: in memory if this machine has room. A test's database is hundreds
 * of small files, which are written there twenty times as fast.
 */
export async function memoryFolder(): Promise<string> {
  const room = await statfs(IN_MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return Math.min(room, freemem()) > ENOUGH_BYTES ? IN_MEMORY : tmpdir()
}
