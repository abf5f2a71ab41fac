import type { Schedule } from '@reveille/contract/schedules'
import { cityOf, earliestNextCall } from '@reveille/core/schedules/next-call-text'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailure } from '../../api/use-failure.ts'
import { now } from '../../browser/clock.ts'
import { formatDate } from '../../browser/intl.ts'
import { inBrowser } from '../../browser/storage.ts'
import { browserZone } from '../../format/browser-zone.ts'
import { clockTime } from '../../format/local-formats.ts'
import { weekdaysText } from '../../format/time-words.ts'
import { Question } from '../../ui/question.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { moveSchedules } from './api.ts'
import { droppedSkipsText } from './skip-words.ts'

/** Asked again after a while: somebody who stays may think otherwise. */
const KEPT_MS = 30 * 86_400_000
const KEY = 'keptZones'

/** Whether somebody in this zone said of late that their calls stay where they are (WAKE-27). */
export function isKept(zone: string, at: number): boolean {
  return new Map(read()).get(zone)! > at
}

/** Not asked again in this zone for 30 days. */
export function keepZone(zone: string, at: number): void {
  const still = read().filter(([, until]) => until > at)
  inBrowser.write(KEY, JSON.stringify({ ...Object.fromEntries(still), [zone]: at + KEPT_MS }))
}

/** Until when no offer is made, by zone. Anything else that is stored there counts as nothing. */
function read(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(inBrowser.read(KEY) ?? '{}')
    return Object.entries(Object(stored)).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
  } catch {
    return []
  }
}

/** WAKE-27: nothing moves by itself, and the same prompt leads back. */
export function TravelPrompt({ schedules }: { schedules: readonly Schedule[] }) {
  const here = browserZone()
  const [openedAt] = useState(now)
  const [kept, setKept] = useState(() => isKept(here, openedAt))
  const failure = useFailure('Failed to move your calls')
  const { mutate, isPending } = useMutation({
    ...moveSchedules,
    ...failure.of,
    onSuccess(moved) {
      const dropped = moved.flatMap(({ droppedSkips }) => droppedSkips ?? [])
      showToast({
        title: `Your calls now ring on ${cityOf(here)} time`,
        ...(dropped.length > 0 && { message: droppedSkipsText(dropped) }),
      })
    },
  })
  const offer = kept ? null : travelOffer(schedules, here, openedAt)
  if (offer === null) return null
  const { words, move, keep, named, moving } = offer
  function answer(yes: boolean) {
    if (yes) return mutate({ moving, timezone: here })
    keepZone(here, now())
    setKept(true)
  }
  return (
    <Question yes={move} no={keep} details={named} pending={isPending} complaint={failure.complaint} onAnswer={answer}>
      {words}
    </Question>
  )
}

/** What somebody who travels is offered: their calls by the clock of the place where they are. */
type TravelOffer = {
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
export function travelOffer(schedules: readonly Schedule[], here: string, openedAt: number): TravelOffer | null {
  const recurring = schedules.filter(({ isActive, isRecurring }) => isActive && isRecurring)
  const next = earliestNextCall(recurring)
  if (next === null || next.nextCallAt === null || !isPlace(here) || !isPlace(next.timezone)) return null
  const at = Date.parse(next.nextCallAt)
  const { timezone: left, wakeupTime, nextCallLocal } = next
  const clocks = [openedAt, at].map((instant) => [clockAt(here, instant), clockAt(left, instant)] as const)
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
