import { CALENDAR_AHEAD_MS } from '@reveille/core/schedules/calendar-reach'
import { days } from '@reveille/core/time/duration'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toastFailure } from '../../api/toast-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { resetCalendar } from './api.ts'

/** ACCT-4: the coming calls in the person's own calendar app. The server keeps a hash of the address alone. */
export function CalendarSection({ hasUrl }: { hasUrl: boolean }) {
  const [asking, setAsking] = useState(false)
  const reset = useMutation({
    ...resetCalendar,
    onSuccess(...done) {
      resetCalendar.onSuccess?.(...done)
      if (hasUrl) showToast({ title: 'New calendar link', message: 'The old link no longer works.' })
      setAsking(false)
    },
    onError: toastFailure('Failed to make a link'),
  })
  const url = reset.data?.calendarUrl
  return (
    <Section id="calendar" title="Calendar">
      <Card className="flex flex-col gap-4">
        <p className="text-quiet">
          Subscribe in any calendar app to see your calls for the next {days(CALENDAR_AHEAD_MS)}. Anyone with this link
          can see when we call you, but nothing else.
        </p>
        {url !== undefined && (
          <TextField
            label="Private calendar link"
            hint="Copy it now. We can't show it again."
            readOnly
            value={url}
            onFocus={(event) => event.target.select()}
            className="font-mono text-sm"
          />
        )}
        {url === undefined && hasUrl && (
          <p className="text-quiet">
            You already have a link. We can&apos;t show it again. If you&apos;ve lost it, replace it.
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          {url !== undefined && (
            <Button look="secondary" size="small" onClick={() => void copy(url)}>
              Copy link
            </Button>
          )}
          {hasUrl ? (
            <Button look={url === undefined ? 'secondary' : 'quiet'} size="small" onClick={() => setAsking(true)}>
              Replace link
            </Button>
          ) : (
            <Button look="secondary" size="small" pending={reset.isPending && 'Making…'} onClick={() => reset.mutate()}>
              Get a link
            </Button>
          )}
        </div>
      </Card>
      {asking && (
        <ReplaceDialog pending={reset.isPending} onConfirm={() => reset.mutate()} onClose={() => setAsking(false)} />
      )}
    </Section>
  )
}

function ReplaceDialog({ pending, ...on }: { pending: boolean; onConfirm: () => void; onClose: () => void }) {
  return (
    <Dialog
      title="Replace the link?"
      confirm="Replace it"
      cancel="Keep this one"
      look="danger"
      pending={pending && 'Making…'}
      {...on}
    >
      <p className="text-quiet">
        Calendars using the current link will stop showing your calls until you give them the new one.
      </p>
    </Dialog>
  )
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    showToast({ title: 'Link copied' })
  } catch {
    showToast({ title: "Couldn't copy", message: 'Please select the link and copy it by hand.', tone: 'error' })
  }
}
