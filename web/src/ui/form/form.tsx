import type { ComponentProps, ReactNode } from 'react'
import { type Complaint, Failure } from './field.tsx'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: (form: HTMLFormElement) => void }

export const Form = ({ onSubmit, ...form }: FormProps) => (
  <form
    noValidate
    {...form}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit(event.currentTarget)
    }}
  />
)

/** `question`: to be answered before saving. */
type Props = { complaint: Complaint | null; question?: ReactNode; children: ReactNode }

/** A form's sticky buttons, with errors where they don't move them. Scroll padding keeps the focus uncovered. */
export function FormActions({ complaint, question = null, children }: Props) {
  return (
    <div className="form-actions sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-wrap gap-3 border-t border-line bg-ground px-4 py-3 short:static lg:static lg:mx-0 lg:border-0 lg:p-0">
      {question && <div className="basis-full">{question}</div>}
      {complaint && (
        <div className="basis-full short:order-last lg:order-last">
          <Failure complaint={complaint} />
        </div>
      )}
      {children}
    </div>
  )
}
