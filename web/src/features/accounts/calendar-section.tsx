import { CALENDAR_AHEAD_MS } from '@reveille/core/schedules/schedule-limit'
import { days } from '@reveille/core/time/duration'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useFailure } from '../../api/use-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Complaint, Failure } from '../../ui/form/field.tsx'
import { LinkToCopy } from '../../ui/form/link-to-copy.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { resetCalendar } from './api.ts'

/** Coming calls in the person's calendar app. The server stores only a hash of the address. */
export function CalendarSection({ hasUrl }: { hasUrl: boolean }) {
  const [asking, setAsking] = useState(false)
  const failure = useFailure('Failed to make a link')
  const reset = useMutation({
    ...resetCalendar,
    ...failure.of,
    onSuccess(...done) {
      resetCalendar.onSuccess?.(...done)
      if (hasUrl) showToast({ title: 'New calendar link', message: 'The old link no longer works.' })
      setAsking(false)
    },
  })
  const url = reset.data?.calendarUrl
  const renew = hasUrl ? (
    <Renew look={url === undefined ? 'secondary' : 'quiet'} onClick={() => setAsking(true)}>
      Replace link
    </Renew>
  ) : (
    <Renew look="secondary" pending={reset.isPending && 'Making…'} onClick={() => reset.mutate()}>
      Get a link
    </Renew>
  )
  function close() {
    setAsking(false)
    failure.forgive()
  }
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
        {url === undefined ? (
          renew
        ) : (
          <LinkToCopy label="Private calendar link" url={url}>
            {renew}
          </LinkToCopy>
        )}
        {!asking && <Failure complaint={failure.complaint} />}
      </Card>
      {asking && (
        <ReplaceDialog
          pending={reset.isPending}
          complaint={failure.complaint}
          onConfirm={() => reset.mutate()}
          onClose={close}
        />
      )}
    </Section>
  )
}

const Renew = (button: ComponentProps<typeof Button>) => <Button size="small" className="self-start" {...button} />

type ReplaceProps = { pending: boolean; complaint: Complaint | null; onConfirm: () => void; onClose: () => void }

function ReplaceDialog({ pending, ...rest }: ReplaceProps) {
  return (
    <Dialog
      title="Replace the link?"
      confirm="Replace it"
      cancel="Keep this one"
      look="danger"
      pending={pending && 'Making…'}
      {...rest}
    >
      <p className="text-quiet">
        Calendars using the current link will stop showing your calls until you give them the new one.
      </p>
    </Dialog>
  )
}
