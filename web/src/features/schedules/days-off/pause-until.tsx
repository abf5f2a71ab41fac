import type { Schedule } from '@reveille/contract/schedules'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { onPress } from '../../../ui/on-press.tsx'

const DaysOffDialog = onPress(async () => (await import('./days-off-dialog.tsx')).DaysOffDialog)

/** A button, and the dialog that it opens: dates on which nothing rings (WAKE-24). */
export function PauseUntil({ schedules }: { schedules: readonly Schedule[] }) {
  const [open, setOpen] = useState(false)
  useEffect(() => DaysOffDialog.fetch(), [])
  return (
    <>
      <Button look="quiet" size="small" className="-mx-2 px-2" onClick={() => setOpen(true)}>
        Pause until…
      </Button>
      {open && <DaysOffDialog schedules={schedules} onClose={() => setOpen(false)} />}
    </>
  )
}
