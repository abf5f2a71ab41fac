import type { Schedule } from '@reveille/contract/schedules'
import { cycleText } from '@reveille/core/schedules/cycle'
import { cityOf } from '@reveille/core/schedules/next-call-text'
import { dayNumber, weekdayOf } from '@reveille/core/time/calendar'
import { weekdayName } from '@reveille/core/time/weekday'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { callTimeText, clockTime, shortDate, startAgainText } from '../../format/local-formats.ts'
import { daysByTime, FROM_MONDAY, weekdaysText } from '../../format/time-words.ts'
import { editSchedule } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Failure } from '../../ui/form/field.tsx'
import { Knob } from '../../ui/form/switch.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { scheduleTitle } from './days-off/use-days-off.ts'
import { followUpWords } from './follow-up-words.ts'
import { useSkip, useToggle } from './use-schedule-actions.ts'
import { type NoteOffer, noteOffer, WrittenNote } from './written-note.tsx'

const DeleteDialog = lazyPart(async () => (await import('./schedule-dialogs.tsx')).DeleteDialog)
const StopDialog = lazyPart(async () => (await import('./schedule-dialogs.tsx')).StopDialog)
const NoteForm = lazyPart(async () => (await import('./note-form.tsx')).NoteForm)

/** A press anywhere opens the editor; other controls lie above that link. */
export function ScheduleCard({ schedule }: { schedule: Schedule }) {
  const { id, name, isRecurring, cycle } = schedule
  const title = scheduleTitle(schedule)
  const toggle = useToggle(schedule)
  const skip = useSkip(schedule)
  const [asking, setAsking] = useState<'stop' | 'delete' | NoteOffer | null>(null)
  const menu = useRef<HTMLButtonElement>(null)
  const note = noteOffer(schedule)
  // A pause on another device takes the offer away, but not what's typed.
  const written = typeof asking === 'object' ? asking : null
  const close = () => setAsking(null)
  useEffect(() => {
    for (const part of [DeleteDialog, StopDialog, NoteForm]) part.fetch()
  }, [])
  const items: MenuItem[] = [
    { label: 'Edit', to: editSchedule(id) },
    ...(skip.offer ? [skip.offer] : []),
    ...(note ? [{ label: note.label, run: () => setAsking(note) }] : []),
    { label: 'Delete', isDangerous: true, run: () => setAsking('delete') },
  ]
  return (
    <Card className={classNames('relative hover:border-edge', !toggle.isOn && 'bg-transparent')}>
      <div className="-mt-2 -mr-2.5 flex flex-wrap items-center justify-between gap-x-3">
        <h3 className="min-w-0 flex-1 basis-24 text-base font-semibold wrap-anywhere">
          {name ?? (cycle ? 'Rotating call' : isRecurring ? 'Recurring call' : 'One-time call')}
        </h3>
        <div className="relative z-10 flex shrink-0 items-center gap-2 has-[[role=menu]]:z-30">
          <Knob label={`Active: ${title}`} checked={toggle.isOn} onChange={toggle.change} />
          <Menu ref={menu} label={`More for ${title}`} items={items} />
        </div>
      </div>
      <Time schedule={schedule} isOn={toggle.isOn} />
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>
          {daysOf(schedule)}
          {PROOFS[schedule.proof]}
        </p>
        <StateBadge schedule={schedule} isOn={toggle.isOn} />
      </div>
      <div className="not-empty:mt-3 flex flex-col gap-1">
        <Failure complaint={toggle.complaint} />
        <Failure complaint={skip.complaint} />
      </div>
      <FollowUpNote schedule={schedule} title={title} onStop={() => setAsking('stop')} />
      {skip.skipped && <CardNote>{`Skipped: ${callTimeText(schedule, skip.skipped)}`}</CardNote>}
      {schedule.offUntil && <CardNote>{offText(schedule)}</CardNote>}
      {written ? (
        <NoteForm
          schedule={schedule}
          offer={note ?? written}
          onClose={() => setAsking((now) => (typeof now === 'object' ? null : now))}
          returnTo={menu}
        />
      ) : (
        <WrittenNote schedule={schedule} />
      )}
      {asking === 'stop' && <StopDialog schedule={schedule} onClose={close} />}
      {asking === 'delete' && <DeleteDialog schedule={schedule} onClose={close} />}
    </Card>
  )
}

const PROOFS = { gentle: null, firm: ' · Firm', strict: ' · Strict' } as const

function Time({ schedule, isOn }: { schedule: Schedule; isOn: boolean }) {
  const { id, timezone, nextCallLocal } = schedule
  const wakeupTime = nextCallLocal?.time ?? schedule.wakeupTime
  const [time, half] = clockTime(wakeupTime).split(' ')
  return (
    <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5">
      <Link
        href={editSchedule(id)}
        // Names the time that it shows, so that whoever says "click 7:15 AM" gets here.
        aria-label={`Edit ${scheduleTitle({ ...schedule, wakeupTime, cycle: undefined })}`}
        className={classNames(
          'tabular font-display text-5xl font-semibold tracking-tight after:absolute after:inset-0 after:rounded-card',
          !isOn && 'text-quiet',
        )}
      >
        {time}
        {half && <span className="text-2xl"> {half}</span>}
      </Link>
      <span className="text-quiet">{cityOf(timezone)}</span>
    </p>
  )
}

export function StateBadge({ schedule, isOn }: { schedule: Schedule; isOn: boolean }) {
  const { offUntil, nextCallAt, nextCallLocal, isRecurring, lastCalled } = schedule
  if (!isOn) return <Badge tone="calm">Inactive</Badge>
  if (offUntil) return <Badge tone="warn">{nextCallLocal === null ? "Won't ring" : 'Days off'}</Badge>
  // It may have rung before it became a one-time call.
  if (!isRecurring && lastCalled !== null && nextCallAt === null) return <Badge tone="warn">Under way</Badge>
  return <Badge tone="good">Active</Badge>
}

function daysOf(schedule: Schedule) {
  const { isRecurring, weekdays, cycle, date } = schedule
  if (cycle) return cycleText(cycle, clockTime)
  if (!isRecurring) return date !== null && dayNumber(date) !== null ? shortDate(date, weekdayOf(date)) : date
  const byTime = daysByTime(schedule)
  if (byTime.length > 1) return byTime.map((part) => part.join(' ')).join(' · ')
  const names = FROM_MONDAY.filter((weekday) => weekdays.includes(weekday)).map(weekdayName)
  return (
    <>
      <span aria-hidden="true">{weekdaysText(weekdays)}</span>
      <span className="sr-only">{names.join(', ')}</span>
    </>
  )
}

type FollowUpProps = { schedule: Schedule; title: string; onStop: () => void }

/** Today's follow-up and how to end it; while paused, when to resume by. */
function FollowUpNote({ schedule: { isActive, followUp }, title, onStop }: FollowUpProps) {
  if (followUp === null) return null
  const time = clockTime(followUp.local.time)
  return (
    <div
      className={classNames(
        'mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-field px-3 py-2 text-sm',
        isActive ? 'bg-sun-tint' : 'bg-warn-tint text-warn',
      )}
    >
      <p role="status">{isActive ? followUpWords(followUp) : `Paused. Resume before ${time} to be called again.`}</p>
      {isActive && (
        <Button
          look="secondary"
          size="small"
          className="relative z-10"
          aria-label={`Stop for today: ${title}`}
          onClick={onStop}
        >
          Stop for today
        </Button>
      )}
    </div>
  )
}

function CardNote({ children }: { children: string }) {
  return <p className="mt-3 rounded-field bg-raised px-3 py-2 text-sm">{children}</p>
}

const offText = ({ nextCallLocal }: Schedule) =>
  nextCallLocal === null ? "Days off. This call won't ring" : startAgainText(nextCallLocal)
