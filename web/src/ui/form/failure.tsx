import type { Complaint } from './complaint.ts'
import { ErrorText } from './field.tsx'

/** Why a press did nothing, below what was pressed. Where that is out of sight, the page scrolls, and no further. */
export function Failure({ complaint }: { complaint: Complaint | null }) {
  if (complaint === null) return null
  return (
    <div ref={bringIntoSight} className="-scroll-mb-10 w-full lg:-scroll-mb-24">
      <ErrorText complaint={complaint} />
    </div>
  )
}

const bringIntoSight = (text: HTMLElement | null) => text?.scrollIntoView({ block: 'nearest' })
