import { shortWeekdayName, weekdayName, WEEKDAYS } from '@reveille/core/time/weekday'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Complaint } from '../../../ui/form/complaint.ts'
import { ErrorText, fieldLook } from '../../../ui/form/field.tsx'
import { Segments } from '../../../ui/form/segments.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { tomorrow, type ScheduleDraft } from './schedule-draft.ts'

type Props = {
  draft: ScheduleDraft
  change: (draft: ScheduleDraft) => void
  weekdaysFault: Complaint | null
  dateFault: Complaint | null
}

/** The days, or the one date. */
export function WhenFields({ draft, change, weekdaysFault, dateFault }: Props) {
  return (
    <div className="flex flex-col gap-5">
      <Repetition draft={draft} change={change} />
      {draft.isRecurring ? (
        <Weekdays draft={draft} change={change} fault={weekdaysFault} />
      ) : (
        <TextField
          label="Date"
          type="date"
          name="date"
          value={draft.date}
          error={dateFault}
          onChange={(event) => change({ ...draft, date: event.target.value })}
          className={`${fieldLook} tabular max-w-xs text-lg`}
        />
      )}
    </div>
  )
}

function Repetition({ draft, change }: Pick<Props, 'draft' | 'change'>) {
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
      onChange={(isRecurring) => change({ ...draft, isRecurring, date: draft.date || tomorrow(new Date()) })}
    />
  )
}

function Weekdays({
  draft,
  change,
  fault,
}: {
  draft: ScheduleDraft
  change: Props['change']
  fault: Complaint | null
}) {
  const id = useId()
  return (
    <fieldset aria-describedby={fault ? id : undefined}>
      <legend className="mb-1.5 font-semibold">Days</legend>
      <div className="grid grid-cols-7 gap-1 sm:max-w-lg sm:gap-2">
        {WEEKDAYS.map((weekday) => (
          <label
            key={weekday}
            className="press relative grid min-h-12 place-items-center rounded-field border border-edge bg-surface text-sm font-semibold has-checked:border-transparent has-checked:bg-sun has-checked:text-on-sun has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sun-text sm:text-base"
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
      <div className="mt-2 flex gap-1">
        <Button look="quiet" size="small" onClick={() => change({ ...draft, weekdays: [...WEEKDAYS] })}>
          Select All
        </Button>
        <Button look="quiet" size="small" onClick={() => change({ ...draft, weekdays: [] })}>
          Clear All
        </Button>
      </div>
      {fault && <ErrorText id={id} complaint={fault} />}
    </fieldset>
  )
}
