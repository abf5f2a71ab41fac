import type { Schedule } from '@reveille/contract/schedules'
import { rotationName } from '@reveille/core/schedules/cycle'
import { useMutation } from '@tanstack/react-query'
import { useFailure } from '../../api/use-failure.ts'
import { callTimeText, clockTime } from '../../format/local-formats.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { deleteSchedule, inTurn, stopForToday } from './api.ts'

type Props = { schedule: Schedule; onClose: () => void }

export function DeleteDialog({ schedule, onClose }: Props) {
  const { name, cycle, wakeupTime } = schedule
  const call = cycle ? rotationName(cycle) : `${clockTime(wakeupTime)} call`
  const failure = useFailure('Failed to update schedule')
  const remove = useMutation({
    ...deleteSchedule,
    ...failure.of,
    scope: inTurn(schedule.id),
    onSuccess({ message: title }) {
      onClose()
      showToast({ title })
    },
  })
  return (
    <Dialog
      title={name ? `Delete ${name}?` : `Delete your ${call}?`}
      confirm="Delete"
      cancel="Keep it"
      look="danger"
      pending={remove.isPending && 'Deleting…'}
      complaint={failure.complaint}
      onConfirm={() => remove.mutate(schedule.id)}
      onClose={onClose}
    >
      <p className="text-quiet">You can't undo this. Past calls stay in your history.</p>
    </Dialog>
  )
}

/** Confirms, because it can't be undone and may be pressed half asleep. */
export function StopDialog({ schedule, onClose }: Props) {
  const { id, isRecurring, nextCallLocal, followUp } = schedule
  const next = nextCallLocal === null ? '' : `Next call: ${callTimeText(schedule, nextCallLocal)}.`
  const failure = useFailure('Failed to update schedule')
  const stop = useMutation({
    ...stopForToday,
    ...failure.of,
    onSuccess({ message: title }) {
      onClose()
      showToast({ title })
    },
  })
  return (
    <Dialog
      title="Stop for today?"
      confirm="Stop for today"
      cancel="Keep calling"
      look="danger"
      pending={stop.isPending && 'Stopping…'}
      complaint={failure.complaint}
      onConfirm={() => stop.mutate(id)}
      onClose={onClose}
    >
      <p className="text-quiet">
        {followUp && `We won't call you again at ${clockTime(followUp.local.time)}. `}
        {isRecurring ? next : 'This one-time call will end and leave your list.'}
      </p>
    </Dialog>
  )
}
