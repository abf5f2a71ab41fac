import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** Whether this number rings, or is called before `until`, for whoever holds it: another call would keep it busy. */
export async function ringsSoon(db: Database, phone: string, until: Instant): Promise<boolean> {
  const { rows } = await sql<{ rings: boolean }>`
    select exists (
      select from calls join users on users.id = calls.user_id
      where ((users.phone = ${phone} and users.phone_verified) or (users.second_phone = ${phone} and users.second_phone_verified))
        and calls.stage <> 'ended' and calls.dial_at <= ${new Date(until)}
    ) as rings
  `.execute(db)
  return rows[0]?.rings === true
}
