import { browserName } from '@reveille/core/sign-in/browser-name'
import { capitalized } from '@reveille/core/time/duration'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useRequest } from '../../api/use-request.ts'
import { instantText } from '../../format/local-formats.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Row, Rows, Section } from '../../ui/card.tsx'
import { Failure } from '../../ui/form/field.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { sessionList } from './api.ts'

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
