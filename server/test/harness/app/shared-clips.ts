import { mkdir, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Lets a storage in `folder`, which is still empty, share clips that are nobody's with all tests and runs: they are
 * stored by content, so each is made only once on a machine. Returns the folder.
 */
export async function shareClips(folder: string, ...names: ('shared' | 'preview')[]): Promise<string> {
  await mkdir(join(folder, 'speech'), { recursive: true, mode: 0o700 })
  for (const name of names) {
    const shared = join(tmpdir(), 'reveille-test-clips', 'speech', name)
    await mkdir(shared, { recursive: true })
    await symlink(shared, join(folder, 'speech', name))
  }
  return folder
}
