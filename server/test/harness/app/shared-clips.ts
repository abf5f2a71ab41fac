import { mkdir, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import { soundOf } from '../../../src/speech/clips/clip-folder.ts'
import { fliteSpeech } from '../../../src/speech/engines/flite.ts'

/**
 * Shares the embedded engine's common clips among all tests and runs, through links in the empty `folder`. They are
 * stored by content, so each is made only once per machine. Returns the folder.
 */
export async function shareClips(folder: string): Promise<string> {
  const flite = fliteSpeech({ atOnce: 1 })
  await mkdir(join(folder, 'speech', 'shared'), { recursive: true, mode: 0o700 })
  for (const voiceId of VOICE_IDS) {
    const shared = join(tmpdir(), 'reveille-test-clips', soundOf(flite, voiceId))
    await mkdir(shared, { recursive: true })
    await symlink(shared, join(folder, 'speech', 'shared', soundOf(flite, voiceId)))
  }
  return folder
}
