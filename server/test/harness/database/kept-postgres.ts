import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { DatabaseConnection } from '../../../src/platform/database/database.ts'

const program = new URL('kept-postgres-child.ts', import.meta.url)

/**
 * An embedded server for tests in this folder. It stops at `stop`, and when this process ends in any other way: Ctrl-C
 * doesn't reach its keeper, and a kill closes the channel to it.
 */
export async function keepPostgres(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ connection: DatabaseConnection; stop(): Promise<void> }> {
  const keeper = fork(program, [folder, JSON.stringify(settings)], { detached: true, execArgv: [] })
  const ended = once(keeper, 'exit')
  const refused = ended.then(([code]) => Promise.reject(new Error(`the keeper of the database ended with ${code}`)))
  const [connection] = (await Promise.race([once(keeper, 'message'), refused])) as [DatabaseConnection]
  refused.catch(() => undefined)
  return {
    connection,
    async stop() {
      if (keeper.connected) keeper.disconnect()
      await ended
    },
  }
}
