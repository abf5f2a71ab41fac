import type { Rule } from '@reveille/core/schedules/recurrence'
import type { ScheduleRow } from '../platform/database/tables.ts'

/** A stored schedule as core's rule. The table's checks say that one without weekdays has a date. */
export function ruleOf(row: Pick<ScheduleRow, 'wakeup_time' | 'timezone' | 'weekdays' | 'date'>): Rule {
  const localTime = row.wakeup_time
  const timeZone = row.timezone
  if (row.date !== null) return { kind: 'one-time', date: row.date, localTime, timeZone }
  return { kind: 'recurring', weekdays: new Set(row.weekdays), localTime, timeZone }
}
