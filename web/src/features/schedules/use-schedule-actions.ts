import type { Schedule } from '@reveille/contract/schedules'
import { useMutation } from '@tanstack/react-query'
import { toastFailure } from '../../api/toast-failure.ts'
import { callTimeText } from '../../format/local-formats.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { skipCall, toggleSchedule } from './api.ts'
import { skipOffer } from './skip-offer.ts'

type Action = { label: string; pending: boolean; run: () => void }

/** SCHED-8. What can be undone needs no confirmation: the toast offers undo. */
export function useToggle({ id, isActive }: Schedule): Action {
  const { mutate, isPending } = useMutation({
    ...toggleSchedule,
    onSuccess({ message }) {
      showToast({ title: message, action: { label: 'Undo', run: () => mutate(id) } })
    },
    onError: toastFailure('Failed to update schedule'),
  })
  return { label: isActive ? 'Pause' : 'Resume', pending: isPending, run: () => mutate(id) }
}

/** SCHED-9: null when the card offers no skip. */
export function useSkip(schedule: Schedule): Action | null {
  const { id, nextCallLocal } = schedule
  const { mutate, isPending } = useMutation({
    ...skipCall,
    onSuccess(done, { at, skipped }) {
      if (!skipped) return showToast({ title: 'Skip undone', message: "We'll call as planned." })
      const message = nextCallLocal === null ? '' : callTimeText(schedule, nextCallLocal)
      const undo = { label: 'Undo', run: () => mutate({ id, at, skipped: false }) }
      // A call that was already due does not come back.
      const isAhead = done.schedule?.skippedCallAt === at
      showToast({ title: 'Call skipped', message, ...(isAhead && { action: undo }) })
    },
    onError: toastFailure('Failed to update schedule'),
  })
  const offer = skipOffer(schedule)
  if (offer === null) return null
  const { label, at, skipped } = offer
  return { label, pending: isPending, run: () => mutate({ id, at, skipped }) }
}
