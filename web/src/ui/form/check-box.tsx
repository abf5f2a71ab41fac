import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { Check } from '../icons/page-icons.tsx'
import { type Complaint, ErrorText, useTypedEarly } from './field.tsx'

type CheckBoxProps = {
  name: string
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
  error?: Complaint | null | undefined
  required?: boolean
}

export function CheckBox({ name, checked, onChange, children, error, required }: CheckBoxProps) {
  const id = useId()
  const box = useTypedEarly<HTMLInputElement>((ticked) => {
    if (ticked.checked !== checked) onChange(ticked.checked)
  })
  return (
    <div className="flex flex-col gap-1">
      <label className="flex min-h-11 items-center gap-3 py-1.5">
        <Tick
          ref={box}
          name={name}
          checked={checked}
          required={required}
          aria-describedby={error ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      {error && <ErrorText id={id} complaint={error} />}
    </div>
  )
}

/** The box itself, with its check mark. */
export function Tick({ className, ...input }: ComponentProps<'input'>) {
  return (
    <span className="relative inline-flex size-6 shrink-0">
      <input
        {...input}
        type="checkbox"
        className={classNames(
          'peer size-6 appearance-none rounded-md border border-edge bg-surface checked:border-transparent checked:bg-sun',
          className,
        )}
      />
      <Check
        strokeWidth={3.5}
        className="pointer-events-none absolute inset-1 hidden size-4 text-on-sun peer-checked:block"
      />
    </span>
  )
}
