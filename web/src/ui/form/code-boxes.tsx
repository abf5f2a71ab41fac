import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import { useId, useState, type Ref } from 'react'
import { classNames } from '../class-names.ts'
import type { Complaint } from './complaint.ts'
import { ErrorText } from './field.tsx'

type CodeBoxesProps = {
  label: string
  value: string
  onChange: (typed: string) => void
  error?: Complaint | null | undefined
  ref?: Ref<HTMLInputElement>
}

/**
 * Six boxes drawn under one real field: typing, backspace, paste and autofill are native, and a screen reader meets one
 * field instead of six.
 */
export function CodeBoxes({ label, value, onChange, error, ref }: CodeBoxesProps) {
  const id = useId()
  const [focused, setFocused] = useState(false)
  const at = Math.min(value.length, CODE_DIGITS - 1)
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="relative">
        <div aria-hidden="true" className="grid grid-cols-6 gap-1.5 sm:gap-2.5">
          {Array.from({ length: CODE_DIGITS }, (_, index) => (
            <span
              key={index}
              className={classNames(
                'tabular grid h-14 place-items-center rounded-field border bg-surface font-display text-2xl font-semibold sm:h-16 sm:text-3xl',
                focused && index === at ? 'border-sun-text outline-2 outline-sun-text' : 'border-edge',
                error && 'border-bad',
              )}
            >
              {value[index] ?? ''}
            </span>
          ))}
        </div>
        <input
          ref={ref}
          id={id}
          name="otp"
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.value)}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          className="absolute inset-0 size-full cursor-text bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent"
        />
      </div>
      {error && <ErrorText id={`${id}-error`} complaint={error} />}
    </div>
  )
}
