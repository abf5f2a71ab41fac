import { useId, type ReactNode } from 'react'
import type { Complaint } from './complaint.ts'

export type FieldIds = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  error?: Complaint | null | undefined
  children: (ids: FieldIds) => ReactNode
}

/** A label, a control, its hint and its error, linked for screen readers too. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter((part) => part !== null)
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-quiet">
          {hint}
        </p>
      )}
      {error && <ErrorText id={`${id}-error`} complaint={error} />}
    </div>
  )
}

/** What is wrong, in words; announced when it appears. */
export function ErrorText({ id, complaint }: { id?: string; complaint: Complaint }) {
  return (
    <p id={id} role="alert" className="flex gap-2 text-sm text-bad">
      <span aria-hidden="true" className="font-bold">
        !
      </span>
      <span>
        {complaint.title && <strong className="font-semibold">{complaint.title}: </strong>}
        {complaint.message}
      </span>
    </p>
  )
}

/** The look of every text input. */
export const fieldLook =
  'w-full min-h-13 rounded-field border border-edge bg-surface px-4 py-2.5 text-base text-ink placeholder:text-quiet aria-invalid:border-bad disabled:opacity-60'
