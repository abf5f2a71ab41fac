import { type Deliveries, type People, PEOPLE_A_PAGE, type Setup } from '@reveille/contract/people'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '../api/api-failure.ts'
import { call } from '../api/call.ts'
import { endpointQuery } from '../api/endpoint-query.ts'
import { useRequest } from '../api/use-request.ts'
import { InviteSection } from '../features/people/invite-section.tsx'
import { PersonCard } from '../features/people/person-card.tsx'
import { instantText } from '../format/local-formats.ts'
import { ProofAsked } from '../proof/proof-asked.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Row, Rows, Section } from '../ui/card.tsx'
import { Failure } from '../ui/form/field.tsx'
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
      <ProofAsked />
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

const FINDINGS: Record<Setup[number]['state'], { tone: Tone; word: string }> = {
  wrong: { tone: 'bad', word: 'Fix this' },
  hint: { tone: 'warn', word: 'Good to know' },
  unseen: { tone: 'calm', word: "Can't tell" },
  right: { tone: 'good', word: 'OK' },
}
const WORST_FIRST = Object.keys(FINDINGS)

/** What calls depend on outside: the carrier, the address, mail, storage, speech and backups. */
function SetupSection() {
  const check = useRequest('Failed to check', { mutationFn: () => call('setup') })
  const findings = check.data?.toSorted((a, b) => WORST_FIRST.indexOf(a.state) - WORST_FIRST.indexOf(b.state))
  const wrong = findings?.filter(({ state }) => state === 'wrong').length ?? 0
  return (
    <Section id="setup" title="Setup">
      <p className="text-quiet">
        Check whether this Reveille can make calls, send email and store files. Same as npm run check-setup.
      </p>
      <Button
        look="secondary"
        className="self-start"
        pending={check.isPending && 'Checking…'}
        onClick={() => check.mutate()}
      >
        {findings === undefined ? 'Check the setup' : 'Check again'}
      </Button>
      <Failure complaint={check.complaint} />
      <div role="status" className="flex flex-col gap-3">
        {findings && !check.isPending && (
          <>
            <p className="font-semibold">
              {wrong === 0 ? 'Everything is ready for calls.' : `${wrong} of ${findings.length} must be fixed first.`}
            </p>
            <Rows label="Findings">
              {findings.map((finding) => (
                <FindingLine key={`${finding.what} ${finding.says}`} {...finding} />
              ))}
            </Rows>
          </>
        )}
      </div>
    </Section>
  )
}

function FindingLine({ what, state, says, todo }: Setup[number]) {
  const { tone, word } = FINDINGS[state]
  return (
    <li className="flex flex-col gap-1 py-3 wrap-anywhere">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{what}</span>
        <Badge tone={tone}>{word}</Badge>
      </span>
      <span className="text-quiet">{says}</span>
      {todo !== null && <span>{`→ ${todo}`}</span>}
    </li>
  )
}

const DELIVERIES: Record<Deliveries[number]['state'], { tone: Tone; word: string }> = {
  delivered: { tone: 'good', word: 'Delivered' },
  waiting: { tone: 'warn', word: 'Waiting' },
  dropped: { tone: 'bad', word: 'Not delivered' },
}

function DeliveriesSection({ deliveries }: { deliveries: Deliveries }) {
  return (
    <Section id="deliveries" title="Sent to automations">
      <Rows label="Sent to automations">
        {deliveries.map(({ id, kind, name, at, state, answer }) => (
          <Row
            key={id}
            title={kind}
            detail={[name, instantText(new Date(at)), answer].filter((part) => part !== null).join(' · ')}
          >
            <Badge tone={DELIVERIES[state].tone}>{DELIVERIES[state].word}</Badge>
          </Row>
        ))}
      </Rows>
    </Section>
  )
}
