import { Question } from '../question.tsx'
import type { Complaint } from './field.tsx'

type Props = {
  children: string
  /** What differs, one a line. */
  details: readonly string[]
  pending: boolean
  complaint?: Complaint | null
  onKeep: () => void
  onTake: () => void
}

/** Somebody changed elsewhere what is being changed here: says so at once, in sight, and asks which counts. */
export function TheirsOrMine({ details, complaint = null, onKeep, onTake, children, pending }: Props) {
  return (
    <div ref={bringIntoSight} role="alert" className="relative z-10 w-full">
      <Question
        yes="Keep mine"
        no="Use the other"
        details={details}
        pending={pending}
        complaint={complaint}
        onAnswer={(keep) => (keep ? onKeep() : onTake())}
      >
        {children}
      </Question>
    </div>
  )
}

const bringIntoSight = (question: HTMLElement | null) => question?.scrollIntoView({ block: 'nearest' })
