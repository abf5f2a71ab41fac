import { digitsIn } from '@reveille/core/people/typed-text'
import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import type { Ref } from 'react'
import type { Complaint } from './field.tsx'
import { TextField } from './text-field.tsx'

/** What a one-time code may contain: digits; spaces in a pasted one are dropped. */
export const codeDigits = (text: string): string => digitsIn(text).slice(0, CODE_DIGITS)

type CodeFieldProps = {
  label: string
  value: string
  onChange: (code: string) => void
  error?: Complaint | null | undefined
  ref?: Ref<HTMLInputElement>
}

/** One field for a code from an email or text; the phone or the browser may fill it in. */
export function CodeField({ label, value, onChange, error, ref }: CodeFieldProps) {
  return (
    <TextField
      ref={ref}
      label={label}
      name="otp"
      value={value}
      error={error}
      onChange={(event) => onChange(codeDigits(event.target.value))}
      placeholder={`Enter ${CODE_DIGITS}-digit code`}
      inputMode="numeric"
      autoComplete="one-time-code"
      className="tabular font-display text-2xl font-semibold tracking-[0.3em] placeholder:font-sans placeholder:text-base placeholder:font-normal placeholder:tracking-normal"
    />
  )
}
