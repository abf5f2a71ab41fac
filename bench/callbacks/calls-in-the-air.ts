import { sql } from 'kysely'
import type { Database } from '../../server/src/platform/database/database.ts'
import { planCalls } from '../punctuality/planned-rows.ts'

/** How these calls end: most people press 1, some talk without pressing a key, some don't answer. */
export type Ending = 'confirmed' | 'talked' | 'unanswered'
export type CallInTheAir = { token: string; carrierCallId: string; ending: Ending }

const endingOf = (index: number): Ending => (index % 10 < 7 ? 'confirmed' : index % 10 < 9 ? 'talked' : 'unanswered')

/** Inserts calls that the carrier has just accepted, one per person. Deletes those of earlier rounds. */
export async function placeCalls(db: Database, count: number): Promise<CallInTheAir[]> {
  await planCalls(db, { count, dueAt: Date.now() })
  const { rows } = await sql<{ id: number; token: string; carrier_call_id: string }>`
    update calls set stage = 'placed', carrier_call_id = 'CA' || md5(calls.id::text), phone = users.phone,
      marked_at = now(), placed_at = now(), ask_at = now() + interval '90 seconds', holds_line = true
    from users where users.id = calls.user_id
    returning calls.id, calls.token, calls.carrier_call_id
  `.execute(db)
  const calls = rows.toSorted((a, b) => a.id - b.id).map((row, index) => ({ ...row, ending: endingOf(index) }))
  const confirmed = calls.filter(({ ending }) => ending === 'confirmed').map(({ id }) => id)
  // Keys go to another endpoint, before the end.
  await sql`update calls set confirmed_at = now() where id = any(${confirmed}::bigint[])`.execute(db)
  await sql`vacuum analyze calls`.execute(db)
  return calls.map(({ token, carrier_call_id, ending }) => ({ token, carrierCallId: carrier_call_id, ending }))
}

const STATUS: Record<Ending, string> = { confirmed: 'completed', talked: 'unconfirmed', unanswered: 'no_answer' }

/** The number of calls that did not end as their callbacks said. */
export async function wronglyEnded(db: Database, calls: readonly CallInTheAir[]): Promise<number> {
  const { rows } = await sql<{ token: string; status: string }>`select token, status from calls`.execute(db)
  const statuses = new Map(rows.map(({ token, status }) => [token, status]))
  return calls.filter(({ token, ending }) => statuses.get(token) !== STATUS[ending]).length
}
