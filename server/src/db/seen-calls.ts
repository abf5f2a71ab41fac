import { sql, type Kysely } from 'kysely'
import type { LiveCall } from '@reveille/core/call-lifecycle'
import type { CallEventKind } from '@reveille/core/call-timeline'
import type { Instant } from '@reveille/core/time-zone'
import { columnsOf, type BesideLife } from './calls.ts'
import type { CallRow, Tables } from './tables.ts'

/** A call as it was read, without a lock, and the version of its row: any change of it makes another one. */
export type SeenCall = CallRow & { version: string }

export async function seeCallByToken(db: Kysely<Tables>, token: string): Promise<SeenCall | null> {
  const seen = await db
    .selectFrom('calls')
    .selectAll()
    .select(sql<string>`xmin::text`.as('version'))
    .where('token', '=', token)
    .executeTakeFirst()
  return seen ?? null
}

type Line = { at: Instant; kind: CallEventKind; detail: string | null }
type Beside = BesideLife & { events: readonly Line[] }

/**
 * Writes what the lifecycle decided about a call that was seen, with its lines in the timeline, in one statement and
 * without a lock. Returns false, and nothing is written, when the call has changed since.
 */
export async function saveIfUnchanged(
  db: Kysely<Tables>,
  seen: SeenCall,
  call: LiveCall,
  { events, ...more }: Beside,
): Promise<boolean> {
  const { rows } = await sql`
    with changed as (${changeSeen(db, seen, call, more).returning('id')}),
    lines as (${appendLines(events)})
    select id from changed
  `.execute(db)
  return rows.length > 0
}

/**
 * The end of a call that was seen and is confirmed, in the same way: its occurrence is answered, and nothing follows.
 * Also false when more hangs on it, which wants the person's lock: a call that waits for the line, a one-time schedule.
 */
export async function endConfirmedIfUnchanged(
  db: Kysely<Tables>,
  seen: SeenCall,
  call: LiveCall,
  { events, now, ...more }: Beside & { now: Instant },
): Promise<boolean> {
  const { rows } = await sql`
    with changed as (${changeSeen(db, seen, call, more)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('calls as waiting')
              .select('waiting.id')
              .where('waiting.user_id', '=', seen.user_id)
              .where('waiting.stage', 'in', ['planned', 'leased']),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('occurrences')
              .innerJoin('schedules', 'schedules.id', 'occurrences.schedule_id')
              .select('schedules.id')
              .where('occurrences.id', '=', seen.occurrence_id)
              .where('schedules.one_time_at', 'is not', null),
          ),
        ),
      )
      .returning(['id', 'occurrence_id'])}),
    lines as (${appendLines(events)}),
    closed as (
      update occurrences set outcome = 'answered', outcome_at = ${new Date(now)} from changed
      where occurrences.id = changed.occurrence_id and occurrences.outcome is null
        and not exists (select 1 from calls other where other.occurrence_id = changed.occurrence_id
          and other.id <> changed.id and other.stage <> 'ended')
    )
    select id from changed
  `.execute(db)
  return rows.length > 0
}

function changeSeen(db: Kysely<Tables>, { id, version }: SeenCall, call: LiveCall, more: BesideLife) {
  return db
    .updateTable('calls')
    .set(columnsOf(call, more))
    .where('calls.id', '=', id)
    .where(sql<boolean>`calls.xmin = ${version}::text::xid`)
}

const appendLines = (events: readonly Line[]) => sql`
  insert into call_events (call_id, at, kind, detail)
  select changed.id, event.* from changed, unnest(
    ${events.map(({ at }) => new Date(at))}::timestamptz[],
    ${events.map(({ kind }) => kind)}::text[],
    ${events.map(({ detail }) => detail)}::text[]
  ) as event
`
