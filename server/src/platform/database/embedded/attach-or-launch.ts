import { setTimeout as wait } from 'node:timers/promises'
import { StartRefused } from '../../process/start-refused.ts'
import type { DatabaseConnection } from '../database.ts'
import { removeStaleLocks } from './lock-files.ts'
import { join, type Membership } from './membership.ts'
import { postmasterPidFile, readPid } from './processes.ts'
import { isRunning, launchServer, rotateLog, whyItFailed, type ServerHome } from './server-process.ts'

/** After a kill the old server's children hold its memory for about a second; a start meanwhile fails. */
const PATIENCE_MS = 5000

/**
 * Joins the server that runs on this folder, or starts one and joins it. Waits for a server that is starting (recovery
 * may take minutes) or stopping. Of several that start at once one succeeds and the others attach to it.
 */
export async function attachOrLaunch(
  home: ServerHome,
  connection: DatabaseConnection,
  settings: Readonly<Record<string, string>>,
): Promise<{ membership: Membership; attached: boolean }> {
  const joined = await join(connection)
  if (joined.outcome === 'joined') return { membership: joined.membership, attached: true }
  const deadline = performance.now() + PATIENCE_MS
  await rotateLog(home.dataDir)
  for (;;) {
    const started = await launchAndJoin(home, connection, settings)
    if (started) return started
    if (performance.now() > deadline) {
      throw new StartRefused(
        `The embedded database does not start: ${await whyItFailed(home.dataDir)} (${home.dataDir})`,
      )
    }
    await wait(100)
  }
}

/** Null when our server ended and no other answers. */
async function launchAndJoin(
  home: ServerHome,
  connection: DatabaseConnection,
  settings: Readonly<Record<string, string>>,
): Promise<{ membership: Membership; attached: boolean } | null> {
  await removeStaleLocks(home.dataDir, home.socketFolder)
  const server = await launchServer(home, settings)
  for (;;) {
    const running = isRunning(server)
    const joined = await join(connection)
    if (joined.outcome === 'joined') {
      const holder = await readPid(postmasterPidFile(home.dataDir))
      const attached = holder !== server.pid // another start was quicker
      // If our server has yet to check the folder's lock when everybody has left, it would find none and stay for good.
      if (attached && holder !== null) server.kill('SIGKILL')
      return { membership: joined.membership, attached }
    }
    if (joined.outcome === 'absent' && !running) return null
    await wait(10)
  }
}
