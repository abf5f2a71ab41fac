import { timeOn } from '@reveille/core/schedules/weekday-times'
import { shortWeekdayName, weekdayName, WEEKDAYS } from '@reveille/core/time/weekday'
import { useId, useState } from 'react'
import { now } from '../../../browser/clock.ts'
import { weekInOrder } from '../../../format/local-formats.ts'
import { Button } from '../../../ui/button.tsx'
import type { Complaint } from '../../../ui/form/complaint.ts'
import { ErrorText, fieldLook } from '../../../ui/form/field.tsx'
import { Segments } from '../../../ui/form/segments.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { ChevronDown } from '../../../ui/icons/page-icons.tsx'
import { tomorrow, type DraftField, type ScheduleDraft } from './schedule-draft.ts'
import { TimesByDay } from './times-by-day.tsx'

type Props = {
  draft: ScheduleDraft
  change: (draft: ScheduleDraft) => void
  faultOf: (field: DraftField) => Complaint | null
}

/** The days, or the one date. */
export function WhenFields({ draft, change, faultOf }: Props) {
  return (
    <div className="flex flex-col gap-5">
      <Repetition draft={draft} change={change} />
      {draft.isRecurring ? (
        <Weekdays draft={draft} change={change} faultOf={faultOf} />
      ) : (
        <TextField
          label="Date"
          type="date"
          name="date"
          value={draft.date}
          error={faultOf('date')}
          onChange={(event) => change({ ...draft, date: event.target.value })}
          className={`${fieldLook} tabular max-w-xs text-lg`}
        />
      )}
    </div>
  )
}

function Repetition({ draft, change }: Omit<Props, 'faultOf'>) {
  const choices = [
    ['Recurring', true],
    ['One-time', false],
  ] as const
  return (
    <Segments
      legend="Repeat"
      name="isRecurring"
      choices={choices}
      value={draft.isRecurring}
      onChange={(isRecurring) => change({ ...draft, isRecurring, date: draft.date || tomorrow(now()) })}
    />
  )
}

function Weekdays({ draft, change, faultOf }: Props) {
  const id = useId()
  const fault = faultOf('weekdays')
  const differs = draft.weekdays.some((weekday) => timeOn(weekday, draft) !== draft.wakeupTime)
  const [hasOwnTimes, setHasOwnTimes] = useState(differs)
  return (
    <fieldset aria-describedby={fault ? id : undefined}>
      <legend className="mb-1.5 font-semibold">Days</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(2.3rem,1fr))] gap-1 sm:max-w-lg sm:gap-2">
        {weekInOrder().map((weekday) => (
          <label
            key={weekday}
            className="press chosen relative grid min-h-12 place-items-center rounded-field border border-edge bg-surface text-sm font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sun-text sm:text-base"
          >
            <input
              type="checkbox"
              name="weekdays"
              value={weekday}
              aria-label={weekdayName(weekday)}
              checked={draft.weekdays.includes(weekday)}
              onChange={({ target }) =>
                change({
                  ...draft,
                  weekdays: WEEKDAYS.filter((day) => (day === weekday ? target.checked : draft.weekdays.includes(day))),
                })
              }
              className="absolute inset-0 size-full appearance-none rounded-[inherit] outline-none"
            />
            <span aria-hidden="true">{shortWeekdayName(weekday)}</span>
          </label>
        ))}
      </div>
      <div className="mt-2 flex flex-wrap gap-1 sm:max-w-lg">
        <Button look="quiet" size="small" onClick={() => change({ ...draft, weekdays: [...WEEKDAYS] })}>
          Select All
        </Button>
        <Button look="quiet" size="small" onClick={() => change({ ...draft, weekdays: [] })}>
          Clear All
        </Button>
        <Button
          look="quiet"
          size="small"
          className="ml-auto"
          aria-expanded={hasOwnTimes}
          onClick={() => setHasOwnTimes(!hasOwnTimes)}
        >
          Different times<span className="sr-only"> on some days</span>
          <ChevronDown
            aria-hidden="true"
            className={`size-4 transition-transform ${hasOwnTimes ? 'rotate-180' : ''}`}
          />
        </Button>
      </div>
      {hasOwnTimes && <TimesByDay draft={draft} change={change} faultOf={faultOf} />}
      {fault && <ErrorText id={id} complaint={fault} />}
    </fieldset>
  )
}
