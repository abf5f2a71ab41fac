import { Question } from '../question.tsx'
import type { Complaint } from './field.tsx'

type Props = {
  children: string
  /** The differences, one per line. */
  details: readonly string[]
  pending: boolean
  complaint?: Complaint | null
  onKeep: () => void
  onTake: () => void
}

/** A conflict with another device's save: announced, scrolled into view, and asks which to keep. */
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
