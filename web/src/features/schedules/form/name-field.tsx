import { LONGEST_SCHEDULE_NAME } from '@reveille/contract/schedules'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Complaint } from '../../../ui/form/complaint.ts'
import { TextField } from '../../../ui/form/text-field.tsx'

type Props = { value: string; error: Complaint | null; onChange: (name: string) => void }

/** A schedule needs no name, so the field takes no room until somebody wants one: its button stands beside the time's label. */
export function NameField({ value, error, onChange }: Props) {
  const [opened, setOpened] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (opened) field.current?.focus()
  }, [opened])
  if (!opened && value === '')
    return (
      <Button look="quiet" size="small" className="absolute -top-3.5 right-0" onClick={() => setOpened(true)}>
        Add a name
      </Button>
    )
  return (
    <TextField
      ref={field}
      label="Name (optional)"
      name="name"
      autoComplete="off"
      maxLength={LONGEST_SCHEDULE_NAME}
      placeholder="Gym"
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
      className="max-w-md"
    />
  )
}
