import { sql } from 'kysely'
import { Client } from 'pg'
import type { BaseLogger } from 'pino'
import type { DatabaseConnection } from '../database/database.ts'
import type { Database } from '../database/database.ts'
import { runPrepared } from '../database/prepared-driver.ts'

/** Every process listens on this channel for hints. Earlier versions share its name. */
const CHANNEL = 'reveille_hints'

/** How often to probe the connection: a broken one gives no sign. */
const STILL_THERE_MS = 10_000
const ANSWER_WITHIN_MS = 5_000
const AGAIN_MS = 1_000

/** Notifies all listening processes, this one included. May be lost, so correctness must not depend on it. */
export async function notifyProcesses(db: Database, notification: string): Promise<void> {
  await runPrepared(db, sql`select pg_notify(${CHANNEL}, ${notification})`)
}

type Listener = {
  /** By default our own. */
  channel?: string
  onNotification(notification: string): void
  /** The connection is back after a loss, and notifications may have been missed. */
  onGap(): void
}

/** Listens on its own connection until `close`; resolves once it listens. */
export async function listenForNotifications(
  connection: DatabaseConnection,
  log: Pick<BaseLogger, 'warn'>,
  { channel = CHANNEL, onNotification, onGap }: Listener,
): Promise<{ close(): Promise<void> }> {
  const closed = new AbortController()
  let open = await listen(connection, channel, onNotification)
  void keepListening()

  async function keepListening(): Promise<void> {
    for (;;) {
      const reason = await open.lost
      if (closed.signal.aborted) return
      log.warn({ reason }, 'notification channel lost')
      const again = await listenAgain()
      if (again === null) return
      open = again
      onGap()
    }
  }

  /** Null if it's closed meanwhile. */
  async function listenAgain(): Promise<Line | null> {
    while (!closed.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref())
      const line = await listen(connection, channel, onNotification).catch(() => null)
      if (line !== null && !closed.signal.aborted) return line
      await line?.end()
    }
    return null
  }

  return {
    async close() {
      closed.abort()
      await open.end()
    },
  }
}

type Line = {
  /** Resolves with the reason when the connection is gone or silent. */
  lost: Promise<string>
  end(): Promise<void>
}

async function listen(
  connection: DatabaseConnection,
  channel: string,
  onNotification: (notification: string) => void,
): Promise<Line> {
  const client = new Client({
    ...connection,
    application_name: 'reveille hints',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
  })
  const { promise: lost, resolve: lose } = Promise.withResolvers<string>()
  client.on('error', ({ message }) => lose(message))
  client.on('end', () => lose('the connection was closed'))
  client.on('notification', ({ payload = '' }) => onNotification(payload))
  const end = () => client.end().catch(() => undefined)
  try {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
  } catch (error) {
    void end()
    throw error
  }
  const asking = setInterval(() => {
    client.query('select 1').catch((error: Error) => lose(error.message))
  }, STILL_THERE_MS)
  void lost.then(() => {
    clearInterval(asking)
    client.connection.stream.destroy() // a silent connection can't close properly
  })
  return { lost, end }
}
