import { type ChangeEvent, type ComponentProps, type ReactNode, useImperativeHandle } from 'react'
import { classNames } from '../class-names.ts'
import { type Complaint, Field, fieldLook, useTypedEarly } from './field.tsx'

type Shared = { label: ReactNode; hint?: ReactNode; error?: Complaint | null | undefined }
type TextFieldProps = Shared & ComponentProps<'input'>

export function TextField({ label, hint, error, className, ref, ...input }: TextFieldProps) {
  const field = useTypedEarly<HTMLInputElement>((typed) => {
    if (input.value === undefined || typed.value === String(input.value)) return
    input.onChange?.({ target: typed, currentTarget: typed } as ChangeEvent<HTMLInputElement>)
  })
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => field.current)
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <input {...input} {...ids} ref={field} className={classNames(fieldLook, className)} />}
    </Field>
  )
}

type TextAreaProps = Shared & ComponentProps<'textarea'> & { value: string; maxLength: number }

/** Longer text, with a count of the characters left once it matters. */
export function TextArea({ label, hint, error, className, ...area }: TextAreaProps) {
  const left = area.maxLength - area.value.length
  const count = left <= area.maxLength * 0.2 ? `${left} characters left` : null
  return (
    <Field label={label} hint={count ?? hint} error={error}>
      {(ids) => <textarea rows={3} {...area} {...ids} className={classNames(fieldLook, 'resize-y', className)} />}
    </Field>
  )
}
