import type { Schedule } from '@reveille/contract/schedules'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { daysOffList } from '../api.ts'
import { daysOffText } from './days-off-words.ts'
import { useDaysOff } from './use-days-off.ts'

/** The days off that are not over, each with its end. */
export function DaysOffNotes({ schedules }: { schedules: readonly Schedule[] }) {
  const { data = [] } = useQuery(daysOffList) // the cards say what each of them means
  const { end, ending } = useDaysOff()
  if (data.length === 0) return null
  return (
    <ul aria-label="Days off" className="flex flex-col gap-1">
      {data.map((daysOff) => {
        const text = daysOffText(daysOff, schedules)
        return (
          <li
            key={daysOff.id}
            className="flex items-center justify-between gap-3 rounded-field bg-raised py-1 pr-1 pl-4"
          >
            <span className="min-w-0 wrap-anywhere">{text}</span>
            <Button
              look="quiet"
              size="small"
              aria-label={`Remove ${text}`}
              pending={ending === daysOff.id && '…'}
              onClick={() => end(daysOff)}
            >
              Remove
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
