import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { BaseLogger } from 'pino'
import { messageOf } from '../../process/logger.ts'
import { StartRefusedError } from '../../process/start-and-stop.ts'
import { isLost } from '../database-unavailable.ts'
import type { DatabaseConnection } from '../database.ts'
import { postmasterPidFile, prepareHome, SUPERUSER, type ServerHome } from './home.ts'
import {
  endServer,
  isRunning,
  launchServer,
  readPid,
  releaseStaleLocks,
  rotateLog,
  whyItFailed,
} from './server-process.ts'

type Options = {
  /** Created if missing. The socket's folder is next to it. */
  dataDir: string
  log: Pick<BaseLogger, 'info' | 'warn'>
  /** Extra server settings, used only if this call starts the server. */
  settings?: Readonly<Record<string, string>>
  /** For tools: works alongside the process that owns the server instead of being refused. */
  besideOwner?: boolean
}

export type EmbeddedPostgres = {
  connection: DatabaseConnection
  /** Stops the server, even one that a killed owner left behind. A tool leaves another owner's server running. */
  stop(): Promise<void>
}

/**
 * A private PostgreSQL on one data folder, behind a socket that only this user can open. One process owns it: starts
 * it or adopts what a killed owner left behind, restarts it when it dies, and stops it. Refuses to start with one line
 * when another process owns it or it can't work here.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { log, settings = {}, besideOwner = false } = options
  const home = await prepareHome(options.dataDir)
  const connection = { host: home.socketFolder, port: 5432, user: SUPERUSER, database: 'postgres', ssl: false }
  const take = () => takeServer(home, connection, settings, { besideOwner })
  const ownership = await take()
  log.info({ owned: ownership !== null }, 'embedded database ready')
  if (ownership === null) return { connection, stop: async () => undefined }
  const kept = restartWhenLost(ownership, take, log)
  return {
    connection,
    async stop() {
      const last = await kept.release()
      if (last === null) return
      await endServer(home.dataDir)
      await last.client.end()
    },
  }
}

/** A connection that holds the owner's lock and notices when the server goes away. */
type Ownership = { client: Client; lost: Promise<void> }

/** A killed server's children hold its memory for about a second, and a previous owner may be about to exit. */
const PATIENCE_MS = 5000

/**
 * Becomes the owner of the server on this folder, or starts one. Waits for a server that is starting (recovery may take
 * minutes) or stopping. Null when a tool runs beside another owner.
 */
export async function takeServer(
  home: ServerHome,
  connection: DatabaseConnection,
  settings: Readonly<Record<string, string>>,
  { besideOwner }: { besideOwner: boolean },
): Promise<Ownership | null> {
  let deadline = performance.now() + PATIENCE_MS
  let launched: ChildProcess | null = null
  for (;;) {
    const isLaunching = launched !== null && isRunning(launched)
    const found = await probeServer(connection)
    if (launched === null && found.state !== 'answers') deadline = performance.now() + PATIENCE_MS // in transition
    if (found.state === 'answers') {
      if (launched !== null) await endIfLate(launched, home.dataDir)
      if (found.ownership !== null || besideOwner) return found.ownership
      if (performance.now() > deadline) throw new StartRefusedError(inUse(home.dataDir))
    } else if (found.state === 'absent' && !isLaunching) {
      if (launched === null) await rotateLog(home.dataDir)
      else {
        if (performance.now() > deadline) throw new StartRefusedError(await doesNotStart(home.dataDir))
        await wait(100)
        await releaseStaleLocks(home)
      }
      launched = await launchServer(home, settings)
    }
    await wait(10)
  }
}

const inUse = (dataDir: string) =>
  `The embedded database in ${dataDir} is in use by another process of Reveille, and only one can own it: stop that ` +
  'one or wait until it ends, or set DATABASE_URL to a PostgreSQL of your own, which any number may use.'

const doesNotStart = async (dataDir: string) =>
  `The embedded database does not start: ${await whyItFailed(dataDir)} (${dataDir})`

/**
 * Kills our server when another start won the race. If it hasn't checked the folder's lock by the time the other server
 * exits, it would find no lock and run forever.
 */
async function endIfLate(launched: ChildProcess, dataDir: string): Promise<void> {
  const holder = await readPid(postmasterPidFile(dataDir))
  if (holder !== null && holder !== launched.pid) launched.kill('SIGKILL')
}

/** An arbitrary number. Older versions hold it as a shared lock, so they are noticed too. */
const LOCK = 7_383_845

type Found = { state: 'starting or stopping' | 'absent' } | { state: 'answers'; ownership: Ownership | null }

/** Looks for the server, and tries the owner's lock. Only transient errors are states; a wrong role throws. */
async function probeServer(connection: DatabaseConnection): Promise<Found> {
  const client = new Client({ ...connection, application_name: 'reveille owner', connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined) // 'end' follows, and resolves `lost`
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  try {
    await client.connect()
    const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [LOCK])
    if (rows[0]!.owned) return { state: 'answers', ownership: { client, lost } }
    await client.end()
    return { state: 'answers', ownership: null }
  } catch (error) {
    await client.end().catch(() => undefined)
    const STARTING_OR_STOPPING = '57P03'
    if ((error as NodeJS.ErrnoException).code === STARTING_OR_STOPPING) return { state: 'starting or stopping' }
    if (isLost(error as NodeJS.ErrnoException)) return { state: 'absent' }
    throw error
  }
}

/**
 * Restarts the server whenever it goes away (killed, out of memory), retrying every second. `release` ends this and
 * returns the current ownership, or null when there is none.
 */
function restartWhenLost(
  first: Ownership,
  take: () => Promise<Ownership | null>,
  log: Pick<BaseLogger, 'warn'>,
): { release(): Promise<Ownership | null> } {
  let isReleased = false
  let current: Promise<Ownership | null> = Promise.resolve(watched(first))

  function watched(ownership: Ownership): Ownership {
    void ownership.lost.then(() => {
      if (!isReleased) current = takeAgain()
    })
    return ownership
  }

  async function takeAgain(): Promise<Ownership | null> {
    log.warn('embedded database lost, restarting')
    while (!isReleased) {
      try {
        const taken = await take()
        if (taken !== null) return watched(taken)
      } catch (error) {
        log.warn({ reason: messageOf(error) }, 'embedded database restart failed, will retry')
      }
      await wait(1000)
    }
    return null
  }

  return {
    release() {
      isReleased = true
      return current
    },
  }
}
