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
      showToast({ title: 'New calendar address', message: 'The old one shows nothing any more.' })
    },
    onError: toastFailure('Failed to make a new address'),
  })
  return (
    <Section id="calendar" title="Calendar">
      <Card className="flex flex-col gap-4">
        <TextField
          label="Private calendar address"
          hint={`Add it to your calendar program to see each call of the coming ${days(CALENDAR_AHEAD_MS)}. Who has the address sees when your phone rings, and nothing else.`}
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
          className="font-mono text-sm"
        />
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" size="small" onClick={() => void copy(url)}>
            Copy address
          </Button>
          <Button look="quiet" size="small" onClick={() => setAsking(true)}>
            Make a new address
          </Button>
        </div>
      </Card>
      {asking && (
        <Dialog
          title="Make a new address?"
          confirm="Make a new one"
          cancel="Keep this one"
          look="danger"
          pending={reset.isPending && 'Making…'}
          onConfirm={() => reset.mutate()}
          onClose={() => setAsking(false)}
        >
          <p className="text-quiet">
            Calendars that use the present address stop showing your calls until you give them the new one.
          </p>
        </Dialog>
      )}
    </Section>
  )
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    showToast({ title: 'Address copied' })
  } catch {
    showToast({ title: 'Could not copy', message: 'Please select the address and copy it by hand.', tone: 'error' })
  }
}
