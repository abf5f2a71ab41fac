import type { Schedule } from '@reveille/contract/schedules'
import { MOST_SCHEDULES } from '@reveille/core/schedules/schedule-limit'
import { useLocation } from 'wouter'
import { paths } from '../../paths.ts'
import { rememberReturn } from '../../session/pending-phone-proof.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Section } from '../../ui/card.tsx'
import { handOffFocus } from '../../ui/hand-off-focus.ts'
import { Plus } from '../../ui/icons/page-icons.tsx'
import { DaysOffNotes, PauseUntil } from './days-off/days-off-notes.tsx'
import { ScheduleCard } from './schedule-card.tsx'
import { WeekView } from './week-view.tsx'

/** Keeps the order of the API. */
export function ScheduleSection({ schedules }: { schedules: readonly Schedule[] }) {
  const addCall = useAddCall()
  const full = schedules.length >= MOST_SCHEDULES
  return (
    <Section
      id="schedules"
      title="Your Wake-Up Schedule"
      action={
        schedules.length > 0 && (
          <div className="flex flex-wrap items-center gap-2">
            <span className="tabular text-quiet">
              {`${schedules.length}/${MOST_SCHEDULES}`}
              <span className="sr-only"> schedules used</span>
            </span>
            <PauseUntil schedules={schedules} />
            <Button look="secondary" size="small" disabled={full} onClick={addCall}>
              <Plus className="size-4" /> Add Call
            </Button>
          </div>
        )
      }
    >
      {full && <p className="text-sm text-quiet">{`That's all ${MOST_SCHEDULES}. To add another, delete one.`}</p>}
      <DaysOffNotes schedules={schedules} />
      {schedules.length === 0 ? (
        // The steps above it hold the one primary button.
        <EmptyState
          title="No calls scheduled"
          action={
            <Button look="secondary" onClick={addCall}>
              Schedule a Call
            </Button>
          }
        >
          Pick a time and we'll take it from there.
        </EmptyState>
      ) : (
        <ul aria-label="Wake-up calls" className="grid gap-4">
          {schedules.map((schedule) => (
            <li key={schedule.id} ref={handOffFocus} className="animate-settle">
              <ScheduleCard schedule={schedule} />
            </li>
          ))}
        </ul>
      )}
      {schedules.length > 0 && <WeekView />}
    </Section>
  )
}

/** To the form, or first to phone verification and from there to the form. */
function useAddCall(): () => void {
  const { user } = useSession()
  const [, navigate] = useLocation()
  return () => {
    if (user !== null && !user.phoneVerified) {
      rememberReturn('page', paths.schedule)
      navigate(paths.phone)
    } else navigate(paths.schedule)
  }
}
