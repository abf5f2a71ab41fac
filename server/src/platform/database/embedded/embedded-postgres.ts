import type { BaseLogger } from 'pino'
import type { DatabaseConnection } from '../database.ts'
import { attachOrLaunch } from './attach-or-launch.ts'
import { SUPERUSER } from './cluster.ts'
import { prepareHome } from './home.ts'
import { leave } from './membership.ts'
import { endServer } from './server-process.ts'
import { stayMember } from './stay-member.ts'

type Options = {
  /** Where the data lives; created when missing. The socket's folder is beside it. */
  dataDir: string
  log: Pick<BaseLogger, 'info' | 'warn'>
  /** Further settings of the server; they apply only to a server that this call starts. */
  settings?: Readonly<Record<string, string>>
}

export type EmbeddedPostgres = {
  connection: DatabaseConnection
  /** True when the server was already running: another process uses it, or the one that started it was killed. */
  attached: boolean
  /**
   * Leaves the server, and stops it when no other process of ours uses it, whoever started it, even one left behind by
   * a kill. A server that somebody started by hand is never stopped. While another process uses the server, it keeps
   * running and nothing changes for that process.
   */
  stop(): Promise<void>
}

/**
 * A private PostgreSQL on one data folder, reached by a socket that only this user can open. Several processes may call
 * this for the same folder: the first starts the server, the others attach. A server that dies while we use it is
 * restarted, with everything that it had acknowledged. Refuses the start with one line when it cannot work here.
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
      // When the check fails, the server has just gone away by itself.
      if (await leave(last).catch(() => false)) await endServer(home.dataDir)
      await last.client.end()
    },
  }
}
