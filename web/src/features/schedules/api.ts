import type { NewSchedule, Schedule, SchedulePreview } from '@reveille/contract/schedules'
import { rotationName } from '@reveille/core/schedules/cycle'
import { cityOf, earliestNextCall } from '@reveille/core/schedules/next-call-text'
import { daysBetween } from '@reveille/core/time/calendar'
import { weekdayName } from '@reveille/core/time/weekday'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { queryClient } from '../../api/queries.tsx'
import { newerVersion, type Over, saveOver } from '../../api/save-over.ts'
import { now } from '../../browser/clock.ts'
import { browserZone } from '../../format/browser-zone.ts'
import { clockTime, shortDate } from '../../format/local-formats.ts'
import { followsDays, followsTime } from '../../live/turn-of-day.ts'
import { rememberNextCall } from '../../session/last-known-call.ts'

export const scheduleList = queryOptions({
  queryKey: ['schedules'],
  async queryFn({ signal }) {
    const schedules = await call('listSchedules', { signal })
    rememberNextCall(nextRing(schedules))
    return schedules
  },
  ...followsDays,
})

/** The schedule's current version, if `isSame` finds no change that the form shows. */
export const newerSchedule = (id: number | null, isSame: (newer: Schedule) => boolean) =>
  newerVersion(scheduleList, (list) => list.find((one) => one.id === id && isSame(one))?.version ?? null)

// Under the schedules' key, so a change of any refetches all.
export const comingWeek = { ...endpointQuery('comingWeek', ['schedules', 'week']), ...followsDays }
export const daysOffList = { ...endpointQuery('listDaysOff', ['schedules', 'days-off']), ...followsDays }

/** All cities with their local time, and when the server computed it. */
export const timezoneList = queryOptions({
  queryKey: ['timezones'],
  queryFn: async ({ signal }) => ({ zones: await call('listTimezones', { signal }), at: now() }),
  staleTime: 'static',
})

/** When a schedule like this, or the one with `id` after this edit, would ring next. */
export const schedulePreview = (id: number | null, schedule: NewSchedule) => ({
  ...endpointQuery('previewSchedule', ['schedule-preview', id, schedule], { body: schedule, ...byId(id) }),
  ...followsTime(({ nextCallAt }: SchedulePreview) => nextCallAt),
  placeholderData: keepPreviousData,
  gcTime: 0,
})

/** Before the refetch: a form that opens meanwhile must not start from the old version. */
function keep<S extends Schedule>(saved: S): S {
  queryClient.setQueryData(scheduleList.queryKey, (list) => list?.map((one) => (one.id === saved.id ? saved : one)))
  return saved
}

/** Loaded on use: the schema brings all zone names, too much for a first screen. */
export const loadDrafts = () => import('./form/schedule-draft.ts')

type Saved = { id: number | null; schedule: NewSchedule; over?: Over | undefined }

export const saveSchedule = ({ id, schedule, over }: Saved) =>
  saveOver(over, (version) => call('saveSchedule', { body: schedule, version, ...byId(id) })).then(keep)

/** Serializes one card's changes, so each uses the version that the previous one made. */
export const inTurn = (id: number) => ({ id: `schedule ${id}` })

export const shownSchedule = (id: number): Schedule | undefined =>
  queryClient.getQueryData(scheduleList.queryKey)?.find((schedule) => schedule.id === id)

function byId(id: number | null) {
  return id === null ? {} : { query: { id } }
}

type Ringing = Pick<Schedule, 'isActive' | 'isRecurring' | 'timezone' | 'nextCallAt' | 'nextCallLocal' | 'followUp'>

/** The next ring, snoozes included, in words that stay true until then: 'Monday, 6:30 AM'. */
export function nextRing(schedules: readonly Ringing[]): { at: string; words: string } | null {
  const rings = schedules.flatMap(({ followUp, ...schedule }) => [
    schedule,
    { ...schedule, nextCallAt: followUp?.at ?? null, nextCallLocal: followUp?.local ?? null },
  ])
  const next = earliestNextCall(rings)
  if (!next?.nextCallAt || next.nextCallLocal === null) return null
  const { date, time, weekday, today } = next.nextCallLocal
  const day = daysBetween(today, date) < 7 ? weekdayName(weekday) : shortDate(date, weekday)
  const zone = next.timezone === browserZone() ? '' : ` (${cityOf(next.timezone)} time)`
  return { at: next.nextCallAt, words: `${day}, ${clockTime(time)}${zone}` }
}

/** Paused schedules by name, or by time if unnamed. */
export const pausedNames = (
  schedules: readonly Pick<Schedule, 'isActive' | 'name' | 'wakeupTime' | 'cycle'>[],
): string[] =>
  schedules
    .filter(({ isActive }) => !isActive)
    .map(({ name, wakeupTime, cycle }) => name ?? (cycle ? rotationName(cycle) : clockTime(wakeupTime)))
