import { appendFile, cp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { prepareHome, SUPERUSER, type ServerHome } from '../../server/src/platform/database/embedded/home.ts'
import { launchServer } from '../../server/src/platform/database/embedded/server-process.ts'
import { killProcesses } from '../process-tree.ts'
import { waitFor } from '../processes/wait.ts'
import { openTcpProxy } from './tcp-proxy.ts'

/** A primary and a synchronous standby behind one address, like a managed database. */
export type ReplicatedPostgres = {
  /** The product's DATABASE_URL. */
  port: number
  /** Kills the primary, like a power cut. */
  killPrimary(): Promise<void>
  /** Promotes the standby and points the address at it. Returns the instant of its first write. */
  promote(): Promise<number>
  stop(): Promise<void>
}

const STANDBY = 'standby'
const replicated = { wal_level: 'replica', max_wal_senders: '4', hot_standby: 'on', wal_keep_size: '256MB' }

export async function startReplicatedPostgres(folder: string): Promise<ReplicatedPostgres> {
  const primary = await prepareHome(path.join(folder, 'primary'))
  await launchServer(primary, replicated)
  await answering(primary)
  // The copy includes this setting, and copyOf clears it there: a promoted standby must not wait for itself.
  await query(primary, `alter system set synchronous_standby_names = '${STANDBY}'`)
  await query(primary, 'select pg_reload_conf()')
  const standby = await copyOf(primary, path.join(folder, 'standby'))
  const follows = `host=${primary.socketFolder} port=5432 user=${SUPERUSER} application_name=${STANDBY}`
  await launchServer(standby, { ...replicated, primary_conninfo: follows })
  await answering(standby)
  await waitFor('synchronous replication', async () => {
    const [row] = await query(primary, `select sync_state from pg_stat_replication`)
    return row?.['sync_state'] === 'sync' ? true : null
  })
  const proxy = await openTcpProxy(socketOf(primary))
  return {
    port: proxy.port,
    killPrimary: () => killAll(primary),
    async promote() {
      await query(standby, 'select pg_promote(true, 60)')
      await query(standby, 'create table took_over (at timestamptz default now())')
      proxy.pointTo(socketOf(standby))
      return Date.now()
    },
    async stop() {
      proxy.close()
      await killAll(primary)
      await killAll(standby)
    },
  }
}

/** A manual base backup, because the embedded PostgreSQL lacks pg_basebackup. */
async function copyOf(primary: ServerHome, folder: string): Promise<ServerHome> {
  const client = await connect(primary)
  await client.query(`select pg_backup_start('standby', true)`)
  await cp(primary.dataDir, folder, { recursive: true, filter: (file) => !file.endsWith('postmaster.pid') })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  await writeFile(path.join(folder, 'backup_label'), rows[0]!.labelfile)
  await writeFile(path.join(folder, 'standby.signal'), '')
  // Like deploy/compose/postgres.sh.
  await appendFile(path.join(folder, 'postgresql.auto.conf'), `synchronous_standby_names = ''\n`)
  await rm(path.join(folder, 'server.log'), { force: true })
  return prepareHome(folder)
}

const killAll = ({ dataDir }: ServerHome) => killProcesses({ variable: 'NONE', value: 'none', folder: dataDir })

const socketOf = ({ socketFolder }: ServerHome) => ({ path: path.join(socketFolder, '.s.PGSQL.5432') })

async function connect({ socketFolder }: ServerHome): Promise<Client> {
  const client = new Client({ host: socketFolder, user: SUPERUSER, database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function query(server: ServerHome, statement: string): Promise<Record<string, unknown>[]> {
  const client = await connect(server)
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

const answering = (server: ServerHome) =>
  waitFor('a response from PostgreSQL', () =>
    query(server, 'select 1').then(
      () => true,
      () => null,
    ),
  )
