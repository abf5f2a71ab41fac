import type { Schedule } from '@reveille/contract/schedules'
import { cycleText } from '@reveille/core/schedules/cycle'
import { cityOf, earliestNextCall } from '@reveille/core/schedules/next-call-text'
import { DAY_MS } from '@reveille/core/time/duration'
import { useState } from 'react'
import { alwaysRefetched } from '../../api/queries.tsx'
import { useRequest } from '../../api/use-request.ts'
import { now } from '../../browser/clock.ts'
import { formatDate } from '../../browser/intl.ts'
import { inBrowser } from '../../browser/storage.ts'
import { browserZone } from '../../format/browser-zone.ts'
import { clockTime } from '../../format/local-formats.ts'
import { weekdaysText } from '../../format/time-words.ts'
import { Question } from '../../ui/question.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { loadDrafts, saveSchedule } from './api.ts'
import { droppedSkipsText } from './skip-words.ts'

/** Asks again after a while, in case the person stays. */
const KEPT_MS = 30 * DAY_MS
const KEY = 'keptZones'

export function isKept(zone: string, at: number): boolean {
  return (new Map(read()).get(zone) ?? 0) > at
}

export function keepZone(zone: string, at: number): void {
  const still = read().filter(([, until]) => until > at)
  inBrowser.write(KEY, JSON.stringify({ ...Object.fromEntries(still), [zone]: at + KEPT_MS }))
}

/** Expiry of each declined zone. Malformed storage is ignored. */
function read(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(inBrowser.read(KEY) ?? '{}')
    return Object.entries(Object(stored)).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
  } catch {
    return []
  }
}

/** Nothing moves without a press, and the prompt offers the way back too. */
export function TravelPrompt({ schedules }: { schedules: readonly Schedule[] }) {
  const here = browserZone()
  const [openedAt] = useState(now)
  const [kept, setKept] = useState(() => isKept(here, openedAt))
  const { mutate, isPending, complaint } = useRequest('Failed to move your calls', {
    // Sequential, so the cards show which ones moved before a failure.
    async mutationFn(moving: readonly Schedule[]) {
      const { draftOf, validSchedule } = await loadDrafts()
      const moved = []
      for (const one of moving) {
        const schedule = validSchedule({ ...draftOf(one), timezone: here })
        moved.push(await saveSchedule({ id: one.id, schedule, over: { version: one.version } }))
      }
      return moved
    },
    ...alwaysRefetched,
    onSuccess(moved) {
      const dropped = moved.flatMap(({ droppedSkips }) => droppedSkips ?? [])
      if (dropped.length === 0) return // the cards show the city
      showToast({ title: `Your calls now ring on ${cityOf(here)} time`, message: droppedSkipsText(dropped) })
    },
  })
  const offer = kept ? null : travelOffer(schedules, here, openedAt)
  if (offer === null) return null
  const { words, move, keep, named, moving } = offer
  function answer(yes: boolean) {
    if (yes) return mutate(moving)
    keepZone(here, now())
    setKept(true)
  }
  return (
    <Question yes={move} no={keep} details={named} pending={isPending} complaint={complaint} onAnswer={answer}>
      {words}
    </Question>
  )
}

/**
 * Offered while the browser's local time differs from the next recurring call's, now or at that call. Never for UTC,
 * which isn't a place. `here` is the browser's zone. `named` lists several calls, one a line.
 */
export function travelOffer(schedules: readonly Schedule[], here: string, openedAt: number) {
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
  const time = clockTime(nextCallLocal?.time ?? wakeupTime) // some weekdays have their own
  const what = moving.length === 1 ? time : moving.length === 2 ? 'both calls' : `all ${moving.length} calls`
  return {
    words: `You seem to be in ${cityOf(here)}. ${time} in ${cityOf(left)} is ${timeHere} here.`,
    move:
      moving.length === 1
        ? `Ring ${next.cycle ? 'on' : `at ${time}`} ${cityOf(here)} time`
        : `Ring ${what} on ${cityOf(here)} time`,
    keep: `Keep ${cityOf(left)}`,
    moving,
    named: moving.length === 1 ? [] : moving.map(inWords),
  }
}

const inWords = ({ name, wakeupTime, weekdays, cycle }: Schedule): string =>
  [name, ...(cycle ? [cycleText(cycle, clockTime)] : [clockTime(wakeupTime), weekdaysText(weekdays)])]
    .filter((part) => part !== null)
    .join(', ')

const isPlace = (zone: string): boolean => zone.includes('/') && !zone.startsWith('Etc/')

/** Local date and time in a zone. The browser's zone data is good enough for an offer. */
const clockAt = (timeZone: string, at: number): string | null =>
  formatDate('en-US', { timeZone, dateStyle: 'short', timeStyle: 'short' }, at)

function timeAt(timeZone: string, at: number): string | null {
  const time = formatDate('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, at)
  return time && clockTime(time)
}
