import { cycleText } from '@reveille/core/schedules/cycle'
import { cityOf } from '@reveille/core/schedules/next-call-text'
import { clockTime } from '../../../format/local-formats.ts'
import { daysByTime } from '../../../format/time-words.ts'
import { differences, TheirsOrMine } from '../../../ui/form/theirs-or-mine.tsx'
import type { Seen, SharedDraft } from '../../../ui/form/use-shared-draft.ts'
import type { ScheduleDraft } from './schedule-draft.ts'

type Props = {
  shared: SharedDraft<ScheduleDraft>
  pending: boolean
  onKeep: (seen: Seen<ScheduleDraft>) => void
}

export const ChangedElsewhere = (props: Props) => (
  <TheirsOrMine {...props} details={scheduleDifferences}>
    This call was changed on another device
  </TheirsOrMine>
)

const scheduleDifferences = differences<ScheduleDraft>({
  wakeupTime: ['Wake-up time', ({ isRotating, wakeupTime }) => (isRotating ? 'by day' : clockTime(wakeupTime))],
  name: ['Name', ({ name }) => name && `“${name}”`],
  weekdays: ['When', whenWords],
  times: null,
  isRecurring: null,
  date: null,
  isRotating: null,
  firstDate: null,
  cycleTimes: null,
  timezone: ['Time zone', ({ timezone }) => cityOf(timezone)],
  proof: ["Proof that you're up", ({ proof }) => proof],
  snoozeMinutes: [
    'Snooze',
    ({ snoozeMinutes, snoozeLimit }) => (snoozeMinutes === 0 ? 'off' : `${snoozeMinutes} min, ${snoozeLimit} times`),
  ],
  snoozeLimit: null,
  callRetry: ['Calling again', ({ callRetry }) => onOrOff(callRetry)],
  advanceNotice: ['Text before', ({ advanceNotice }) => onOrOff(advanceNotice)],
})

const onOrOff = (on: boolean) => (on ? 'on' : 'off')

function whenWords({ isRecurring, isRotating, firstDate, cycleTimes, date, ...draft }: ScheduleDraft): string {
  if (isRotating) return `${cycleText({ times: cycleTimes.map((time) => time || null) }, clockTime)}, from ${firstDate}`
  if (!isRecurring) return date === '' ? 'no date' : `once on ${date}`
  const [first, ...others] = daysByTime(draft)
  if (first === undefined) return 'no day'
  return others.length === 0 ? first[0] : [first, ...others].map(([days, time]) => `${days} ${time}`).join(', ')
}
