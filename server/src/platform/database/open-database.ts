import { join } from 'node:path'
import { Client } from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { StartRefusedError } from '../process/start-and-stop.ts'
import type { DatabaseConnection } from './database.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'

/** DATABASE_URL, or else the embedded database. `besideOwner` lets a tool use one that another process owns. */
export async function openDatabaseFor(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Logger,
  { besideOwner = false } = {},
): Promise<{ connection: DatabaseConnection; stop(): Promise<void> }> {
  if (databaseUrl !== null) return { connection: await checkDatabaseUrl(databaseUrl), stop: async () => undefined }
  return startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log, besideOwner })
}

const OLDEST_MAJOR = 15

/**
 * Tries a DATABASE_URL once: it must answer, accept our login, take writes and be PostgreSQL 15 or newer. Otherwise
 * refuses to start, with one line that never contains the password.
 */
export async function checkDatabaseUrl(url: string): Promise<DatabaseConnection> {
  if (!URL.canParse(url)) throw refusal("isn't an address such as postgres://user:password@host:5432/database")
  const connection = { connectionString: url }
  const { version, replica } = await queryServer(connection).catch((error: NodeJS.ErrnoException) => {
    throw refusal(reasonOf(error, new URL(url)))
  })
  const major = Math.floor(version / 10_000)
  if (major < OLDEST_MAJOR) throw refusal(`leads to PostgreSQL ${major}: Reveille needs ${OLDEST_MAJOR} or newer`)
  if (replica) throw refusal('leads to a replica that cannot be written: give the address of the primary')
  return connection
}

type Visit = { version: number; replica: boolean }

async function queryServer(connection: DatabaseConnection): Promise<Visit> {
  const client = new Client({ connectionTimeoutMillis: 10_000, application_name: 'reveille', ...connection })
  client.on('error', () => undefined) // the query that hits it throws
  try {
    await client.connect()
    const { rows } = await client.query<Visit>(
      `select current_setting('server_version_num')::int as version, pg_is_in_recovery() as replica`,
    )
    const [answer] = rows
    if (answer === undefined) throw new Error('no answer to the first query')
    return answer
  } finally {
    await client.end().catch(() => undefined)
  }
}

function reasonOf(error: NodeJS.ErrnoException, { host, hostname, username, pathname }: URL): string {
  switch (error.code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `names a host that cannot be found: ${hostname}`
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `leads to ${host || 'a socket'}, where nothing answers: start PostgreSQL there or correct the address`
    case '28P01':
    case '28000':
      return `is refused for the user '${username}': check the user and the password (${error.code})`
    case '3D000':
      return `names the database '${pathname.slice(1)}', which does not exist: create it first`
    case '57P03':
      return 'leads to a PostgreSQL that is still starting: try again in a moment'
    default:
      return `cannot be used: ${(error.message || error.code || 'no reason given').replaceAll(/\s+/g, ' ')}`
  }
}

function refusal(reason: string): StartRefusedError {
  return new StartRefusedError(`DATABASE_URL ${reason}.`)
}
