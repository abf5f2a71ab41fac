import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { BaseLogger } from 'pino'
import { messageOf } from '../../process/describe-error.ts'
import { StartRefusedError } from '../../process/start-refused.ts'
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
  /** Where the data lives; created when missing. The socket's folder is beside it. */
  dataDir: string
  log: Pick<BaseLogger, 'info' | 'warn'>
  /** Further settings of the server; they apply only to a server that this call starts. */
  settings?: Readonly<Record<string, string>>
  /** For tools: works beside another process that owns the server, instead of being refused. */
  besideOwner?: boolean
}

export type EmbeddedPostgres = {
  connection: DatabaseConnection
  /** Stops the server, also one that a killed owner left behind; a tool beside the owner leaves it running. */
  stop(): Promise<void>
}

/**
 * A private PostgreSQL on one data folder, reached by a socket that only this user can open. One process owns it:
 * starts it, or adopts what a killed owner left behind, starts it again with everything acknowledged when it dies, and
 * stops it. Refuses the start with one line when another process owns it, or when it cannot work here.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { log, settings = {}, besideOwner = false } = options
  const home = await prepareHome(options.dataDir)
  const connection = { host: home.socketFolder, port: 5432, user: SUPERUSER, database: 'postgres', ssl: false }
  const take = () => takeServer(home, connection, settings, { besideOwner })
  const ownership = await take()
  log.info({ owned: ownership !== null }, 'embedded database ready')
  if (ownership === null) return { connection, stop: async () => undefined }
  const kept = keep(ownership, take, log)
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

/** A connection that holds the owner's lock. It also notices when the server goes away. */
type Ownership = { client: Client; lost: Promise<void> }

/** A killed server's children hold its memory for about a second, and an owner that ends may be just about to. */
const PATIENCE_MS = 5000

/**
 * Becomes the owner of the server that runs on this folder, or starts one. Waits for a server that is starting (recovery
 * may take minutes) or stopping. Null beside another owner.
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
    const found = await visit(connection)
    if (launched === null && found.state !== 'answers') deadline = performance.now() + PATIENCE_MS // it's in motion
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
  'one or wait for its end, or set DATABASE_URL to a PostgreSQL of your own, which any number may use.'

const doesNotStart = async (dataDir: string) =>
  `The embedded database does not start: ${await whyItFailed(dataDir)} (${dataDir})`

/**
 * Of two starts at once one is quicker. Had our server yet to check the folder's lock when the other has gone, it would
 * find none and stay for good.
 */
async function endIfLate(launched: ChildProcess, dataDir: string): Promise<void> {
  const holder = await readPid(postmasterPidFile(dataDir))
  if (holder !== null && holder !== launched.pid) launched.kill('SIGKILL')
}

/** An arbitrary number. Versions that shared the server hold it as a shared lock, so none of them is overlooked. */
const LOCK = 7_383_845

type Found = { state: 'starting or stopping' | 'absent' } | { state: 'answers'; ownership: Ownership | null }

/** Asks for the server, and for the owner's lock on it. Only transient answers are states; a wrong role throws. */
async function visit(connection: DatabaseConnection): Promise<Found> {
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
 * Takes the server again whenever it goes away (killed, out of memory), once a second until that works. `release` ends
 * this and returns the ownership at that moment, or null when there is none.
 */
function keep(
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
    log.warn('the embedded database went away and is started again')
    while (!isReleased) {
      try {
        const taken = await take()
        if (taken !== null) return watched(taken)
      } catch (error) {
        log.warn({ reason: messageOf(error) }, 'the embedded database does not start yet')
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
