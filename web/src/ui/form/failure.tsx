import type { Complaint } from './complaint.ts'
import { ErrorText } from './field.tsx'

/** Why a press did nothing, below what was pressed. The page scrolls where that is out of sight. */
export function Failure({ complaint }: { complaint: Complaint | null }) {
  if (complaint === null) return null
  return (
    <div ref={bringIntoSight} className="w-full">
      <ErrorText complaint={complaint} />
    </div>
  )
}

const bringIntoSight = (text: HTMLElement | null) => text?.scrollIntoView({ block: 'nearest' })
