import { LONGEST_DAYS_OFF_NAME, NewDaysOff } from '@reveille/contract/days-off'
import type { Schedule } from '@reveille/contract/schedules'
import { earliestNextCall } from '@reveille/core/schedules/next-call-text'
import { addDays, type LocalDate, weekdayOf } from '@reveille/core/time/calendar'
import { WEEKDAYS } from '@reveille/core/time/weekday'
import { useState } from 'react'
import { now } from '../../../browser/clock.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type Complaint, Field, fieldLook } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { tomorrow } from '../form/schedule-draft.ts'
import { scheduleTitle, useTakeDaysOff } from './use-days-off.ts'

type Props = { schedules: readonly Schedule[] }

type Draft = { scheduleId: number | null; from: string; to: string; name: string }

const DaysOffImport = lazyPart(async () => (await import('./days-off-import.tsx')).DaysOffImport)

/** Dates on which nothing rings, for all calls or one schedule's. */
export function DaysOffDialog({ schedules, onClose }: Props & { onClose: () => void }) {
  const { mutate, isPending, complaint } = useTakeDaysOff(onClose)
  const next = dayAfterToday(schedules)
  const [draft, setDraft] = useState<Draft>({ scheduleId: null, from: next, to: next, name: '' })
  const [isImport, setIsImport] = useState(false)
  const [fault, setFault] = useState<{ field: string; message: string } | null>(null)
  const change = (changed: Partial<Draft>) => {
    setFault(null)
    setDraft({ ...draft, ...changed })
  }
  const faultOf = (field: keyof Draft) => (fault?.field === field ? { message: fault.message } : null)

  function confirm() {
    const { data, error } = NewDaysOff.safeParse(draft)
    const issue = error?.issues[0]
    if (issue) setFault({ field: String(issue.path[0]), message: issue.message })
    if (data) mutate(data)
  }

  if (isImport) return <DaysOffImport onClose={onClose} />
  return (
    <Dialog
      title="Take days off"
      confirm="Pause"
      pending={isPending && 'Saving…'}
      complaint={complaint}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="text-quiet">
        We won&apos;t call on these days. After the last one, your calls start again on their own.
      </p>
      <Period {...{ next, draft, change, faultOf }} />
      {(schedules.length > 1 || draft.scheduleId !== null) && (
        <WhichCalls schedules={schedules} value={draft.scheduleId} onChange={(scheduleId) => change({ scheduleId })} />
      )}
      <TextField
        label="Name (optional)"
        name="days-off-name"
        autoComplete="off"
        maxLength={LONGEST_DAYS_OFF_NAME}
        placeholder="Vacation"
        value={draft.name}
        error={faultOf('name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Button look="quiet" size="small" className="-mx-3.5 self-start" onClick={() => setIsImport(true)}>
        Add from a calendar file
      </Button>
    </Dialog>
  )
}

/** What people usually take off. On Saturdays the weekend's rest, on Sundays the week from tomorrow. */
export function usualDaysOff(next: LocalDate): { name: string; from: LocalDate; to: LocalDate }[] {
  const day = WEEKDAYS.indexOf(weekdayOf(next))
  const sunday = addDays(next, (7 - day) % 7)
  const monday = addDays(next, (8 - day) % 7)
  return [
    { name: 'Tomorrow', from: next, to: next },
    { name: 'This weekend', from: day === 0 ? sunday : addDays(sunday, -1), to: sunday },
    { name: 'Next week', from: monday, to: addDays(monday, 6) },
  ]
}

/** Tomorrow where the next call rings, which may be far from this browser. */
function dayAfterToday(schedules: readonly Schedule[]): LocalDate {
  const local = earliestNextCall(schedules)?.nextCallLocal
  return local ? addDays(local.today, 1) : tomorrow(now())
}

type PeriodProps = {
  next: LocalDate
  draft: Draft
  change: (changed: Partial<Draft>) => void
  faultOf: (field: keyof Draft) => Complaint | null
}

/** One press for what people usually take off, and the two dates. */
function Period({ next, draft, change, faultOf }: PeriodProps) {
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {usualDaysOff(next).map(({ name, ...days }) => (
          <Button key={name} look="secondary" size="small" onClick={() => change(days)}>
            {name}
          </Button>
        ))}
      </div>
      <div className="grid grid-cols-2 gap-3 max-[26rem]:grid-cols-1">
        {(['from', 'to'] as const).map((day) => (
          <TextField
            key={day}
            label={day === 'from' ? 'First day off' : 'Last day off'}
            type="date"
            name={day}
            value={draft[day]}
            error={faultOf(day)}
            onChange={({ target }) => change(withDay(draft, day, target.value))}
            className="tabular"
          />
        ))}
      </div>
    </>
  )
}

type WhichProps = Props & { value: number | null; onChange: (scheduleId: number | null) => void }

function WhichCalls({ schedules, value, onChange }: WhichProps) {
  return (
    <Field label="Which calls">
      {(ids) => (
        <select
          {...ids}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
          className={fieldLook}
        >
          <option value="">All calls</option>
          {schedules.map((schedule) => (
            <option key={schedule.id} value={schedule.id}>
              {scheduleTitle(schedule)}
            </option>
          ))}
          {value !== null && !schedules.some(({ id }) => id === value) && (
            <option value={value}>Deleted schedule</option>
          )}
        </select>
      )}
    </Field>
  )
}

/** Moves the last day along when the first passes it. */
function withDay(draft: Draft, day: 'from' | 'to', date: string): Partial<Draft> {
  return day === 'from' && date > draft.to ? { from: date, to: date } : { [day]: date }
}
