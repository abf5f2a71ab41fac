import { cityOf, twelveHour } from '@reveille/core/schedules/next-call-text'
import { announcement } from '@reveille/core/texts/text-reply'
import { localDateTimeAt } from '@reveille/core/time/time-zone'
import { sureScreen, wants } from '../people/screen.ts'
import { iso, type Check } from './check.ts'
import type { OccurrenceFact } from './facts.ts'

const ANNOUNCEMENT = announcement('', '', '').split('at ', 1)[0] ?? ''

/** A call is announced this long before it, and hardly ever sooner. */
const AHEAD_MS = 15 * 60_000

/** From the last check of what its person wants to the request, if nothing delays the process. */
const LOOK_TO_REQUEST_MS = 3_000

/** A process that froze in between may be this late, and can't take a request back. */
const LONGEST_FREEZE_MS = 130_000

/** Every announcement is for a coming call, once, and none is for an unwanted call. */
export const checkAnnouncements: Check = ({ log, people, profile, faults }, { occurrences, gone }, report) => {
  const announced = new Set<number>()
  for (const text of log.texts) {
    const person = people.find(({ phones }) => phones.includes(text.to))
    if (person !== undefined && gone.includes(person)) continue
    if (!text.body.startsWith(ANNOUNCEMENT)) continue // about a changed number
    const own = occurrences.filter(({ userId, isSample }) => userId === person?.userId && !isSample)
    const meant = own.filter((occurrence) => isAnnouncedBy(occurrence, text, profile.clockOffsetMs))
    const words = `the text of ${iso(text.at)} to ${text.to}`
    const occurrence = meant.find(({ id }) => !announced.has(id))
    if (occurrence === undefined) {
      report(`I17 ${words} ${meant.length > 0 ? 'announces a call again' : 'announces no call that was to come'}`)
      continue
    }
    announced.add(occurrence.id)
    const screen = sureScreen(person?.screens ?? [], text.at - LOOK_TO_REQUEST_MS, text.at)
    if (screen === null || !faults.isFaultless(text.at - LONGEST_FREEZE_MS, text.at)) continue
    if (screen.phone !== text.to) report(`I17 ${words} went to a number that was given up`)
    else if (!meant.some((one) => wants(screen, one.scheduleId, one.dueAt)))
      report(`I17 ${words} is of an unwanted call`)
  }
}

/**
 * Whether this text announces the call and came before it. A frozen process may be late; another version may differ at
 * the end.
 */
function isAnnouncedBy({ dueAt, timezone }: OccurrenceFact, { at, body }: { at: number; body: string }, skew: number) {
  const time = twelveHour(localDateTimeAt(dueAt, timezone).time)
  const isNear = at >= dueAt - AHEAD_MS - skew && at <= dueAt + LONGEST_FREEZE_MS
  const [words = ''] = announcement(time, cityOf(timezone), '0000').split('0000')
  return isNear && body.startsWith(words) && /^\d{4} to skip /.test(body.slice(words.length))
}
