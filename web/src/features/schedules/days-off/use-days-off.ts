import type { DaysOff, NewDaysOff } from '@reveille/contract/days-off'
import { useMutation } from '@tanstack/react-query'
import { toastFailure } from '../../../api/toast-failure.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { addDaysOff, removeDaysOff } from '../api.ts'
import { rangeText } from './days-off-words.ts'

const FAILED = 'Failed to save days off'

/** Takes days off; undone from its message. */
export function useTakeDaysOff(onTaken: () => void) {
  const failure = useFailure(FAILED)
  const undo = useMutation({ ...removeDaysOff, onError: toastFailure(FAILED) })
  const take = useMutation({
    ...addDaysOff,
    ...failure.of,
    onSuccess({ daysOff }) {
      onTaken()
      showToast({
        title: 'No calls on your days off',
        message: rangeText(daysOff),
        action: { label: 'Undo', run: () => undo.mutate(daysOff) },
      })
    },
  })
  return { take: (wanted: NewDaysOff) => take.mutate(wanted), isTaking: take.isPending, complaint: failure.complaint }
}

/** Takes them back; undone likewise. */
export function useEndDaysOff() {
  const failure = useFailure(FAILED)
  const undo = useMutation({ ...addDaysOff, onError: toastFailure(FAILED) })
  const end = useMutation({
    ...removeDaysOff,
    ...failure.of,
    onSuccess(_done, daysOff) {
      const { scheduleId, from, to, name } = daysOff
      showToast({
        title: 'Your calls are back on',
        message: rangeText(daysOff),
        action: { label: 'Undo', run: () => undo.mutate({ scheduleId, from, to, name }) },
      })
    },
  })
  const { isPending, variables } = end
  return {
    end: (daysOff: DaysOff) => end.mutate(daysOff),
    isEnding: ({ id }: DaysOff) => isPending && variables.id === id,
    complaintAbout: ({ id }: DaysOff) => (variables?.id === id ? failure.complaint : null),
  }
}
