import type { Schedule } from '@reveille/contract/schedules'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'

/** Loaded when it opens: the first screen doesn't wait for what few people press. */
const DaysOffDialog = lazy(async () => ({ default: (await import('./days-off-dialog.tsx')).DaysOffDialog }))

/** A button, and the dialog that it opens: dates on which nothing rings (WAKE-24). */
export function PauseUntil({ schedules }: { schedules: readonly Schedule[] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" size="small" className="-mx-2 px-2" onClick={() => setOpen(true)}>
        Pause until…
      </Button>
      {open && (
        <Suspense fallback={null}>
          <DaysOffDialog schedules={schedules} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
