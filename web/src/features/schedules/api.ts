import type { NewSchedule, Schedule } from '@reveille/contract/schedules'
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.tsx'

export const scheduleList = queryOptions({
  queryKey: ['schedules'],
  queryFn: ({ signal }) => call('listSchedules', { signal }),
})

export const timezoneList = queryOptions({
  queryKey: ['timezones'],
  queryFn: ({ signal }) => call('listTimezones', { signal }),
})

/** When a schedule like this, or the one with `id` edited to it, would ring next, as computed by the server. */
export const schedulePreview = (id: number | null, schedule: NewSchedule) =>
  queryOptions({
    queryKey: ['schedule-preview', id, schedule],
    queryFn: ({ signal }) => call('previewSchedule', { body: schedule, signal, ...byId(id) }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

export const saveSchedule = mutationOptions({
  mutationFn: ({ id, schedule }: { id: number | null; schedule: NewSchedule }) =>
    call('saveSchedule', { body: schedule, ...byId(id) }),
  onSuccess: () => refetchSchedules(),
})

export const toggleSchedule = mutationOptions({
  mutationFn: (id: number) => call('toggleSchedule', { id }),
  onSettled: () => refetchSchedules(),
})

/** `at` is the call that the screen shows, so that no other one is skipped. */
export const skipCall = mutationOptions({
  mutationFn: ({ id, at, skipped }: { id: number; at: string; skipped: boolean }) =>
    call('skipSchedule', { id, body: { at, skipped } }),
  onSettled: () => refetchSchedules(),
})

export const stopForToday = mutationOptions({
  mutationFn: (id: number) => call('stopForToday', { id }),
  onSettled: () => refetchSchedules(),
})

export const deleteSchedule = mutationOptions({
  mutationFn: ({ id }: Schedule) => call('deleteSchedule', { id }),
  onSettled: () => refetchSchedules(),
})

function refetchSchedules() {
  return queryClient.invalidateQueries({ queryKey: scheduleList.queryKey })
}

function byId(id: number | null) {
  return id === null ? {} : { query: { id } }
}
