import type { BaseLogger } from 'pino'
import type { DatabaseConnection } from '../database.ts'
import { attachOrLaunch } from './attach-or-launch.ts'
import { SUPERUSER } from './cluster.ts'
import { prepareHome } from './home.ts'
import { leave } from './membership.ts'
import { endServer } from './server-process.ts'
import { stayMember } from './stay-member.ts'

type Options = {
  /** Where the data lives; made when missing. The socket's folder stands beside it. */
  dataDir: string
  log: Pick<BaseLogger, 'info' | 'warn'>
  /** Further settings of the server; they count only for a server that this call starts. */
  settings?: Readonly<Record<string, string>>
}

export type EmbeddedPostgres = {
  connection: DatabaseConnection
  /** True when the server was running already: another process uses it, or the one that started it was killed. */
  attached: boolean
  /**
   * Leaves the server, and stops it when no other process of ours uses it: so the last one out stops it, whoever started it,
   * and one that was left behind by a kill is stopped too. A server that somebody started by hand is never stopped.
   * While another process uses it, it keeps running and nothing changes for that process.
   */
  stop(): Promise<void>
}

/**
 * A private PostgreSQL over one data folder, reached by a socket that only this user can open. Several processes may call
 * this for the same folder: the first starts the server, the others attach. A server that dies while we use it is started
 * again, and what it had acknowledged is there. Refuses the start with one line when it cannot work here.
 */
export async function startEmbeddedPostgres({ dataDir, log, settings = {} }: Options): Promise<EmbeddedPostgres> {
  const home = await prepareHome(dataDir)
  const connection = { host: home.socketFolder, port: 5432, user: SUPERUSER, database: 'postgres', ssl: false }
  const start = () => attachOrLaunch(home, connection, settings)
  const { membership, attached } = await start()
  log.info({ attached }, 'embedded database ready')
  const held = stayMember(membership, start, log)
  return {
    connection,
    attached,
    async stop() {
      const last = await held.release()
      if (last === null) return
      // When the question fails the server has just gone away by itself.
      if (await leave(last).catch(() => false)) await endServer(home.dataDir)
      await last.client.end()
    },
  }
}
