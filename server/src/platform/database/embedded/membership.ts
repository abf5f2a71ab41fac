import { Client } from 'pg'
import type { DatabaseConnection } from '../database.ts'
import { CLUSTER_NAME } from './settings.ts'

/** Any number, the same in every version of the product. */
const LOCK = 7_383_845

/** One connection that says: this process uses the server. It also notices when the server goes away. */
export type Membership = { client: Client; lost: Promise<void> }

export type Joined = { outcome: 'joined'; membership: Membership } | { outcome: 'starting' } | { outcome: 'absent' }

/** Becomes one of the users of a running server; waits for one that is about to be stopped to be gone ('absent'). */
export async function join(connection: DatabaseConnection): Promise<Joined> {
  const client = new Client({
    ...connection,
    application_name: 'reveille membership',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined) // 'end' follows, and `lost` tells
  const lost = new Promise<void>((resolve) => client.once('end', resolve))
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [LOCK])
    return { outcome: 'joined', membership: { client, lost } }
  } catch (error) {
    await client.end().catch(() => undefined)
    return outcomeOf(error as NodeJS.ErrnoException)
  }
}

/** Only answers that a server gives in passing are outcomes; a wrong role or a full server throws. */
function outcomeOf(error: NodeJS.ErrnoException): Joined {
  const STARTING_OR_STOPPING = '57P03'
  if (error.code === STARTING_OR_STOPPING) return { outcome: 'starting' }
  const gone = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02']
  if (gone.includes(error.code ?? '') || error.message.includes('terminated unexpectedly')) return { outcome: 'absent' }
  throw error
}

/**
 * Stops being one of the users. True when nobody else is, and the server is one that this product started: then no other
 * process can join before it is stopped. Of several that leave at once exactly one, the last, is told so.
 */
export async function leave({ client }: Membership): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [LOCK])
  const { rows } = await client.query<{ last: boolean }>(
    `select case when current_setting('cluster_name') = $2 then pg_try_advisory_lock($1) else false end as last`,
    [LOCK, CLUSTER_NAME],
  )
  return rows[0]?.last === true
}
