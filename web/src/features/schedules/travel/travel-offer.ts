import type { Schedule } from '@reveille/contract/schedules'
import { cityOf, earliestNextCall } from '@reveille/core/schedules/next-call-text'
import { formatDate } from '../../../browser/intl.ts'
import { clockTime } from '../../../format/local-formats.ts'
import { weekdaysText } from '../../../format/time-words.ts'

/** What somebody who travels is offered: their calls by the clock of the place where they are. */
export type TravelOffer = {
  /** 'You seem to be in Lisbon. 6:30 AM in Sydney is 7:30 PM here.' */
  words: string
  move: string
  keep: string
  /** What moves: the active recurring schedules in the zone that is left. */
  moving: readonly Schedule[]
  /** Each of them in words, when there are several. */
  named: readonly string[]
}

/**
 * WAKE-27: offered while the browser's clock differs from that of the next recurring call, now or at that call. Only
 * between places: a browser or a schedule by UTC is nowhere. `here` is the browser's zone.
 */
export function travelOffer(schedules: readonly Schedule[], here: string, now: number): TravelOffer | null {
  const recurring = schedules.filter(({ isActive, isRecurring }) => isActive && isRecurring)
  const next = earliestNextCall(recurring)
  if (next === null || next.nextCallAt === null || !isPlace(here) || !isPlace(next.timezone)) return null
  const at = Date.parse(next.nextCallAt)
  const { timezone: left, wakeupTime, nextCallLocal } = next
  const clocks = [now, at].map((instant) => [clockAt(here, instant), clockAt(left, instant)] as const)
  const timeHere = timeAt(here, at)
  // A browser that doesn't know one of the zones can't compare them.
  if (timeHere === null || clocks.flat().includes(null) || clocks.every(([one, other]) => one === other)) return null
  const moving = recurring.filter(({ timezone }) => timezone === left)
  const time = clockTime(nextCallLocal?.time ?? wakeupTime) // another one on some weekdays
  const what = moving.length === 1 ? time : moving.length === 2 ? 'both calls' : `all ${moving.length} calls`
  return {
    words: `You seem to be in ${cityOf(here)}. ${time} in ${cityOf(left)} is ${timeHere} here.`,
    move: moving.length === 1 ? `Ring at ${time} ${cityOf(here)} time` : `Ring ${what} on ${cityOf(here)} time`,
    keep: `Keep ${cityOf(left)}`,
    moving,
    named: moving.length === 1 ? [] : moving.map(inWords),
  }
}

const inWords = ({ name, wakeupTime, weekdays }: Schedule): string =>
  [name, clockTime(wakeupTime), weekdaysText(weekdays)].filter((part) => part !== null).join(', ')

const isPlace = (zone: string): boolean => zone.includes('/') && !zone.startsWith('Etc/')

/** Date and time on the clocks of a zone: the browser's own data is good enough for an offer. */
const clockAt = (timeZone: string, at: number): string | null =>
  formatDate('en-US', { timeZone, dateStyle: 'short', timeStyle: 'short' }, at)

function timeAt(timeZone: string, at: number): string | null {
  const time = formatDate('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, at)
  return time && clockTime(time)
}
