import type { DaysOff } from '@reveille/contract/days-off'
import type { Schedule } from '@reveille/contract/schedules'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/form/field.tsx'
import { handOffFocus } from '../../../ui/hand-off-focus.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { daysOffList } from '../api.ts'
import { daysOffText, useEndDaysOff } from './use-days-off.ts'

const DaysOffDialog = lazyPart(async () => (await import('./days-off-dialog.tsx')).DaysOffDialog)

export function DaysOffNotes({ schedules }: { schedules: readonly Schedule[] }) {
  const { data = [] } = useQuery(daysOffList) // the page works without them
  if (data.length === 0) return null
  return (
    <ul aria-label="Days off" className="flex flex-col gap-1">
      {data.map((daysOff) => (
        <DaysOffNote key={daysOff.id} daysOff={daysOff} text={daysOffText(daysOff, schedules)} />
      ))}
    </ul>
  )
}

function DaysOffNote({ daysOff, text }: { daysOff: DaysOff; text: string }) {
  const { mutate, isPending, complaint } = useEndDaysOff()
  return (
    <li
      ref={handOffFocus}
      className="flex flex-col gap-1 rounded-field bg-raised py-1 pr-1 pl-4 has-[[role=alert]]:pb-3"
    >
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 wrap-anywhere">{text}</span>
        <Button
          look="quiet"
          size="small"
          aria-label={`Remove ${text}`}
          pending={isPending && '…'}
          onClick={() => mutate(daysOff)}
        >
          Remove
        </Button>
      </div>
      <Failure complaint={complaint} />
    </li>
  )
}

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
