import type { AccountActivity } from '@reveille/contract/accounts'
import { capitalized } from '@reveille/core/time/duration'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { instantText } from '../../format/local-formats.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Row, Rows, Section } from '../../ui/card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { accountActivity } from './api.ts'

const SHOWN_FIRST = 5

/** Sign-ins and changes, so the person notices somebody else's. */
export function ActivitySection() {
  return (
    <Section id="activity" title="Account activity">
      <Loaded query={useQuery(accountActivity)} otherwise="We couldn't load the list.">
        {(events) =>
          events.length === 0 ? (
            <EmptyState title="Nothing yet">Sign-ins and changes to your account will show up here.</EmptyState>
          ) : (
            <Events events={events} />
          )
        }
      </Loaded>
    </Section>
  )
}

function Events({ events }: { events: AccountActivity }) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <Rows>
        {(isWhole ? events : events.slice(0, SHOWN_FIRST)).map((event) => (
          <Row key={event.id} title={event.what} detail={detailsOf(event)} />
        ))}
      </Rows>
      {!isWhole && events.length > SHOWN_FIRST && (
        <Button look="quiet" size="small" className="self-start" onClick={() => setWhole(true)}>
          {`Show all ${events.length}`}
        </Button>
      )}
      <p className="text-quiet">
        {"Wasn't you? "}
        <a href="#sessions" className="font-semibold text-sun-text underline underline-offset-4 hover:no-underline">
          Sign out everywhere else
        </a>
      </p>
    </>
  )
}

/** 'Jan 15, 2027, 7:00 AM · Firefox on Windows · network 203.0.113.0/24' */
function detailsOf({ at, browser, network }: AccountActivity[number]): string {
  const from = [browser && capitalized(browser), network && `network\u00A0${network}`].filter(Boolean)
  return [instantText(new Date(at)), ...from].join(' · ')
}
