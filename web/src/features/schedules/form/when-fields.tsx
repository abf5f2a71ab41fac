import { timeOn } from '@reveille/core/schedules/weekday-times'
import { addDays, TIME_PATTERN } from '@reveille/core/time/calendar'
import { shortWeekdayName, type Weekday, weekdayName, WEEKDAYS } from '@reveille/core/time/weekday'
import { useId, useState } from 'react'
import { now } from '../../../browser/clock.ts'
import { clockTime, weekInOrder } from '../../../format/local-formats.ts'
import { FROM_MONDAY } from '../../../format/time-words.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText, Field, fieldLook } from '../../../ui/form/field.tsx'
import { Segments } from '../../../ui/form/segments.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { ChevronDown } from '../../../ui/icons/page-icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { tomorrow, usualDate, type WhenFieldsProps } from './schedule-draft.ts'

const DAY_GROUPS: readonly [name: string, ...Weekday[]][] = [
  ['Select All', ...WEEKDAYS],
  ['Weekdays', ...FROM_MONDAY.slice(0, 5)],
  ['Weekends', 'sun', 'sat'],
  ['Clear All'],
]

const RotationFields = lazyPart(async () => (await import('./rotation-fields.tsx')).RotationFields)

export function WhenFields({ id, draft, change, faultOf }: WhenFieldsProps) {
  return (
    <div className="flex flex-col gap-5">
      <Repetition draft={draft} change={change} />
      {draft.isRotating ? (
        <RotationFields id={id} draft={draft} change={change} faultOf={faultOf} />
      ) : draft.isRecurring ? (
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

const REPETITIONS = ['Weekly', 'Rotating', 'Once'].map((name) => [name, name] as const)

function Repetition({ draft, change }: Pick<WhenFieldsProps, 'draft' | 'change'>) {
  const { isRecurring, isRotating, wakeupTime } = draft
  function choose(repeats: string) {
    const next = tomorrow(now())
    change({
      ...draft,
      isRecurring: repeats !== 'Once',
      isRotating: repeats === 'Rotating',
      date: draft.date || usualDate(draft, now()),
      firstDate: draft.firstDate || addDays(next, -1),
      cycleTimes: draft.cycleTimes.length > 0 ? draft.cycleTimes : [wakeupTime, wakeupTime, '', ''],
    })
  }
  return (
    <Segments
      legend="Repeats"
      name="repeats"
      choices={REPETITIONS}
      value={isRotating ? 'Rotating' : isRecurring ? 'Weekly' : 'Once'}
      onChange={choose}
    />
  )
}

function Weekdays({ draft, change, faultOf }: Omit<WhenFieldsProps, 'id'>) {
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
            className="press chosen relative grid min-h-12 place-items-center rounded-field border border-edge bg-surface text-sm font-semibold sm:text-base"
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
      <div className="-mx-3.5 mt-2 flex flex-wrap sm:max-w-xl">
        {DAY_GROUPS.map(([name, ...weekdays]) => (
          <Button key={name} look="quiet" size="small" onClick={() => change({ ...draft, weekdays })}>
            {name}
          </Button>
        ))}
        <Button
          look="quiet"
          size="small"
          className="ml-auto"
          aria-expanded={hasOwnTimes}
          onClick={() => setHasOwnTimes(!hasOwnTimes)}
        >
          Different times<span className="sr-only"> on some days</span>
          <ChevronDown className={`size-4 transition-transform ${hasOwnTimes ? 'rotate-180' : ''}`} />
        </Button>
      </div>
      {hasOwnTimes && <TimesByDay draft={draft} change={change} faultOf={faultOf} />}
      {fault && <ErrorText id={id} complaint={fault} />}
    </fieldset>
  )
}

/** A time for each selected day; unchanged ones follow the schedule's own. */
function TimesByDay({ draft, change, faultOf }: Omit<WhenFieldsProps, 'id'>) {
  const { wakeupTime, times } = draft
  const usual = TIME_PATTERN.test(wakeupTime) ? clockTime(wakeupTime) : 'the usual time'
  const days = FROM_MONDAY.filter((weekday) => draft.weekdays.includes(weekday))
  return (
    <div className="mt-3 flex flex-col gap-4 sm:max-w-lg">
      <p className="text-sm text-quiet">
        {days.length === 0 ? 'Select the days first.' : `We'll call at ${usual} on any day you don't change.`}
      </p>
      <div className="grid grid-cols-2 gap-x-3 gap-y-4 max-[22rem]:grid-cols-1 sm:grid-cols-3">
        {days.map((weekday) => (
          <Field key={weekday} label={timeLabel(weekday)} error={faultOf(`times-${weekday}`)}>
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

const timeLabel = (weekday: Weekday) => (
  <>
    {weekdayName(weekday)}
    <span className="sr-only"> time</span>
  </>
)
