import type { AccountActivity } from '@reveille/contract/accounts'
import { browserName } from '@reveille/core/sign-in/browser-name'
import { capitalized } from '@reveille/core/time/duration'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useRequest } from '../../api/use-request.ts'
import { instantText } from '../../format/local-formats.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Row, Rows, Section } from '../../ui/card.tsx'
import { Failure } from '../../ui/form/field.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { accountActivity, sessionList } from './api.ts'

export function SessionsSection() {
  const sessions = useQuery(sessionList)
  const end = useRequest('Failed to sign out everywhere else', {
    mutationFn: () => call('endOtherSessions'),
    onSuccess: () => showToast({ title: 'Signed out everywhere else' }),
  })
  const pending = end.isPending && 'Signing out…'
  return (
    <Section id="sessions" title="Where you're signed in">
      <Loaded query={sessions} otherwise="We couldn't load the list.">
        {(list) => (
          <Rows>
            {list.map(({ current, browser, signedInAt, lastSeenAt }) => (
              <Row
                key={signedInAt}
                title={capitalized(browserName(browser))}
                detail={`Last used ${instantText(new Date(lastSeenAt))}`}
              >
                {current && <Badge tone="good">This browser</Badge>}
              </Row>
            ))}
          </Rows>
        )}
      </Loaded>
      {sessions.data && sessions.data.length > 1 && (
        <Button look="secondary" className="self-start" pending={pending} onClick={() => end.mutate()}>
          Sign out everywhere else
        </Button>
      )}
      <Failure complaint={end.complaint} />
    </Section>
  )
}

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
      {events.length > SHOWN_FIRST && (
        <Button look="quiet" size="small" className="self-start" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${events.length}`}
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
