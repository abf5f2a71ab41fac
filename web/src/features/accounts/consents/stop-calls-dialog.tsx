import { useMutation } from '@tanstack/react-query'
import { toastFailure } from '../../../api/toast-failure.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { changeConsents } from '../api.ts'

/** Asks first: it pauses everything, and is undone with a code to the phone only (S72). */
export function StopCallsDialog({ onClose }: { onClose: () => void }) {
  const stop = useMutation({
    ...changeConsents,
    onSuccess(...done) {
      changeConsents.onSuccess?.(...done)
      showToast({ title: 'All calls are off', message: 'Every schedule is paused.' })
      onClose()
    },
    onError(failure) {
      toastFailure('Failed to save')(failure)
      onClose()
    },
  })
  return (
    <Dialog
      title="Turn off all calls?"
      confirm="Turn off"
      cancel="Keep my calls"
      look="danger"
      pending={stop.isPending && 'Turning off…'}
      onConfirm={() => stop.mutate({ calls: false })}
      onClose={onClose}
    >
      <p className="text-quiet">
        This pauses every schedule, so we won&apos;t call you. To turn calls back on, we&apos;ll send your phone a code.
      </p>
    </Dialog>
  )
}
