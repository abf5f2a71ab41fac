import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { account } from '../features/accounts/account-query.ts'
import { SchedulePageBody } from '../features/schedules/schedule-page-body.tsx'
import { paths } from '../paths.ts'
import { rememberReturn } from '../session/pending-phone-proof.ts'
import { sessionFailure } from '../session/session-store.ts'
import { useSession } from '../session/use-session.ts'
import { ErrorState } from '../ui/page/error-state.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'

export function SchedulePage() {
  const editing = new URLSearchParams(useSearch()).has('id')
  useVerifiedPhone()
  const unreached = useSession().check === 'failed'
  const { data } = useQuery(account)
  const about = { mostTries: data?.mostTries, withoutTexts: data?.texts.unproven === true }
  return (
    <div className="flex flex-col gap-6">
      <PageTitle>{editing ? 'Change your wake-up call' : 'Schedule a wake-up call'}</PageTitle>
      {unreached && (
        <ErrorState title="We couldn't load this page" error={sessionFailure()}>
          <p>We've kept what you entered.</p>
        </ErrorState>
      )}
      {!unreached && <SchedulePageBody about={about} />}
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
    rememberReturn('page', paths.schedule)
    navigate(paths.phone, { replace: true })
  }, [missing, navigate])
}
