import type { Schedule } from '@reveille/contract/schedules'
import { cityOf, earliestNextCall } from '@reveille/core/schedules/next-call-text'
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
  const differs = [now, at].some((instant) => clockAt(here, instant) !== clockAt(left, instant))
  if (!differs) return null
  const moving = recurring.filter(({ timezone }) => timezone === left)
  const time = clockTime(nextCallLocal?.time ?? wakeupTime) // another one on some weekdays
  const what = moving.length === 1 ? time : moving.length === 2 ? 'both calls' : `all ${moving.length} calls`
  return {
    words: `You seem to be in ${cityOf(here)}. ${time} in ${cityOf(left)} is ${timeAt(here, at)} here.`,
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
function clockAt(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
}

function timeAt(timeZone: string, at: number): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return clockTime(time.format(at))
}
