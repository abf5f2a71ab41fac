import { useQuery } from '@tanstack/react-query'
import { account } from '../features/accounts/account-query.ts'
import { AccountSections } from '../features/accounts/account-sections.tsx'
import { pausedNames, scheduleList } from '../features/schedules/api.ts'
import { useLiveUpdates } from '../live/live-updates.ts'
import { paths } from '../paths.ts'
import { ProofAsked } from '../proof/proof-asked.tsx'
import { useSession } from '../session/use-session.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { LoadedPage } from '../ui/page/loaded.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'

export function AccountPage() {
  useLiveUpdates()
  const isOwner = useSession().user?.isOwner
  const query = useQuery(account)
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
      <LoadedPage
        query={query}
        loading="Loading your account..."
        title="Error Loading Your Account"
        otherwise="Failed to load your account. Please try again."
      >
        {(data) => <AccountSections account={data} paused={pausedNames(schedules ?? [])} />}
      </LoadedPage>
      <ProofAsked />
    </div>
  )
}
