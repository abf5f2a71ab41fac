import type { NewSchedule } from '@reveille/contract/schedules'
import { cityOf, shortDate, twelveHour } from '@reveille/core/schedules/next-call-text'
import { dayNumber, weekdayOf } from '@reveille/core/time/calendar'
import { useQuery } from '@tanstack/react-query'
import { daysByTime, dayWord, timeSpan, weekdaysText } from '../../../format/time-words.ts'
import { useNow } from '../../../ui/use-now.ts'
import { schedulePreview } from '../api.ts'
import { droppedSkipsText, keptSkipsText } from '../skip-words.ts'
import { checkDraft, type ScheduleDraft } from './schedule-draft.ts'

/** The form's meaning in one sentence, as the server understands it: above the fields where there is no room beside. */
export function PreviewSentence({ id, draft }: { id: number | null; draft: ScheduleDraft }) {
  const checked = checkDraft(draft)
  return (
    <div
      role="status"
      className="horizon horizon-2 min-h-36 self-stretch rounded-[1.75rem] px-6 pt-5 pb-14 max-xl:order-first xl:sticky xl:self-start xl:top-8 xl:row-span-2 xl:min-h-96 xl:px-8 xl:pt-8"
    >
      {checked.ok ? (
        <Sentence id={id} schedule={checked.schedule} />
      ) : (
        <p className="text-lg">{checked.faults[0]?.message}</p>
      )}
    </div>
  )
}

function Sentence({ id, schedule }: { id: number | null; schedule: NewSchedule }) {
  const { data, isError } = useQuery(schedulePreview(id, schedule))
  const now = useNow(30_000)
  return (
    <>
      <p className="font-display text-2xl font-bold text-balance xl:text-3xl">{`${meaning(schedule)}.`}</p>
      {isError && <p className="mt-2">When it rings next could not be worked out just now.</p>}
      {data?.nextCallAt && data.local && (
        <p className="mt-2 text-lg">
          {`Next: ${dayWord(data.local)}, in ${timeSpan(Math.max(0, Date.parse(data.nextCallAt) - now))}.`}
        </p>
      )}
      {data?.keptSkips && <p className="mt-2 font-semibold">{keptSkipsText(data.keptSkips)}</p>}
      {data?.droppedSkips && <p className="mt-2 font-semibold">{droppedSkipsText(data.droppedSkips)}</p>}
      {data?.offUntil && <p className="mt-2 font-semibold">{offText(data.offUntil)}</p>}
      {data?.nextCallAt === null && !data.keptSkips && !data.offUntil && (
        <p className="mt-2 font-semibold">This moment has passed, or it does not exist there. Nothing would ring.</p>
      )}
      {data?.warning && <p className="mt-2 font-semibold">{WARNINGS[data.warning]}</p>}
    </>
  )
}

const offText = (date: string) => `Days off until ${shortDate(date, weekdayOf(date))}: nothing rings before.`

const WARNINGS = {
  gap: 'The clocks skip this time on that day. The call comes as much later as they skip.',
  overlap: 'This time comes twice on that day. The call comes the first time.',
}

function meaning({ isRecurring, weekdays, times, date, wakeupTime, timezone }: NewSchedule): string {
  const byTime = isRecurring ? daysByTime({ wakeupTime, times, weekdays }) : []
  if (byTime.length > 1) {
    const parts = byTime.map(([days, time]) => `${days} at ${time}`)
    return `Every ${new Intl.ListFormat('en').format(parts)} in ${cityOf(timezone)}`
  }
  const days = weekdaysText(weekdays)
  const when = isRecurring ? (days === 'Every day' ? days : `Every ${days}`) : dateWords(date ?? '')
  return `${when} at ${byTime[0]?.[1] ?? twelveHour(wakeupTime)} in ${cityOf(timezone)}`
}

const dateWords = (date: string) => (dayNumber(date) === null ? date : shortDate(date, weekdayOf(date)))
