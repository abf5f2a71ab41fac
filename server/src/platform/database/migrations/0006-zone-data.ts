import { zoneDataVersion } from '@reveille/core/time/time-zone'
import { sql, type Kysely } from 'kysely'

/**
 * Which edition of the zone data a schedule's cursor was computed by (SCHED-13). What stands there is of the edition that
 * this installation works with. A version without this column inserts the same, but says nothing when it moves a cursor: to
 * newer zone data lead releases that know the column.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ value: string }>`select value from installation where key = 'zone-data'`.execute(db)
  await sql`
    alter table schedules add column zone_data text not null default ${sql.lit(rows[0]?.value ?? zoneDataVersion)}
  `.execute(db)
}
