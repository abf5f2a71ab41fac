import { MOST_SCHEDULES } from '@reveille/core/schedules/schedule-limit'
import { numberInWords } from '@reveille/core/time/duration'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { account } from '../api/account-query.ts'
import { scheduleList } from '../features/schedules/api.ts'
import { draftKey, draftOf, newDraft } from '../features/schedules/form/schedule-draft.ts'
import { type AboutPerson, ScheduleForm } from '../features/schedules/form/schedule-form.tsx'
import { browserZone } from '../format/browser-zone.ts'
import { ownAddress, paths } from '../paths.ts'
import { rememberReturn } from '../session/pending-phone-proof.ts'
import { sessionFailure } from '../session/session-store.ts'
import { useSession } from '../session/use-session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/card.tsx'
import { hasDraft, moveDraft } from '../ui/form/use-shared-draft.ts'
import { ErrorState, LoadedPage } from '../ui/page/loaded.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'

/** Edits the schedule whose id is in the URL, otherwise creates one. */
export function SchedulePage() {
  const id = new URLSearchParams(useSearch()).get('id')
  useVerifiedPhone()
  const unreached = useSession().check === 'failed'
  const { data } = useQuery(account)
  const about = {
    mostTries: data?.mostTries,
    withoutTexts: data?.texts.unproven === true,
    areOff: data?.calls.stopped === true,
  }
  return (
    <div className="flex flex-col gap-6">
      <PageTitle>{id === null ? 'Schedule a wake-up call' : 'Change your wake-up call'}</PageTitle>
      {unreached && (
        <ErrorState title="We couldn't load this page" error={sessionFailure()}>
          <p>We've kept what you entered.</p>
        </ErrorState>
      )}
      {!unreached && (id === null ? <NewSchedule about={about} /> : <EditedSchedule id={id} about={about} />)}
    </div>
  )
}

/** Without a verified phone nothing can ring; verification returns here. */
function useVerifiedPhone() {
  const { user } = useSession()
  const [, navigate] = useLocation()
  const missing = user !== null && !user.phoneVerified
  useEffect(() => {
    if (!missing) return
    rememberReturn('page', ownAddress())
    navigate(paths.phone, { replace: true })
  }, [missing, navigate])
}

type Props = { about: AboutPerson }

/** Says so before the form is filled in. */
function NewSchedule({ about }: Props) {
  const { data: schedules } = useQuery(scheduleList)
  if (schedules !== undefined && schedules.length >= MOST_SCHEDULES)
    return (
      <EmptyState
        title={`You already have ${numberInWords(MOST_SCHEDULES)} schedules`}
        action={<ButtonLink to={paths.dashboard}>Go to your schedules</ButtonLink>}
      >
        That&apos;s the most you can have. Edit one of them, or delete one first.
      </EmptyState>
    )
  return <ScheduleForm key="new" id={null} initial={newDraft(browserZone())} about={about} />
}

function EditedSchedule({ id, about }: Props & { id: string }) {
  return (
    <LoadedPage query={useQuery(scheduleList)} loading="Loading your schedule..." title="Error Loading Schedule">
      {(schedules) => {
        const schedule = schedules.find((candidate) => String(candidate.id) === id)
        if (schedule === undefined) return <GoneSchedule id={id} />
        const { version, isActive } = schedule
        const edited = { id: schedule.id, initial: draftOf(schedule), version, isPaused: !isActive }
        return <ScheduleForm key={id} {...edited} about={about} />
      }}
    </LoadedPage>
  )
}

/** Deleted on another device, perhaps during an edit: the input isn't lost. */
function GoneSchedule({ id }: { id: string }) {
  const [, navigate] = useLocation()
  const key = draftKey(id)
  function saveAsNew() {
    moveDraft(key, draftKey('new'))
    navigate(paths.schedule)
  }
  const isTyped = hasDraft(key)
  return (
    <EmptyState
      title={isTyped ? 'This schedule is gone' : "We couldn't find this schedule"}
      action={
        isTyped ? (
          <Button onClick={saveAsNew}>Save as a new one</Button>
        ) : (
          <ButtonLink to={paths.schedule}>Schedule a new call</ButtonLink>
        )
      }
    >
      It may have been deleted, or the call has already happened.
      {isTyped && ' We kept what you changed.'}
    </EmptyState>
  )
}
