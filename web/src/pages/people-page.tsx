import { type People, PEOPLE_A_PAGE } from '@reveille/contract/people'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '../api/api-failure.ts'
import { endpointQuery } from '../api/endpoint-query.ts'
import { DeliveriesSection } from '../features/people/deliveries-section.tsx'
import { InviteSection } from '../features/people/invite-section.tsx'
import { PersonCard } from '../features/people/person-card.tsx'
import { SetupSection } from '../features/people/setup-section.tsx'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/card.tsx'
import { LoadedPage } from '../ui/page/loaded.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** For owners: who has an account, and who is set for tomorrow. To everybody else it doesn't exist. */
export function PeoplePage() {
  const [page, setPage] = useState(1)
  const query = useQuery(endpointQuery('listPeople', ['people', page], { query: { page } }))
  if (reasonOf(query.error) === 'not-found') return <NotFoundPage />
  return (
    <div className="flex w-full max-w-3xl flex-col gap-10">
      <PageTitle>People</PageTitle>
      <LoadedPage query={query} title="Error Loading People">
        {(people) => <Everybody {...people} page={page} onPage={setPage} />}
      </LoadedPage>
    </div>
  )
}

type Props = People & { page: number; onPage: (page: number) => void }

function Everybody({ people, total, set, invitations, mayInvite, deliveries, page, onPage }: Props) {
  const pages = Math.ceil(total / PEOPLE_A_PAGE)
  return (
    <>
      <p className="text-lg">
        {`Tomorrow: ${set} of ${total} ${total === 1 ? 'person has' : 'people have'} a call set`}
      </p>
      <Section id="everybody" title="Everyone">
        <ul className="flex flex-col gap-4">
          {people.map((person) => (
            <PersonCard key={person.id} person={person} />
          ))}
        </ul>
        {pages > 1 && (
          <nav aria-label="Pages of people" className="flex flex-wrap items-center justify-between gap-3">
            <Button look="secondary" size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
              Back
            </Button>
            <p>{`Page ${page} of ${pages}`}</p>
            <Button look="secondary" size="small" disabled={page === pages} onClick={() => onPage(page + 1)}>
              More
            </Button>
          </nav>
        )}
        <p className="text-sm text-quiet">
          You never see goals, own words, notes or recordings. Whatever you do here is in both of your account
          activities.
        </p>
      </Section>
      {mayInvite && <InviteSection invitations={invitations} />}
      <SetupSection />
      {deliveries.length > 0 && <DeliveriesSection deliveries={deliveries} />}
    </>
  )
}
