import { digitsIn } from '@reveille/core/people/typed-text'
import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import { type ChangeEvent, type KeyboardEvent, type MouseEvent, type Ref, useEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { type Complaint, Field } from './field.tsx'
import { TextField } from './text-field.tsx'

/** Digits; spaces in a pasted code are dropped. */
export const codeDigits = (text: string): string => digitsIn(text).slice(0, CODE_DIGITS)

type CodeFieldProps = {
  label: string
  value: string
  onChange: (code: string) => void
  error?: Complaint | null | undefined
  /** The sixth digit submits the form. */
  submits?: boolean
  ref?: Ref<HTMLInputElement>
}

/** One field for an emailed or texted code, with autofill. */
export function CodeField({ label, value, onChange, error, submits = false, ref }: CodeFieldProps) {
  const noteTyped = useSubmitWhole(value)
  return (
    <TextField
      ref={ref}
      label={label}
      name="otp"
      value={value}
      error={error}
      onChange={(event) => {
        if (submits) noteTyped(event)
        onChange(codeDigits(event.target.value))
      }}
      placeholder={`Enter ${CODE_DIGITS}-digit code`}
      inputMode="numeric"
      autoComplete="one-time-code"
      className="tabular font-display text-2xl font-semibold tracking-[0.3em] placeholder:font-sans placeholder:text-base placeholder:font-normal placeholder:tracking-normal"
    />
  )
}

/** Submits a complete code. Correcting one digit of it doesn't, since another may be wrong too. */
function useSubmitWhole(value: string) {
  const form = useRef<HTMLFormElement>(null)
  // After the render, so that the form submits this code.
  useEffect(() => {
    if (value.length === CODE_DIGITS) form.current?.requestSubmit()
    form.current = null
  }, [value])
  return ({ target }: ChangeEvent<HTMLInputElement>) => {
    const changed = [...codeDigits(target.value)].filter((digit, at) => digit !== value[at])
    if (value.length < CODE_DIGITS || changed.length > 1) form.current = target.form
  }
}

/**
 * Six boxes drawn under one real field, so typing, paste and autofill are native and a screen reader finds one field. The
 * digit at the caret is selected, so typing replaces it. `onChange` gets the text as typed.
 */
export function CodeBoxes({ label, value, onChange, error, submits = false, ref }: CodeFieldProps) {
  const noteTyped = useSubmitWhole(value)
  const [at, setAt] = useState<number | null>(null)
  return (
    <Field label={label} error={error}>
      {(ids) => (
        <div className="relative">
          <div aria-hidden="true" className="grid grid-cols-6 gap-1.5 sm:gap-2.5">
            {Array.from({ length: CODE_DIGITS }, (_, index) => (
              <span
                key={index}
                className={classNames(
                  'tabular grid h-14 place-items-center rounded-field border bg-surface font-display text-2xl font-semibold sm:h-16 sm:text-3xl',
                  index === at ? 'border-sun-text outline-2 outline-sun-text' : 'border-edge',
                  error && 'border-bad',
                )}
              >
                {value[index] ?? ''}
              </span>
            ))}
          </div>
          <input
            {...ids}
            ref={ref}
            name="otp"
            value={value}
            inputMode="numeric"
            autoComplete="one-time-code"
            onChange={(event) => {
              if (submits) noteTyped(event)
              onChange(event.target.value)
            }}
            onFocus={({ currentTarget }) => setAt(selectBox(currentTarget, CODE_DIGITS))}
            onSelect={({ currentTarget }) => setAt(selectBox(currentTarget, currentTarget.selectionStart ?? 0))}
            onMouseUp={(event) => setAt(selectBox(event.currentTarget, pointedBox(event)))}
            onKeyDown={(event) => moveByArrow(event, setAt)}
            onBlur={() => setAt(null)}
            className="absolute inset-0 size-full cursor-text bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent"
          />
        </div>
      )}
    </Field>
  )
}

/** Selects the digit of this box, or puts the caret into the first empty one; a longer selection stays. Returns the box. */
function selectBox(field: HTMLInputElement, wanted: number): number {
  const box = Math.max(0, Math.min(wanted, field.value.length, CODE_DIGITS - 1))
  const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0]
  if (end - start <= 1 && (start !== box || end !== Math.min(box + 1, field.value.length)))
    field.setSelectionRange(box, box + 1)
  return box
}

function pointedBox({ clientX, currentTarget }: MouseEvent<HTMLInputElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return Math.floor(((clientX - left) / width) * CODE_DIGITS)
}

/** An arrow key on a selected digit would only collapse the selection, so it moves on. */
function moveByArrow(event: KeyboardEvent<HTMLInputElement>, setAt: (box: number) => void): void {
  const { key, currentTarget: field, shiftKey } = event
  if (shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return
  event.preventDefault()
  setAt(selectBox(field, (field.selectionStart ?? 0) + (key === 'ArrowLeft' ? -1 : 1)))
}
