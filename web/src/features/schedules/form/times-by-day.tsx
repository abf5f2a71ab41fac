import { TIME_PATTERN } from '@reveille/core/time/calendar'
import { weekdayName, type Weekday } from '@reveille/core/time/weekday'
import { clockTime } from '../../../format/local-formats.ts'
import { FROM_MONDAY } from '../../../format/time-words.ts'
import type { Complaint } from '../../../ui/form/complaint.ts'
import { Field, fieldLook } from '../../../ui/form/field.tsx'
import type { DraftField, ScheduleDraft } from './schedule-draft.ts'

type Props = {
  draft: ScheduleDraft
  change: (draft: ScheduleDraft) => void
  faultOf: (field: DraftField) => Complaint | null
}

/** A time for each chosen day; one that nobody changes stays the schedule's own (WAKE-23). */
export function TimesByDay({ draft, change, faultOf }: Props) {
  const { wakeupTime, times } = draft
  const days = FROM_MONDAY.filter((weekday) => draft.weekdays.includes(weekday))
  return (
    <div className="mt-3 flex flex-col gap-4 sm:max-w-lg">
      <p className="text-sm text-quiet">{days.length === 0 ? 'Select the days first.' : hint(wakeupTime)}</p>
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3">
        {days.map((weekday) => (
          <Field key={weekday} label={<Label weekday={weekday} />} error={faultOf(`times-${weekday}`)}>
            {(ids) => (
              <input
                {...ids}
                type="time"
                name={`times-${weekday}`}
                required
                value={times[weekday] ?? wakeupTime}
                onChange={({ target: { value } }) =>
                  change({ ...draft, times: { ...times, [weekday]: value === wakeupTime ? undefined : value } })
                }
                className={`${fieldLook} tabular`}
              />
            )}
          </Field>
        ))}
      </div>
    </div>
  )
}

function Label({ weekday }: { weekday: Weekday }) {
  return (
    <>
      {weekdayName(weekday)}
      <span className="sr-only"> time</span>
    </>
  )
}

function hint(wakeupTime: string): string {
  const usual = TIME_PATTERN.test(wakeupTime) ? clockTime(wakeupTime) : 'the usual time'
  return `We'll call at ${usual} on any day you don't change.`
}
