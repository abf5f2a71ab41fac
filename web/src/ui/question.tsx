import { useId } from 'react'
import { Button } from './button.tsx'
import { Callout } from './callout.tsx'
import { type Complaint, Failure } from './form/field.tsx'

type QuestionProps = {
  children: string
  yes: string
  no: string
  /** Details, one per line. */
  details?: readonly string[]
  pending: boolean
  complaint: Complaint | null
  onAnswer: (yes: boolean) => void
}

const NONE: readonly string[] = []

/** A question with two answers. Neither is primary: that's for what the person came for. */
export function Question({ children, yes, no, details = NONE, pending, complaint, onAnswer }: QuestionProps) {
  const id = useId()
  return (
    <Callout tone="sun">
      <div role="group" aria-labelledby={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <p id={id} className="font-semibold">
            {children}
          </p>
          {details.length > 0 && (
            <ul className="mt-1 text-sm">
              {details.map((detail) => (
                <li key={detail}>{detail}</li>
              ))}
            </ul>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" size="small" pending={pending && 'Saving…'} onClick={() => onAnswer(true)}>
            {yes}
          </Button>
          <Button look="quiet" size="small" disabled={pending} onClick={() => onAnswer(false)}>
            {no}
          </Button>
        </div>
        <Failure complaint={complaint} />
      </div>
    </Callout>
  )
}
