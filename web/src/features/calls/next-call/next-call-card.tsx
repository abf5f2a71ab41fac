import type { Schedule } from '@reveille/contract/schedules'
import { earliestNextCall } from '@reveille/core/schedules/next-call-text'
import { daysBetween } from '@reveille/core/time/calendar'
import { useState } from 'react'
import { Card } from '../../../ui/card.tsx'
import { ChevronDown } from '../../../ui/icons/page-icons.tsx'
import { NextCallWordsPanel } from './next-call-words.tsx'

/** The words of the next call, to read and to hear, once they're asked for (WAKE-33). Nothing without such a call. */
export function NextCallCard({ schedules }: { schedules: readonly Schedule[] }) {
  const [isOpen, setOpen] = useState(false)
  const next = earliestNextCall(schedules)
  if (next === null) return null
  return (
    <section aria-labelledby="next-call-words">
      <Card>
        <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="-m-2 flex min-h-11 list-none items-center justify-between gap-3 rounded-lg p-2 [&::-webkit-details-marker]:hidden">
            <h2 id="next-call-words" className="text-xl">
              {isTomorrow(next) ? 'What will tomorrow say?' : 'What will your next call say?'}
            </h2>
            <ChevronDown
              aria-hidden="true"
              className="size-5 shrink-0 text-quiet transition-transform group-open:rotate-180"
            />
          </summary>
          {isOpen && (
            <div className="mt-7">
              <NextCallWordsPanel />
            </div>
          )}
        </details>
      </Card>
    </section>
  )
}

/** By the dates at the place of the call. */
const isTomorrow = ({ nextCallLocal: local }: Pick<Schedule, 'nextCallLocal'>): boolean =>
  local !== null && daysBetween(local.today, local.date) === 1
