import { MOST_SCHEDULES } from '@reveille/core/schedules/schedule-limit'
import { numberInWords } from '@reveille/core/time/duration'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { messageOf } from '../../api/api-failure.ts'
import { browserZone } from '../../format/browser-zone.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { scheduleList } from './api.ts'
import { draftOf, newDraft } from './form/schedule-draft.ts'
import { ScheduleForm } from './form/schedule-form.tsx'

/** How often a call is tried again at most; undefined while that is not known. */
type Props = { mostTries: number | undefined }

/** SCHED-3: edits the schedule whose id is in the URL, otherwise creates one. */
export function SchedulePageBody({ mostTries }: Props) {
  const id = new URLSearchParams(useSearch()).get('id')
  if (id === null) return <NewSchedule mostTries={mostTries} />
  return <EditedSchedule id={id} mostTries={mostTries} />
}

/** SCHED-5: who has all of them hears so before filling in a form. */
function NewSchedule({ mostTries }: Props) {
  const { data: schedules } = useQuery(scheduleList)
  if (schedules !== undefined && schedules.length >= MOST_SCHEDULES)
    return (
      <EmptyState
        title={`You have ${numberInWords(MOST_SCHEDULES)} schedules already`}
        action={<ButtonLink to={paths.dashboard}>Go to your schedules</ButtonLink>}
      >
        That&apos;s the most you can have. Edit one of them, or delete one first.
      </EmptyState>
    )
  return <ScheduleForm key="new" id={null} initial={newDraft(browserZone())} mostTries={mostTries} />
}

function EditedSchedule({ id, mostTries }: Props & { id: string }) {
  const { data: schedules, error } = useQuery(scheduleList)
  if (error && schedules === undefined)
    return <ErrorState title="Error Loading Schedule" message={messageOf(error, 'Please try again.')} />
  if (schedules === undefined) return <Spinner label="Loading your schedule..." />
  const schedule = schedules.find((candidate) => String(candidate.id) === id)
  if (schedule !== undefined)
    return <ScheduleForm key={id} id={schedule.id} initial={draftOf(schedule)} mostTries={mostTries} />
  return (
    <EmptyState
      title="We couldn't find this schedule"
      action={<ButtonLink to={paths.schedule}>Schedule a new call</ButtonLink>}
    >
      It may have been deleted, or the call has already happened.
    </EmptyState>
  )
}
