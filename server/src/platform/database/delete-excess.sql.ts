import { sql, type RawBuilder } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * Deletes each person's rows beyond the first `most` in this order; only some `rows` count. Few people have that many, so
 * it looks for them first.
 */
export async function deleteExcess(
  db: Database,
  table: keyof Tables,
  { order, most, rows = sql`true` }: { order: RawBuilder<unknown>; most: number; rows?: RawBuilder<unknown> },
): Promise<void> {
  const all = sql.table(table)
  await sql`
    delete from ${all} using (
      select ctid as row, row_number() over (partition by user_id order by ${order}) as place from ${all}
      where ${rows} and user_id in (select user_id from ${all} group by user_id having count(*) > ${most})
    ) as kept where ${all}.ctid = kept.row and kept.place > ${most}
  `.execute(db)
}
