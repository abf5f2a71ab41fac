import type { DaysOff, NewDaysOff } from '@reveille/contract/days-off'
import type { Schedule } from '@reveille/contract/schedules'
import { rotationName } from '@reveille/core/schedules/cycle'
import { cityOf } from '@reveille/core/schedules/next-call-text'
import { type LocalDate, weekdayOf } from '@reveille/core/time/calendar'
import { useMutation } from '@tanstack/react-query'
import { toastFailure } from '../../../api/api-failure.ts'
import { call } from '../../../api/call.ts'
import { alwaysRefetched } from '../../../api/queries.tsx'
import { useRequest } from '../../../api/use-request.ts'
import { clockTime, shortDate } from '../../../format/local-formats.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'

const FAILED = 'Failed to save days off'
const addition = { mutationFn: (body: NewDaysOff) => call('addDaysOff', { body }), ...alwaysRefetched }
const removal = { mutationFn: ({ id }: DaysOff) => call('removeDaysOff', { id }), ...alwaysRefetched }

export function useTakeDaysOff(onTaken: () => void) {
  const undo = useMutation({ ...removal, onError: toastFailure(FAILED) })
  return useRequest(FAILED, {
    ...addition,
    onSuccess({ daysOff }) {
      onTaken()
      showToast({
        title: 'No calls on your days off',
        message: rangeText(daysOff),
        action: { label: 'Undo', run: () => undo.mutate(daysOff) },
      })
    },
  })
}

export function useEndDaysOff() {
  const undo = useMutation({ ...addition, onError: toastFailure(FAILED) })
  return useRequest(FAILED, {
    ...removal,
    // After the refetch, which has moved the focus from the removed line to where Undo returns it.
    onSettled(_done, error, daysOff) {
      if (error !== null) return
      const { scheduleId, from, to, name } = daysOff
      showToast({
        title: 'Your calls are back on',
        message: rangeText(daysOff),
        action: { label: 'Undo', run: () => undo.mutate({ scheduleId, from, to, name }) },
      })
    },
  })
}

/** A schedule in a list: 'Gym, 6:30 AM in Sydney', 'Ward, 8-day rotation in Sydney'. */
export function scheduleTitle(schedule: Pick<Schedule, 'name' | 'wakeupTime' | 'cycle' | 'timezone'>): string {
  const { name, wakeupTime, cycle, timezone } = schedule
  const when = `${cycle ? rotationName(cycle) : clockTime(wakeupTime)} in ${cityOf(timezone)}`
  return name === null ? when : `${isolated(name)}, ${when}`
}

/** A name written from right to left would draw in the time that follows it. */
const isolated = (name: string) => (/[\u0590-\u08FF\uFB1D-\uFEFC]/.test(name) ? `\u2068${name}\u2069` : name)

/** 'Mon, Jan 18' or 'Mon, Jan 18 – Sun, Jan 24', with the years when they differ. */
export function rangeText({ from, to }: Pick<DaysOff, 'from' | 'to'>): string {
  if (from === to) return dateText(from)
  const year = from.slice(0, 4) === to.slice(0, 4) ? '' : `, ${from.slice(0, 4)}`
  return `${dateText(from)}${year} – ${dateText(to)}${year === '' ? '' : `, ${to.slice(0, 4)}`}`
}

const dateText = (date: LocalDate) => shortDate(date, weekdayOf(date))

/** 'Holiday: Mon, Jan 18 – Sun, Jan 24 · Gym, 6:30 AM in Sydney'; without a schedule they are for all calls. */
export function daysOffText(daysOff: DaysOff, schedules: readonly Schedule[]): string {
  const only = schedules.find(({ id }) => id === daysOff.scheduleId)
  const label = `${daysOff.name ?? 'Days off'}: ${rangeText(daysOff)}`
  return only === undefined ? label : `${label} · ${scheduleTitle(only)}`
}
