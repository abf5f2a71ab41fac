import type { Week } from '@reveille/contract/schedules'
import { cityOf } from '@reveille/core/schedules/next-call-text'
import { useQuery } from '@tanstack/react-query'
import { browserZone } from '../../format/browser-zone.ts'
import { clockTime, shortDate } from '../../format/local-formats.ts'
import { ChevronDown } from '../../ui/icons/page-icons.tsx'
import { comingWeek } from './api.ts'

export function WeekView() {
  const { data: week = [] } = useQuery(comingWeek) // optional: the cards hold all of this
  if (week.length === 0) return null
  return (
    <details className="rounded-card border border-line bg-surface px-5 sm:px-6">
      <summary className="flex min-h-14 items-center justify-between gap-4 rounded-field py-2">
        <span className="font-semibold">Next seven days</span>
        <span className="flex items-center gap-2 text-quiet">
          {callsInWeek(week)}
          <ChevronDown className="chevron size-5 shrink-0" />
        </span>
      </summary>
      <dl className="pb-3">
        {week.map(({ date, weekday, isOff, calls }) => (
          <div key={date} className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 border-t border-line py-2.5">
            <dt className="text-quiet">{shortDate(date, weekday)}</dt>
            <dd className="flex flex-wrap gap-x-5 gap-y-1">
              {calls.map((call) => (
                <span key={`${call.scheduleId} ${call.at}`} className="tabular font-semibold wrap-anywhere">
                  {ringText(call, browserZone())}
                </span>
              ))}
              {calls.length === 0 && <span className="text-quiet">{isOff ? 'Day off' : 'No call'}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

export function callsInWeek(week: Week): string {
  const count = week.reduce((sum, { calls }) => sum + calls.length, 0)
  return count === 0 ? 'No calls' : count === 1 ? '1 call' : `${count} calls`
}

/** '6:30 AM Gym', with its city if not in `zone`. */
export function ringText({ time, name, timezone }: Week[number]['calls'][number], zone: string): string {
  return [clockTime(time), name, timezone === zone ? null : `(${cityOf(timezone)})`]
    .filter((part) => part !== null)
    .join(' ')
}
