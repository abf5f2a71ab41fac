import { browserName } from '@reveille/core/sign-in/browser-name'
import { capitalized } from '@reveille/core/time/duration'
import { useMutation, useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-failure.ts'
import { useFailure } from '../../api/use-failure.ts'
import { instantText } from '../../format/local-formats.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, Spinner } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { ErrorText, Failure } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { endOtherSessions, sessionList } from './api.ts'

/** Where this account is signed in, and ending all other sessions. */
export function SessionsSection() {
  const { data: sessions, error } = useQuery(sessionList)
  const failure = useFailure('Failed to sign out everywhere else')
  const end = useMutation({
    ...endOtherSessions,
    ...failure.of,
    onSuccess: () => showToast({ title: 'Signed out everywhere else' }),
  })
  return (
    <Section id="sessions" title="Where you're signed in">
      {error && <ErrorText complaint={{ message: messageOf(error, "We couldn't load the list.") }} />}
      {!error && sessions === undefined && <Spinner />}
      {sessions && (
        <Card className="py-2!">
          <ul className="divide-y divide-line">
            {sessions.map(({ current, browser, signedInAt, lastSeenAt }) => (
              <li key={signedInAt} className="flex flex-wrap items-center justify-between gap-2 py-3">
                <span>
                  <span className="block font-semibold">{capitalized(browserName(browser))}</span>
                  <span className="text-sm text-quiet">{`Last used ${instantText(new Date(lastSeenAt))}`}</span>
                </span>
                {current && <Badge tone="good">This browser</Badge>}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {sessions && sessions.length > 1 && (
        <Button
          look="secondary"
          className="self-start"
          pending={end.isPending && 'Signing out…'}
          onClick={() => end.mutate()}
        >
          Sign out everywhere else
        </Button>
      )}
      <Failure complaint={failure.complaint} />
    </Section>
  )
}
