import { sql } from 'kysely'
import { Client } from 'pg'
import type { BaseLogger } from 'pino'
import type { DatabaseConnection } from '../database/database.ts'
import type { Database } from '../database/database.ts'

/** Every process of the product listens here. */
const CHANNEL = 'reveille_hints'

/** A connection that broke in silence is noticed by asking this often. */
const STILL_THERE_MS = 10_000
const ANSWER_WITHIN_MS = 5_000
const AGAIN_MS = 1_000

/** Tells all processes that listen, this one too. It may be lost: nothing that must be right may rest on it. */
export async function sendHint(db: Database, hint: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${hint})`.execute(db)
}

type Listener = {
  onHint(hint: string): void
  /** The connection is back after it was gone: nobody knows what was missed. */
  onGap(): void
}

/** Listens on a connection of its own until `close`; resolves when nothing that is sent from now on is missed. */
export async function listenForHints(
  connection: DatabaseConnection,
  log: Pick<BaseLogger, 'warn'>,
  { onHint, onGap }: Listener,
): Promise<{ close(): Promise<void> }> {
  const closed = new AbortController()
  let open = await listen(connection, onHint)
  void keepListening()

  async function keepListening(): Promise<void> {
    while (!closed.signal.aborted) {
      const reason = await open.lost
      if (closed.signal.aborted) return
      log.warn({ reason }, 'hints of other processes are not heard for a while')
      open = await listenAgain()
      onGap()
    }
  }

  async function listenAgain(): Promise<Line> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref())
      const line = await listen(connection, onHint).catch(() => null)
      if (line !== null) return line
    }
  }

  return {
    async close() {
      closed.abort()
      await open.end()
    },
  }
}

type Line = {
  /** Resolves with the reason when the connection is gone or no longer answers. */
  lost: Promise<string>
  end(): Promise<void>
}

async function listen(connection: DatabaseConnection, onHint: (hint: string) => void): Promise<Line> {
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
  client.on('notification', ({ payload = '' }) => onHint(payload))
  const end = () => client.end().catch(() => undefined)
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
  } catch (error) {
    void end()
    throw error
  }
  const asking = setInterval(() => {
    client.query('select 1').catch((error: Error) => lose(error.message))
  }, STILL_THERE_MS)
  void lost.then(() => {
    clearInterval(asking)
    client.connection.stream.destroy() // one that no longer answers would not say goodbye either
  })
  return { lost, end }
}
