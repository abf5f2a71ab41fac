import type { NewSchedule, SchedulePreview } from '@reveille/contract/schedules'
import { cycleText } from '@reveille/core/schedules/cycle'
import { cityOf } from '@reveille/core/schedules/next-call-text'
import { dayNumber, weekdayOf } from '@reveille/core/time/calendar'
import { DAY_MS } from '@reveille/core/time/duration'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { messageOf, reasonOf } from '../../../api/api-failure.ts'
import { clockTime, shortDate } from '../../../format/local-formats.ts'
import { dayName, daysByTime, IN_FULL, timeSpan } from '../../../format/time-words.ts'
import { callsSwitch } from '../../../paths.ts'
import { TextLink } from '../../../ui/text-link.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { schedulePreview } from '../api.ts'
import { droppedSkipsText, keptSkipsText } from '../skip-words.ts'
import { checkDraft, type ScheduleDraft } from './schedule-draft.ts'

type Props = {
  id: number | null
  draft: ScheduleDraft
  /** All calls are off. */
  areOff: boolean
  /** This schedule is, and saving doesn't resume it. */
  isPaused: boolean
  /** The server doesn't know this zone, which a browser may have made up. */
  onUnknownZone: () => void
}

/** The form in one sentence, computed by the server. Above the fields on narrow screens. */
export function PreviewSentence({ draft, ...about }: Props) {
  const checked = checkDraft(draft)
  return (
    <div
      role="status"
      className="horizon horizon-2 min-h-36 self-stretch rounded-[1.75rem] px-6 pt-5 pb-14 max-xl:order-first xl:sticky xl:self-start xl:top-8 xl:row-span-2 xl:min-h-96 xl:px-8 xl:pt-8"
    >
      {checked.ok ? (
        <Sentence schedule={checked.schedule} {...about} />
      ) : (
        <p className="text-lg">{checked.faults[0]?.message}</p>
      )}
    </div>
  )
}

const NOT_NOW = "We couldn't work out your next call. Try again in a moment."

type SentenceProps = Omit<Props, 'draft'> & { schedule: NewSchedule }

function Sentence({ id, schedule, areOff, isPaused, onUnknownZone }: SentenceProps) {
  const { data: answer, isError, error } = useQuery(schedulePreview(id, schedule))
  const data = isError ? undefined : answer // its 'today' may be over
  const isUnknown = reasonOf(error) === 'timezone-unknown'
  const isKnown = reasonOf(error) === 'too-far-ahead'
  // Before the next key: it writes the whole draft as it was rendered.
  useLayoutEffect(() => {
    if (isUnknown) onUnknownZone()
  }, [isUnknown, onUnknownZone])
  const now = useNow(30_000)
  const mayRing = !areOff && !isPaused
  const next =
    mayRing && data?.nextCallAt && data.local
      ? `Next call: ${dayName(data.local)}, ${fromNow(Date.parse(data.nextCallAt) - now)} from now.`
      : null
  // Its line has its room before the answer, so that nothing moves beneath a finger.
  return (
    <>
      <p className="font-display text-2xl font-bold text-balance xl:text-3xl">
        {inWholeTimes(`${meaning(schedule)}.`)}
      </p>
      {isError && <p className="mt-2">{isKnown ? messageOf(error, NOT_NOW) : NOT_NOW}</p>}
      {areOff && (
        <p className="mt-2 text-lg font-semibold">
          All calls are off, so we won't call. <TextLink to={callsSwitch}>Turn calls back on</TextLink>
        </p>
      )}
      {!areOff && isPaused && (
        <p className="mt-2 text-lg font-semibold">Paused. Resume it on the dashboard to be called.</p>
      )}
      {(next !== null || (mayRing && data === undefined && !isError)) && (
        <p className="mt-2 min-h-14 text-lg sm:min-h-7">{next}</p>
      )}
      {data &&
        notesOf(data, noCallWords(schedule, now)).map((note) => (
          <p key={note} className="mt-2 font-semibold">
            {note}
          </p>
        ))}
    </>
  )
}

/** What else to know; `noCall`: why nothing rings, if no day off or skip is why. */
function notesOf(preview: SchedulePreview, noCall: string): string[] {
  const { keptSkips, droppedSkips, offUntil, nextCallAt, warning, local } = preview
  return [
    keptSkips && keptSkipsText(keptSkips),
    droppedSkips && droppedSkipsText(droppedSkips),
    offUntil && offText(offUntil),
    nextCallAt === null && !keptSkips && !offUntil && noCall,
    warning && local && WARNINGS[warning](local.time),
  ].filter((note) => typeof note === 'string')
}

const fromNow = (ms: number) => timeSpan(Math.max(0, ms)).replace(', ', ' and ')

const offText = (date: string) => `Days off through ${shortDate(date, weekdayOf(date))}. We won't call on those days.`

const WARNINGS = {
  gap: (time: string) => `Clocks go forward that night, so we'll call at ${clockTime(time)} instead.`,
  overlap: () => "Clocks go back that night, so this time happens twice. We'll call the first time.",
}

/** A zone may skip a date altogether (Samoa, December 30, 2011). */
function noCallWords({ date }: NewSchedule, now: number): string {
  const isAhead = date !== undefined && date !== null && Date.parse(date) - now > DAY_MS
  return isAhead
    ? "That date doesn't exist in this time zone. Pick another one."
    : 'That time has already passed. Pick a later one.'
}

/** Keeps '6:30 AM' on one line. */
const inWholeTimes = (text: string) => text.replaceAll(/(\d) ([ap]m)\b/gi, '$1\u00A0$2')

function meaning({ isRecurring, weekdays, times, cycle, date, wakeupTime, timezone }: NewSchedule): string {
  if (cycle) return `${cycleText(cycle, clockTime)}, ${cityOf(timezone)} time`
  const when = isRecurring
    ? daysByTime({ wakeupTime, times, weekdays }, IN_FULL)
    : [[dateWords(date ?? ''), clockTime(wakeupTime)]]
  return [...when.map((part) => part.join(' at ')), `${cityOf(timezone)} time`].join(', ')
}

const dateWords = (date: string) => (dayNumber(date) === null ? date : shortDate(date, weekdayOf(date)))
