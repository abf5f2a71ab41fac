import type { Schedule } from '@reveille/contract/schedules'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/form/failure.tsx'
import { daysOffList } from '../api.ts'
import { daysOffText } from './days-off-words.ts'
import { useEndDaysOff } from './use-days-off.ts'

/** The days off that are not over, each with its end. */
export function DaysOffNotes({ schedules }: { schedules: readonly Schedule[] }) {
  const { data = [] } = useQuery(daysOffList) // the cards say what each of them means
  const { end, isEnding, complaintAbout } = useEndDaysOff()
  if (data.length === 0) return null
  return (
    <ul aria-label="Days off" className="flex flex-col gap-1">
      {data.map((daysOff) => {
        const text = daysOffText(daysOff, schedules)
        return (
          <li
            key={daysOff.id}
            className="flex flex-col gap-1 rounded-field bg-raised py-1 pr-1 pl-4 has-[[role=alert]]:pb-3"
          >
            <div className="flex items-center justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">{text}</span>
              <Button
                look="quiet"
                size="small"
                aria-label={`Remove ${text}`}
                pending={isEnding(daysOff) && '…'}
                onClick={() => end(daysOff)}
              >
                Remove
              </Button>
            </div>
            <Failure complaint={complaintAbout(daysOff)} />
          </li>
        )
      })}
    </ul>
  )
}
