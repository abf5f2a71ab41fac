import { useMutation } from '@tanstack/react-query'
import { toastFailure } from '../../../api/toast-failure.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { changeConsents } from '../api.ts'

const STOPPED = 'all calls are off'

/** Asks first: it pauses everything. Undone right away, what rang before rings again; later it takes a code to the phone (S72). */
export function StopCallsDialog({ onClose }: { onClose: () => void }) {
  const undo = useMutation({
    ...changeConsents,
    onSuccess(...done) {
      changeConsents.onSuccess?.(...done)
      showToast({ title: 'Calls are back on', message: "We'll call you as before.", about: STOPPED })
    },
    onError: toastFailure("Couldn't undo", { about: STOPPED }),
  })
  const failure = useFailure('Failed to save')
  const stop = useMutation({
    ...changeConsents,
    ...failure.of,
    onSuccess(...done) {
      changeConsents.onSuccess?.(...done)
      const [{ version }] = done
      const action = { label: 'Undo', run: () => undo.mutate({ calls: true, undo: true, version }) }
      showToast({ title: 'All calls are off', message: 'Every schedule is paused.', about: STOPPED, action })
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
      complaint={failure.complaint}
      onConfirm={() => stop.mutate({ calls: false })}
      onClose={onClose}
    >
      <p className="text-quiet">
        This pauses every schedule, so we won&apos;t call you. To turn calls back on later, you&apos;ll need a code from
        your phone.
      </p>
    </Dialog>
  )
}
