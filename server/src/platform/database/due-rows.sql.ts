import type { Instant } from '@reveille/core/time/time-zone'
import { sql, type RawBuilder } from 'kysely'
import type { Tables } from './tables.ts'

type Due = { now: Instant; limit: number; id?: string; only?: RawBuilder<unknown> }

/** The rows that are due by this column, earliest first, skipping those that another transaction has locked. */
export const dueRows = <Id = number>(
  table: keyof Tables,
  column: string,
  { now, limit, id = 'id', only = sql`true` }: Due,
) => sql<Id>`(select ${sql.ref(id)} from ${sql.table(table)} where ${sql.ref(column)} <= ${new Date(now)} and ${only}
  order by ${sql.ref(column)} limit ${limit} for update skip locked)`
