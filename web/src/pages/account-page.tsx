import { useQuery } from '@tanstack/react-query'
import { account } from '../features/accounts/account-query.ts'
import { AccountSections } from '../features/accounts/account-sections.tsx'
import { pausedNames, scheduleList } from '../features/schedules/api.ts'
import { useLiveUpdates } from '../live/live-updates.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session/use-session.ts'
import { ButtonLink, Spinner } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/page/error-state.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'

export function AccountPage() {
  useLiveUpdates()
  const isOwner = useSession().user?.isOwner
  const { data, error } = useQuery(account)
  const { data: schedules } = useQuery(scheduleList) // optional
  return (
    <div className="flex max-w-2xl flex-col gap-10">
      <PageTitle>Account</PageTitle>
      {isOwner && (
        <Card className="flex flex-wrap items-center justify-between gap-4">
          <p>You're an owner of this Reveille. Invite people, and see who's set for tomorrow.</p>
          <ButtonLink to={paths.people} look="secondary">
            People
          </ButtonLink>
        </Card>
      )}
      {data && <AccountSections account={data} paused={pausedNames(schedules ?? [])} />}
      {!data && error && (
        <ErrorState
          title="Error Loading Your Account"
          error={error}
          otherwise="Failed to load your account. Please try again."
        />
      )}
      {!data && !error && <Spinner label="Loading your account..." />}
    </div>
  )
}
