import type { Schedule } from '@reveille/contract/schedules'
import { useMutation } from '@tanstack/react-query'
import { toastFailure } from '../../api/toast-failure.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { deleteSchedule } from './api.ts'

type Props = { schedule: Schedule; name: string; onClose: () => void }

export function DeleteDialog({ schedule, name, onClose }: Props) {
  const remove = useMutation({
    ...deleteSchedule,
    onSuccess({ message: title, underWay }) {
      onClose()
      showToast({ title, ...(!underWay && { message: `${name} will not ring any more.` }) })
    },
    onError(error) {
      onClose()
      toastFailure('Failed to update schedule')(error)
    },
  })
  return (
    <Dialog
      title={`Delete ${name}?`}
      confirm="Delete"
      cancel="Keep it"
      look="danger"
      pending={remove.isPending && 'Deleting…'}
      onConfirm={() => remove.mutate(schedule)}
      onClose={onClose}
    >
      <p className="text-quiet">
        It will not ring any more, and this cannot be undone. The calls it made stay in your history.
      </p>
    </Dialog>
  )
}
