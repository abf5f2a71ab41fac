import { CALENDAR_AHEAD_MS } from '@reveille/core/schedules/schedule-limit'
import { days } from '@reveille/core/time/duration'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useRequest } from '../../api/use-request.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { DangerDialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/form/field.tsx'
import { LinkToCopy } from '../../ui/form/link-to-copy.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'

/** Coming calls in the person's calendar app. The server stores only a hash of the address. */
export function CalendarSection({ hasUrl }: { hasUrl: boolean }) {
  const [asking, setAsking] = useState(false)
  const reset = useRequest('Failed to make a link', {
    mutationFn: () => call('resetCalendar'),
    onSuccess() {
      if (hasUrl) showToast({ title: 'New calendar link', message: 'The old link no longer works.' })
      setAsking(false)
    },
  })
  const url = reset.data?.calendarUrl
  const isThere = hasUrl || url !== undefined
  const renew = (
    <Button
      size="small"
      className="self-start"
      look={url === undefined ? 'secondary' : 'quiet'}
      pending={!asking && reset.isPending && 'Making…'}
      onClick={() => (isThere ? setAsking(true) : reset.mutate())}
    >
      {isThere ? 'Replace link' : 'Get a link'}
    </Button>
  )
  return (
    <Section id="calendar" title="Calendar">
      <Card className="flex flex-col gap-4">
        <p className="text-quiet">
          Subscribe in any calendar app to see your calls for the next {days(CALENDAR_AHEAD_MS)}. Anyone with this link
          can see when we call you, but nothing else.
        </p>
        {url === undefined && hasUrl && (
          <p className="text-quiet">
            You already have a link. We can&apos;t show it again. If you&apos;ve lost it, replace it.
          </p>
        )}
        {url === undefined && renew}
        {url !== undefined && (
          <LinkToCopy key={url} label="Private calendar link" url={url}>
            {renew}
          </LinkToCopy>
        )}
        {!asking && <Failure complaint={reset.complaint} />}
      </Card>
      {asking && (
        <DangerDialog
          title="Replace the link?"
          confirm="Replace it"
          cancel="Keep this one"
          request={reset}
          pendingLabel="Making…"
          onClose={() => {
            setAsking(false)
            reset.forgive()
          }}
        >
          Calendars using the current link will stop showing your calls until you give them the new one.
        </DangerDialog>
      )}
    </Section>
  )
}
