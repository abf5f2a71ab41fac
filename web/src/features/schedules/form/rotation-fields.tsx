import type { LocalMoment } from '@reveille/contract/instant'
import type { NewSchedule } from '@reveille/contract/schedules'
import { dayInCycle, LONGEST_CYCLE, SHORTEST_CYCLE } from '@reveille/core/schedules/cycle'
import { addDays, dayNumber, daysBetween, type LocalDate, TIME_PATTERN, weekdayOf } from '@reveille/core/time/calendar'
import { shortWeekdayName, weekdayName, WEEKDAYS } from '@reveille/core/time/weekday'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { now } from '../../../browser/clock.ts'
import { clockTime, dayText, shortDate } from '../../../format/local-formats.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { CheckBox } from '../../../ui/form/check-box.tsx'
import { ErrorText, fieldLook } from '../../../ui/form/field.tsx'
import { schedulePreview } from '../api.ts'
import { checkDraft, type ScheduleDraft, tomorrow, type WhenFieldsProps } from './schedule-draft.ts'

const FREE = ''
const LONG_PRESS_MS = 500
const WEEK = 7

/** Early, late and night shifts; T is the time used last. */
const SHIFTS: Readonly<Record<string, string>> = { E: '05:00', L: '12:00', N: '20:00', '-': FREE }
type Pattern = { name: string; days: string; fromMonday?: true }
const PATTERNS: readonly Pattern[] = [
  { name: 'Every other week', days: 'TTTTT---------', fromMonday: true },
  { name: '2 on, 2 off', days: 'TT--' },
  { name: '4 on, 4 off', days: 'TTTT----' },
  { name: 'Early – late – night', days: 'EELLNN--' },
  { name: 'Your own', days: '-------', fromMonday: true },
]

/** The days of a rotation. A tap sets or clears a call; a long press or Enter changes its time. */
export function RotationFields({ id, draft, change, faultOf }: WhenFieldsProps) {
  const errorId = useId()
  const { firstDate, cycleTimes } = draft
  const checked = checkDraft(draft)
  const preview = schedulePreview(id, checked.ok ? checked.schedule : ({} as NewSchedule))
  const { data } = useQuery({ ...preview, enabled: checked.ok })
  const calls = (checked.ok && data?.nextCalls) || []
  const today = calls[0]?.today ?? addDays(tomorrow(now()), -1) // the server's is that of the schedule's zone
  const index = dayNumber(firstDate) === null ? 0 : dayInCycle(daysBetween(firstDate, today), 0, cycleTimes.length)
  const fault = faultOf('cycle-times')
  /** `on`: today's day, from 0. */
  const begin = (on: number, times = cycleTimes) =>
    change({ ...draft, firstDate: addDays(today, -on), cycleTimes: times })
  const fill = ({ fromMonday, days }: Pattern) =>
    begin(
      fromMonday ? (WEEKDAYS.indexOf(weekdayOf(today)) + 6) % WEEK : 0,
      [...days].map((shift) => SHIFTS[shift] ?? timeUsedLast(draft)),
    )
  /** Before its length was typed: the 2 of 28 must not cut it. */
  const uncut = useRef<{ index: number; times: readonly string[] } | null>(null)
  const resize = (days: number) => {
    uncut.current ??= { index, times: cycleTimes }
    const { index: was, times } = uncut.current
    begin(
      Math.min(was, days - 1),
      Array.from({ length: days }, (_day, at) => times[at] ?? FREE),
    )
  }
  return (
    <fieldset aria-describedby={fault ? errorId : undefined} className="flex min-w-0 flex-col gap-4 sm:max-w-lg">
      <legend className="mb-1.5 font-semibold">Rotation</legend>
      <div className="-mx-3.5 -my-2 flex flex-wrap">
        {PATTERNS.map((pattern) => (
          <Button key={pattern.name} look="quiet" size="small" onClick={() => fill(pattern)}>
            {pattern.name}
          </Button>
        ))}
      </div>
      <Days key={cycleTimes.length} draft={draft} change={change} today={{ date: today, index }} />
      <p className="flex flex-wrap items-center gap-2">
        Today is day
        <Count label="Today's day" value={index + 1} least={1} most={cycleTimes.length} set={(on) => begin(on - 1)} />
        of
        <Count
          label="Days in the rotation"
          value={cycleTimes.length}
          least={SHORTEST_CYCLE}
          most={LONGEST_CYCLE}
          set={resize}
          onLeave={() => (uncut.current = null)}
        />
      </p>
      {fault && <ErrorText id={errorId} complaint={fault} />}
      {calls.length > 0 && <NextCalls calls={calls} />}
    </fieldset>
  )
}

const timeUsedLast = ({ wakeupTime }: ScheduleDraft) => (TIME_PATTERN.test(wakeupTime) ? wakeupTime : '06:30')

const NextCalls = ({ calls }: { calls: readonly LocalMoment[] }) => (
  <div>
    <h3 className="mb-1 font-semibold">Next calls</h3>
    <ol className="tabular grid grid-cols-2 gap-x-4 text-sm sm:text-base">
      {calls.map(({ date, weekday, time }) => (
        <li key={`${date} ${time}`}>{`${shortDate(date, weekday)}, ${clockTime(time)}`}</li>
      ))}
    </ol>
  </div>
)

type CountProps = Record<'value' | 'least' | 'most', number> & {
  label: string
  set: (value: number) => void
  onLeave?: () => void
}

/** Takes effect once it's a number within its bounds. */
function Count({ label, value, least, most, set, onLeave }: CountProps) {
  const [typed, setTyped] = useState<string | null>(null)
  function type(text: string) {
    const isValid = Number.isInteger(Number(text)) && Number(text) >= least && Number(text) <= most
    setTyped(isValid ? null : text)
    if (isValid) set(Number(text))
  }
  return (
    <input
      type="number"
      aria-label={label}
      min={least}
      max={most}
      value={typed ?? value}
      onChange={({ target }) => type(target.value)}
      onBlur={() => {
        setTyped(null)
        onLeave?.()
      }}
      className={classNames(fieldLook, 'tabular min-h-11 max-w-18 px-3')}
    />
  )
}

type DaysProps = Pick<WhenFieldsProps, 'draft' | 'change'> & { today: { date: LocalDate; index: number } }

/** A grid with one tab stop, where the arrow keys move. */
function Days({ draft, change, today }: DaysProps) {
  const { cycleTimes } = draft
  const [chosen, setChosen] = useState<number | null>(null)
  const [alike, setAlike] = useState<readonly number[]>([])
  const time = useRef<HTMLInputElement>(null)

  function write(days: readonly number[], to: string) {
    const wakeupTime = to === FREE ? draft.wakeupTime : to
    change({ ...draft, wakeupTime, cycleTimes: cycleTimes.map((was, day) => (days.includes(day) ? to : was)) })
  }
  function choose(day: number) {
    setChosen(day)
    setAlike([])
    if (cycleTimes[day] === FREE) write([day], timeUsedLast(draft))
  }
  const tap = (day: number) => (day === chosen && cycleTimes[day] !== FREE ? write([day], FREE) : choose(day))
  function edit(day: number) {
    choose(day)
    setTimeout(() => time.current?.focus()) // once it's shown
  }
  return (
    <>
      <div className="grid grid-cols-7 gap-1">
        {cycleTimes.map((at, day) => (
          // oxlint-disable-next-line react/no-array-index-key
          <Day key={day} {...{ day, at, today, chosen, tap, edit }} />
        ))}
      </div>
      {chosen === null ? (
        <p className="text-sm text-quiet">Tap a day to set or clear its call. Hold it, or press Enter, for its time.</p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <label className="flex items-center gap-2 font-semibold whitespace-nowrap">
            {`Day ${chosen + 1}`}
            <span className="sr-only"> time</span>
            <input
              ref={time}
              type="time"
              value={cycleTimes[chosen]}
              onChange={({ target }) => write([chosen, ...alike], target.value)}
              className={classNames(fieldLook, 'tabular min-h-11 max-w-40')}
            />
          </label>
          <CheckBox
            name="alike"
            checked={alike.length > 0}
            onChange={(on) => setAlike(on ? daysAt(cycleTimes, cycleTimes[chosen]) : [])}
          >
            {`All ${wordOf(cycleTimes[chosen])} days`}
          </CheckBox>
        </div>
      )}
    </>
  )
}

const daysAt = (times: readonly string[], time: string | undefined) =>
  times.flatMap((other, day) => (other === time ? [day] : []))

type DayProps = Pick<DaysProps, 'today'> & { day: number; at: string; chosen: number | null } & Record<
    'tap' | 'edit',
    (day: number) => void
  >

function Day({ day, at, today, chosen, tap, edit }: DayProps) {
  const pressedAt = useRef(0)
  const date = addDays(today.date, day - today.index)
  const isToday = day === today.index
  const isStop = day === (chosen ?? today.index)
  const [hour, half] = at === FREE ? ['Free'] : clockTime(at).split(' ')
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEK, ArrowDown: WEEK }[event.key]
    if (event.key === 'Enter') edit(day)
    else if (step !== undefined) event.currentTarget.parentElement?.querySelectorAll('button')[day + step]?.focus()
    else return
    event.preventDefault()
  }
  return (
    <button
      type="button"
      name={isStop ? 'cycle-times' : undefined}
      tabIndex={isStop ? 0 : -1}
      aria-current={isToday ? 'date' : undefined}
      onPointerDown={({ timeStamp }) => (pressedAt.current = timeStamp)}
      onClick={({ detail, timeStamp }) =>
        detail > 0 && timeStamp - pressedAt.current >= LONG_PRESS_MS ? edit(day) : tap(day)
      }
      onContextMenu={(event) => {
        event.preventDefault() // a long press on a touch screen
        edit(day)
      }}
      onKeyDown={onKeyDown}
      className={classNames(
        'press tabular flex min-h-14 flex-col items-center justify-center rounded-field border text-sm leading-tight select-none',
        at === FREE ? 'border-line bg-transparent text-quiet' : 'border-edge bg-surface font-semibold',
        day === chosen && 'outline-2 outline-ink',
      )}
    >
      <span className="sr-only">{`Day ${day + 1}, ${weekdayName(weekdayOf(date))}, ${dayAndMonth(date)}: ${wordOf(at)}`}</span>
      <span aria-hidden="true" className="contents">
        <span
          className={classNames(
            'text-[0.6875rem] font-normal tracking-tighter sm:text-xs sm:tracking-normal',
            isToday && 'font-bold underline',
          )}
        >
          {`${shortWeekdayName(weekdayOf(date))} ${Number(date.slice(8))}`}
        </span>
        {hour}
        {half && <span className="text-xs">{half}</span>}
      </span>
    </button>
  )
}

const wordOf = (time = FREE) => (time === FREE ? 'free' : clockTime(time))

/** 'December 3', '3 December'. */
const dayAndMonth = (date: LocalDate) => dayText(new Date(`${date}T00:00`)).replace(/,? \d{4}$/, '')
