import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { openDatabase, type DatabaseConnection } from '../../server/src/platform/database/database.ts'
import { killProcesses } from '../process-tree.ts'
import { waitFor } from '../processes/wait.ts'

const VERSIONS = '/usr/lib/postgresql'
const OLDEST = 15
const USER = 'reveille'

/** The folder with the programs of the newest PostgreSQL from the system's packages, or null. */
export function findDistribution(): string | null {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).map(Number) : []
  const newest = versions.filter((version) => version >= OLDEST).toSorted((a, b) => b - a)[0]
  const folder = path.join(VERSIONS, String(newest), 'bin')
  return newest !== undefined && existsSync(path.join(folder, 'pg_dump')) ? folder : null
}

/** Starts a new, empty server. PostgreSQL refuses to run as root, so a user namespace maps root to another user. */
export async function startDistribution(programs: string, folder: string) {
  const nobody = process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'] : []
  const data = path.join(folder, 'data')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const [first = '', ...rest] = [...nobody, path.join(programs, 'initdb')]
  execFileSync(first, [...rest, '-D', data, '-U', USER, '--auth=trust', '-E', 'UTF8', '--locale=C'], {
    stdio: 'ignore',
  })
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`, '-c', 'max_wal_size=4GB']
  const [command = '', ...words] = [...nobody, path.join(programs, 'postgres'), '-D', data, ...settings]
  spawn(command, words, { stdio: 'ignore', detached: true }).unref()
  const connection: DatabaseConnection = { host: folder, user: USER, database: 'postgres' }
  const db = openDatabase(connection)
  await waitFor('PostgreSQL', () =>
    sql`select 1`.execute(db).then(
      () => true,
      () => null,
    ),
  )
  await db.destroy()
  return {
    url: `postgres://${USER}@localhost/postgres?host=${encodeURIComponent(folder)}`,
    connection,
    /** Arguments that point PostgreSQL's programs at this server. */
    words: ['-h', folder, '-U', USER, '-d', 'postgres'],
    stop: () => killProcesses({ variable: 'NONE', value: 'none', folder: data }),
  }
}
