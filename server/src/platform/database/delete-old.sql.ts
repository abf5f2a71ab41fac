import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from './database.ts'

const MADE_AT = {
  account_events: 'at',
  call_events: 'at',
  former_emails: 'left_at',
  known_browsers: 'signed_in_at',
  notices: 'created_at',
  number_changes: 'changed_at',
  one_time_codes: 'created_at',
  texted_codes: 'slot_at',
} as const

const ENDS_AT = {
  links: 'expires_at',
  sessions: 'expire',
  spending_stops: 'until_at',
  spent_proofs: 'expires_at',
} as const

export type Aging = keyof typeof MADE_AT
export type Ending = keyof typeof ENDS_AT

export async function deleteOld(db: Database, table: Aging, before: Instant): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${sql.ref(MADE_AT[table])} < ${new Date(before)}`.execute(db)
}

export async function deleteEnded(db: Database, table: Ending, now: Instant): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${sql.ref(ENDS_AT[table])} <= ${new Date(now)}`.execute(db)
}

const NEWEST_FIRST = {
  consents: sql`id desc`,
  known_browsers: sql`signed_in_at desc`,
  notices: sql`id desc`,
  sessions: sql`(sess ->> 'lastSeenAt')::bigint desc`,
}

/** Deletes each person's rows beyond the newest `most`. Few people have that many, so it looks for them first. */
export async function deleteExcess(db: Database, table: keyof typeof NEWEST_FIRST, most: number): Promise<void> {
  const all = sql.table(table)
  const counted = table === 'consents' ? sql`withdrawn_at is not null` : sql`true`
  await sql`
    delete from ${all} using (
      select ctid as row, row_number() over (partition by user_id order by ${NEWEST_FIRST[table]}) as place from ${all}
      where ${counted} and user_id in (select user_id from ${all} group by user_id having count(*) > ${most})
    ) as kept where ${all}.ctid = kept.row and kept.place > ${most}
  `.execute(db)
}
