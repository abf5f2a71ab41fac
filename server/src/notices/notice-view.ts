import type { Notice } from '@reveille/core/notices/notice'
import { shortDate, twelveHour } from '@reveille/core/schedules/next-call-text'
import { localDateTimeAt } from '@reveille/core/time/time-zone'
import type { StoredNotice } from './notices.sql.ts'

/** A stored notice; written by give-notice alone, in this very shape. */
export function noticeOf({ kind, detail }: Pick<StoredNotice, 'kind' | 'detail'>): Notice {
  return { kind, ...detail } as Notice
}

/** The local day and time of the call that a notice is about; empty when it is about none. */
export function localWords(row: Pick<StoredNotice, 'kind' | 'detail' | 'timezone'>): string {
  const notice = noticeOf(row)
  if (!('dueAt' in notice) || notice.dueAt === undefined) return ''
  const { date, time, weekday } = localDateTimeAt(notice.dueAt, row.timezone ?? 'UTC')
  return `${shortDate(date, weekday)} at ${twelveHour(time)}`
}
