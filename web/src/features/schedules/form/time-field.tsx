import type { Complaint } from '../../../ui/form/complaint.ts'
import { Field } from '../../../ui/form/field.tsx'

type Props = { value: string; onChange: (time: string) => void; error: Complaint | null }

/** The largest element of the page. Opens the device's own time picker. */
export function TimeField({ value, onChange, error }: Props) {
  return (
    <Field label="Wakeup time" error={error}>
      {(ids) => (
        <input
          {...ids}
          type="time"
          name="wakeupTime"
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="tabular w-full max-w-md rounded-card border border-edge bg-surface px-5 py-3 font-display text-[2.75rem] font-semibold tracking-tight aria-invalid:border-bad disabled:opacity-60 sm:text-7xl [&::-webkit-calendar-picker-indicator]:size-7 [&::-webkit-calendar-picker-indicator]:opacity-60"
        />
      )}
    </Field>
  )
}
