import { cycleText } from '@reveille/core/schedules/cycle'
import { cityOf } from '@reveille/core/schedules/next-call-text'
import { clockTime } from '../../../format/local-formats.ts'
import { daysByTime } from '../../../format/time-words.ts'
import { TheirsOrMine } from '../../../ui/form/theirs-or-mine.tsx'
import type { Seen, SharedDraft } from '../../../ui/form/use-shared-draft.ts'
import type { ScheduleDraft } from './schedule-draft.ts'

type Props = {
  shared: SharedDraft<ScheduleDraft>
  pending: boolean
  onKeep: (seen: Seen<ScheduleDraft>) => void
}

/** Another device saved this schedule: asks which version to keep. */
export function ChangedElsewhere({ shared, pending, onKeep }: Props) {
  const { theirs, draft, keepMine, takeTheirs } = shared
  if (theirs === null) return null
  return (
    <TheirsOrMine
      details={differences(theirs, draft)}
      pending={pending}
      onKeep={() => onKeep(keepMine())}
      onTake={takeTheirs}
    >
      This call was changed on another device
    </TheirsOrMine>
  )
}

const FIELDS: readonly (readonly [label: string, words: (draft: ScheduleDraft) => string])[] = [
  ['Wake-up time', ({ isRotating, wakeupTime }) => (isRotating ? 'by day' : clockTime(wakeupTime))],
  ['Name', ({ name }) => (name === '' ? 'none' : `“${name}”`)],
  ['When', whenWords],
  ['Time zone', ({ timezone }) => cityOf(timezone)],
  ["Proof that you're up", ({ proof }) => proof],
  [
    'Snooze',
    ({ snoozeMinutes, snoozeLimit }) => (snoozeMinutes === 0 ? 'off' : `${snoozeMinutes} min, ${snoozeLimit} times`),
  ],
  ['Calling again', ({ callRetry }) => onOrOff(callRetry)],
  ['Text before', ({ advanceNotice }) => onOrOff(advanceNotice)],
]

/** 'Wake-up time: 5:15 AM instead of 6:30 AM', one line per field. */
const differences = (theirs: ScheduleDraft, mine: ScheduleDraft): string[] =>
  FIELDS.map(([label, words]) => [label, words(theirs), words(mine)] as const)
    .filter(([, there, here]) => there !== here)
    .map(([label, there, here]) => `${label}: ${there} instead of ${here}`)

const onOrOff = (on: boolean) => (on ? 'on' : 'off')

function whenWords({ isRecurring, isRotating, firstDate, cycleTimes, date, ...draft }: ScheduleDraft): string {
  if (isRotating) return `${cycleText({ times: cycleTimes.map((time) => time || null) }, clockTime)}, from ${firstDate}`
  if (!isRecurring) return date === '' ? 'no date' : `once on ${date}`
  const [first, ...others] = daysByTime(draft)
  if (first === undefined) return 'no day'
  return others.length === 0 ? first[0] : [first, ...others].map(([days, time]) => `${days} ${time}`).join(', ')
}
