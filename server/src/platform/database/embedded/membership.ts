import { Client } from 'pg'
import { isLost } from '../database-unavailable.ts'
import type { DatabaseConnection } from '../database.ts'
import { CLUSTER_NAME } from './settings.ts'

/** An arbitrary number, the same in every version. */
const LOCK = 7_383_845

/** A connection that marks this process as a user of the server. It also notices when the server goes away. */
export type Membership = { client: Client; lost: Promise<void> }

export type Joined = { outcome: 'joined'; membership: Membership } | { outcome: 'starting' } | { outcome: 'absent' }

/** Becomes a user of a running server; waits until one that is about to stop is gone ('absent'). */
export async function join(connection: DatabaseConnection): Promise<Joined> {
  const client = new Client({
    ...connection,
    application_name: 'reveille membership',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined) // 'end' follows, and resolves `lost`
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

/** Only a server's transient answers are outcomes; a wrong role or a full server throws. */
function outcomeOf(error: NodeJS.ErrnoException): Joined {
  const STARTING_OR_STOPPING = '57P03'
  if (error.code === STARTING_OR_STOPPING) return { outcome: 'starting' }
  if (isLost(error)) return { outcome: 'absent' }
  throw error
}

/**
 * Stops being a user. True when there is no other and this product started the server: then no process can join before
 * it is stopped. Of several that leave at once only the last gets true.
 */
export async function leave({ client }: Membership): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [LOCK])
  const { rows } = await client.query<{ last: boolean }>(
    `select case when current_setting('cluster_name') = $2 then pg_try_advisory_lock($1) else false end as last`,
    [LOCK, CLUSTER_NAME],
  )
  return rows[0]?.last === true
}
