import type { DaysOff, NewDaysOff } from '@reveille/contract/plans/days-off'
import { useMutation } from '@tanstack/react-query'
import { toastFailure } from '../../../api/toast-failure.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { addDaysOff, removeDaysOff } from '../api.ts'
import { rangeText } from './days-off-words.ts'

const FAILED = 'Failed to save days off'

/** Takes days off and takes them back; each is undone from its message. */
export function useDaysOff() {
  const add = useMutation({ ...addDaysOff, onError: toastFailure(FAILED) })
  const remove = useMutation({ ...removeDaysOff, onError: toastFailure(FAILED) })

  function take(wanted: NewDaysOff, then?: () => void): void {
    add.mutate(wanted, {
      onSuccess({ daysOff }) {
        then?.()
        showToast({
          title: 'No calls on your days off',
          message: rangeText(daysOff),
          action: { label: 'Undo', run: () => remove.mutate(daysOff) },
        })
      },
    })
  }

  function end(daysOff: DaysOff): void {
    remove.mutate(daysOff, {
      onSuccess() {
        const { scheduleId, from, to, name } = daysOff
        showToast({
          title: 'Your calls are back on',
          message: rangeText(daysOff),
          action: { label: 'Undo', run: () => add.mutate({ scheduleId, from, to, name }) },
        })
      },
    })
  }

  return { take, end, isTaking: add.isPending, ending: remove.isPending ? (remove.variables?.id ?? null) : null }
}
