import type { Schedule } from '@reveille/contract/schedules'
import { cityOf } from '@reveille/core/schedules/next-call-text'
import { dayNumber, weekdayOf } from '@reveille/core/time/calendar'
import { weekdayName } from '@reveille/core/time/weekday'
import { useState } from 'react'
import { callTimeText, clockTime, shortDate, startAgainText } from '../../format/local-formats.ts'
import { FROM_MONDAY, otherTimesText, weekdaysText } from '../../format/time-words.ts'
import { editSchedule } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { scheduleTitle } from './days-off/days-off-words.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { followUpWords } from './follow-up-words.ts'
import { NoteForm, WrittenNote } from './note/note-form.tsx'
import { noteOffer } from './note/note-offer.ts'
import { useFocusOnReturn } from './note/use-focus-on-return.ts'
import { StopDialog } from './stop-dialog.tsx'
import { useSkip, useToggle } from './use-schedule-actions.ts'

/** DASH-4 and SCHED-8, 9. */
export function ScheduleCard({ schedule }: { schedule: Schedule }) {
  const { id, name, isActive, isRecurring, wakeupTime, timezone } = schedule
  const [time, half] = clockTime(wakeupTime).split(' ')
  return (
    <Card className={isActive ? 'h-full' : 'h-full bg-transparent'}>
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 text-base font-semibold wrap-anywhere">
          {name ?? (isRecurring ? 'Recurring call' : 'One-time call')}
        </h3>
        <StateBadge schedule={schedule} />
      </div>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-2.5">
        <span className={`tabular font-display text-5xl font-semibold tracking-tight ${isActive ? '' : 'text-quiet'}`}>
          {time}
          <span className="ml-1.5 text-2xl">{half}</span>
        </span>
        <span className="text-quiet">{cityOf(timezone)}</span>
      </p>
      <p className="mt-1.5">{daysOf(schedule)}</p>
      <FollowUpNote schedule={schedule} />
      <SkippedNote schedule={schedule} />
      <OffNote schedule={schedule} />
      <WrittenNote schedule={schedule} />
      <Actions key={id} schedule={schedule} name={scheduleTitle(schedule)} />
    </Card>
  )
}

function StateBadge({ schedule: { isActive, offUntil, nextCallLocal } }: { schedule: Schedule }) {
  if (!isActive) return <Badge tone="calm">Inactive</Badge>
  if (offUntil && nextCallLocal === null) return <Badge tone="warn">Won&apos;t ring</Badge>
  return <Badge tone="good">Active</Badge>
}

function daysOf(schedule: Schedule) {
  const { isRecurring, weekdays, date } = schedule
  if (!isRecurring) return date !== null && dayNumber(date) !== null ? shortDate(date, weekdayOf(date)) : date
  const names = FROM_MONDAY.filter((weekday) => weekdays.includes(weekday)).map(weekdayName)
  const others = otherTimesText(schedule)
  return (
    <>
      <span aria-hidden="true">{weekdaysText(weekdays)}</span>
      <span className="sr-only">{names.join(', ')}</span>
      {others !== '' && ` · ${others}`}
    </>
  )
}

/** What of today's call is still to ring, and by when a pause must be undone for it. */
function FollowUpNote({ schedule: { isActive, followUp } }: { schedule: Schedule }) {
  if (!followUp) return null // the previous version doesn't send it
  const time = clockTime(followUp.local.time)
  return (
    <p
      role="status"
      className={`mt-3 rounded-field px-3 py-2 text-sm ${isActive ? 'bg-sun-tint' : 'bg-warn-tint text-warn'}`}
    >
      {isActive ? followUpWords(followUp) : `Paused. Resume before ${time} to be called again.`}
    </p>
  )
}

function SkippedNote({ schedule }: { schedule: Schedule }) {
  const { skippedCallLocal } = schedule
  if (skippedCallLocal === null) return null
  return (
    <p className="mt-3 rounded-field bg-warn-tint px-3 py-2 text-sm text-warn">
      {`Skipped: ${callTimeText(schedule, skippedCallLocal)}`}
    </p>
  )
}

function OffNote({ schedule: { offUntil, nextCallLocal } }: { schedule: Schedule }) {
  if (!offUntil) return null // nor does the previous version send this
  return (
    <p className="mt-3 rounded-field bg-warn-tint px-3 py-2 text-sm text-warn">
      {nextCallLocal === null ? "Days off. This call won't ring" : startAgainText(nextCallLocal)}
    </p>
  )
}

function Actions({ schedule, name }: { schedule: Schedule; name: string }) {
  const toggle = useToggle(schedule)
  const skip = useSkip(schedule)
  const [asking, setAsking] = useState<'stop' | 'delete' | 'note' | null>(null)
  const note = noteOffer(schedule)
  const [noteButton, focusNoteButton] = useFocusOnReturn()
  function closeNote() {
    focusNoteButton()
    setAsking(null)
  }
  if (asking === 'note' && note) return <NoteForm schedule={schedule} offer={note} onClose={closeNote} />
  return (
    <div className="mt-5 -mb-1 -ml-3.5 flex flex-wrap gap-x-1">
      <ButtonLink to={editSchedule(schedule.id)} look="quiet" size="small" aria-label={`Edit ${name}`}>
        Edit
      </ButtonLink>
      <Button
        look="quiet"
        size="small"
        aria-label={`${toggle.label} ${name}`}
        pending={toggle.pending && '…'}
        onClick={toggle.run}
      >
        {toggle.label}
      </Button>
      {schedule.isActive && schedule.followUp && (
        <Button look="quiet" size="small" aria-label={`Stop for today: ${name}`} onClick={() => setAsking('stop')}>
          Stop for today
        </Button>
      )}
      {skip && (
        <Button
          look="quiet"
          size="small"
          aria-label={`${skip.label} of ${name}`}
          pending={skip.pending && '…'}
          onClick={skip.run}
        >
          {skip.label}
        </Button>
      )}
      {note && (
        <Button
          ref={noteButton}
          look="quiet"
          size="small"
          aria-label={`${note.label}: ${name}`}
          onClick={() => setAsking('note')}
        >
          {note.label}
        </Button>
      )}
      <Button look="quiet-danger" size="small" aria-label={`Delete ${name}`} onClick={() => setAsking('delete')}>
        Delete
      </Button>
      {asking === 'stop' && <StopDialog schedule={schedule} onClose={() => setAsking(null)} />}
      {asking === 'delete' && <DeleteDialog schedule={schedule} onClose={() => setAsking(null)} />}
    </div>
  )
}
