import type { AccountActivity } from '@reveille/contract/accounts'
import { capitalized } from '@reveille/core/time/duration'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { instantText } from '../../format/local-formats.ts'
import { Button, Spinner } from '../../ui/button.tsx'
import { Card, EmptyState, Section } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/form/field.tsx'
import { accountActivity } from './api.ts'

const SHOWN_FIRST = 5

/** Sign-ins and changes, so the person notices somebody else's. */
export function ActivitySection() {
  const { data: events, error } = useQuery(accountActivity)
  const [isWhole, setWhole] = useState(false)
  return (
    <Section id="activity" title="Account activity">
      {error && <ErrorText complaint={{ message: messageOf(error, "We couldn't load the list.") }} />}
      {!error && events === undefined && <Spinner />}
      {events?.length === 0 && (
        <EmptyState title="Nothing yet">Sign-ins and changes to your account will show up here.</EmptyState>
      )}
      {events !== undefined && events.length > 0 && (
        <>
          <Card className="py-2!">
            <ul className="divide-y divide-line">
              {(isWhole ? events : events.slice(0, SHOWN_FIRST)).map((event) => (
                <li key={event.id} className="py-3">
                  <span className="block font-semibold">{event.what}</span>
                  <span className="text-sm break-words text-quiet">{detailsOf(event)}</span>
                </li>
              ))}
            </ul>
          </Card>
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
      )}
    </Section>
  )
}

/** 'Jan 15, 2027, 7:00 AM · Firefox on Windows · network 203.0.113.0/24' */
function detailsOf({ at, browser, network }: AccountActivity[number]): string {
  const from = [browser && capitalized(browser), network && `network\u00A0${network}`].filter(Boolean)
  return [instantText(new Date(at)), ...from].join(' · ')
}
