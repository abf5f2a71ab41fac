import type { DaysOff, NewDaysOff } from '@reveille/contract/days-off'
import type { LocalMoment } from '@reveille/contract/instant'
import type { NewSchedule, Schedule } from '@reveille/contract/schedules'
import { rotationName } from '@reveille/core/schedules/cycle'
import { cityOf, earliestNextCall } from '@reveille/core/schedules/next-call-text'
import { daysBetween } from '@reveille/core/time/calendar'
import { weekdayName } from '@reveille/core/time/weekday'
import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.tsx'
import { type Over, saveOver } from '../../api/save-over.ts'
import { now } from '../../browser/clock.ts'
import { browserZone } from '../../format/browser-zone.ts'
import { clockTime, shortDate } from '../../format/local-formats.ts'
import { fallbackInterval } from '../../live/live-updates.ts'
import { rememberNextCall } from '../../session/last-known-call.ts'

export const scheduleList = queryOptions({
  queryKey: ['schedules'],
  async queryFn({ signal }) {
    const schedules = await call('listSchedules', { signal })
    rememberNextCall(nextRing(schedules))
    return schedules
  },
  refetchInterval: fallbackInterval,
})

/** The schedule's current version, if `isSame` finds no change that the form shows. */
export const newerSchedule =
  (id: number | null, isSame: (newer: Schedule) => boolean): NonNullable<Over['newer']> =>
  async () => {
    const list = await queryClient.fetchQuery({ ...scheduleList, staleTime: 0 })
    const newer = list.find((schedule) => schedule.id === id)
    return newer !== undefined && isSame(newer) ? newer.version : null
  }

/** Under the schedules' key, so a change of either refetches both. */
export const comingWeek = queryOptions({
  queryKey: ['schedules', 'week'],
  queryFn: ({ signal }) => call('comingWeek', { signal }),
  refetchInterval: fallbackInterval,
})

/** Under the schedules' key, so a change of either refetches both. */
export const daysOffList = queryOptions({
  queryKey: ['schedules', 'days-off'],
  queryFn: ({ signal }) => call('listDaysOff', { signal }),
  refetchInterval: fallbackInterval,
})

export const addDaysOff = mutationOptions({
  mutationFn: (daysOff: NewDaysOff) => call('addDaysOff', { body: daysOff }),
})

/** One by one; after a failure, those before it are saved. */
export const addManyDaysOff = mutationOptions({
  async mutationFn({ all }: { all: readonly NewDaysOff[] }) {
    for (const daysOff of all) await call('addDaysOff', { body: daysOff })
    return all
  },
  meta: { refetch: 'also after a failure' },
})

export const removeDaysOff = mutationOptions({
  mutationFn: ({ id }: DaysOff) => call('removeDaysOff', { id }),
  meta: { refetch: 'also after a failure' },
})

/** All cities with their local time, and when the server computed it. */
export const timezoneList = queryOptions({
  queryKey: ['timezones'],
  queryFn: async ({ signal }) => ({ zones: await call('listTimezones', { signal }), at: now() }),
  staleTime: 'static',
})

/** When a schedule like this, or the one with `id` after this edit, would ring next. */
export const schedulePreview = (id: number | null, schedule: NewSchedule) =>
  queryOptions({
    queryKey: ['schedule-preview', id, schedule],
    queryFn: ({ signal }) => call('previewSchedule', { body: schedule, signal, ...byId(id) }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

/** Before the refetch: a form that opens meanwhile must not start from the old version. */
function keep<S extends Schedule>(saved: S): S {
  queryClient.setQueryData(scheduleList.queryKey, (list) => list?.map((one) => (one.id === saved.id ? saved : one)))
  return saved
}

export const saveSchedule = mutationOptions({
  mutationFn: ({ id, schedule, over }: { id: number | null; schedule: NewSchedule; over?: Over }) =>
    saveOver(over, (version) => call('saveSchedule', { body: schedule, version, ...byId(id) })).then(keep),
})

/** The defaults of the form, without opening it. */
export const saveUsualSchedule = mutationOptions({
  async mutationFn() {
    // Loaded on use: the schema brings all zone names, too much for a first screen.
    const { checkDraft, newDraft } = await import('./form/schedule-draft.ts')
    const checked = checkDraft(newDraft(browserZone()))
    if (!checked.ok) throw new Error(checked.faults[0]?.message)
    return call('saveSchedule', { body: checked.schedule })
  },
})

/** Sequential, so the cards show which ones moved before a failure. */
export const moveSchedules = mutationOptions({
  async mutationFn({ moving, timezone }: { moving: readonly Schedule[]; timezone: string }) {
    // Loaded on use: the schema brings all zone names, too much for a first screen.
    const { checkDraft, draftOf } = await import('./form/schedule-draft.ts')
    const moved = []
    for (const schedule of moving) {
      const checked = checkDraft({ ...draftOf(schedule), timezone })
      if (!checked.ok) throw new Error(`schedule ${schedule.id} can't be moved: ${checked.faults[0]?.message}`)
      moved.push(
        keep(await call('saveSchedule', { body: checked.schedule, version: schedule.version, ...byId(schedule.id) })),
      )
    }
    return moved
  },
  meta: { refetch: 'also after a failure' },
})

/** The card shows whether it was done, even if the response was lost. */
const onCard = { meta: { refetch: 'also after a failure' } } as const

/** Serializes one card's changes, so each uses the version that the previous one made. */
export const inTurn = (id: number) => ({ id: `schedule ${id}` })

const versionShown = (client: QueryClient, id: number) =>
  client.getQueryData(scheduleList.queryKey)?.find((schedule) => schedule.id === id)?.version

type Toggle = { id: number; on: boolean; version?: number }

/**
 * `on` is the optimistic state; null if it's already so, as after the previous press was refused. `version` is for an
 * undo; a press uses the card's.
 */
export const toggleSchedule = mutationOptions({
  mutationFn: async ({ id, on, version }: Toggle, { client }) => {
    const shown = client.getQueryData(scheduleList.queryKey)?.find((schedule) => schedule.id === id)
    return shown?.isActive === on ? null : call('toggleSchedule', { id, version: version ?? shown?.version })
  },
  ...onCard,
})

type SkipChange = { id: number; at: string; skipped: boolean; local: LocalMoment | null }

/** `at` is the call on screen, so no other one is skipped; `local` is its local time. */
export const skipCall = mutationOptions({
  mutationFn: ({ id, at, skipped }: SkipChange) => call('skipSchedule', { id, body: { at, skipped } }),
  ...onCard,
})

type NoteChange = { id: number; at: string; text: string; before: string; over?: Over }

/** `at` is the call on screen, so no other one gets the note. `before` is the note that undo restores. */
export const writeNote = mutationOptions({
  mutationFn: ({ id, at, text, over }: NoteChange) =>
    saveOver(over, (version) => call('writeNote', { id, body: { at, text }, version })),
  ...onCard,
})

export const stopForToday = mutationOptions({
  mutationFn: (id: number) => call('stopForToday', { id }),
  ...onCard,
})

export const deleteSchedule = mutationOptions({
  mutationFn: (id: number, { client }) => call('deleteSchedule', { id, version: versionShown(client, id) }),
  ...onCard,
})

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
  const day = (daysBetween(today, date) ?? 7) < 7 ? weekdayName(weekday) : shortDate(date, weekday)
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
