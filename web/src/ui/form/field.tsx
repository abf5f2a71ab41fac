import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'

type FieldIds = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

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

export const fieldLook =
  'w-full min-h-13 rounded-field border border-edge bg-surface px-4 py-2.5 text-base text-ink placeholder:text-quiet aria-invalid:border-bad aria-invalid:bg-bad-tint disabled:opacity-60'

/** Why a press failed, below its button. Scrolls into view if needed. */
export function Failure({ complaint }: { complaint: Complaint | null }) {
  if (complaint === null) return null
  return (
    <div ref={bringIntoSight} className="-scroll-mb-10 w-full lg:-scroll-mb-24">
      <ErrorText complaint={complaint} />
    </div>
  )
}

export const bringIntoSight = (text: HTMLElement | null) => text?.scrollIntoView({ block: 'nearest' })

/** What's wrong with the input: a short title if the specification has one, and what to do. */
export type Complaint = { title?: string; message: string }

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

/** Keeps input typed before hydration: `takeOver` is called once, on hydration. */
export function useTypedEarly<Field extends HTMLElement>(takeOver: (field: Field) => void): RefObject<Field | null> {
  const field = useRef<Field>(null)
  const first = useRef(true)
  useBrowserLayoutEffect(() => {
    if (first.current && field.current !== null) takeOver(field.current)
    first.current = false
  })
  return field
}
