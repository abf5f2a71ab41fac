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

/** ACCT-4: the coming calls in the person's own calendar app. */
export function CalendarSection({ url }: { url: string }) {
  const [asking, setAsking] = useState(false)
  const reset = useMutation({
    ...resetCalendar,
    onSuccess(...done) {
      resetCalendar.onSuccess?.(...done)
      setAsking(false)
      showToast({ title: 'Calendar link reset', message: 'The old link no longer works.' })
    },
    onError: toastFailure('Failed to reset the link'),
  })
  return (
    <Section id="calendar" title="Calendar">
      <Card className="flex flex-col gap-4">
        <TextField
          label="Private calendar link"
          hint={`Subscribe in any calendar app to see your calls for the next ${days(CALENDAR_AHEAD_MS)}. Anyone with this link can see when we call you, but nothing else.`}
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
          className="font-mono text-sm"
        />
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" size="small" onClick={() => void copy(url)}>
            Copy link
          </Button>
          <Button look="quiet" size="small" onClick={() => setAsking(true)}>
            Reset link
          </Button>
        </div>
      </Card>
      {asking && (
        <Dialog
          title="Reset your calendar link?"
          confirm="Reset link"
          cancel="Keep this one"
          look="danger"
          pending={reset.isPending && 'Resetting…'}
          onConfirm={() => reset.mutate()}
          onClose={() => setAsking(false)}
        >
          <p className="text-quiet">
            Calendars that use this link will stop showing your calls until you give them the new one.
          </p>
        </Dialog>
      )}
    </Section>
  )
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    showToast({ title: 'Link copied' })
  } catch {
    showToast({ title: "Couldn't copy", message: 'Please select the link and copy it yourself.', tone: 'error' })
  }
}
