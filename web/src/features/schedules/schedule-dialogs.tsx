import type { Schedule } from '@reveille/contract/schedules'
import { rotationName } from '@reveille/core/schedules/cycle'
import { call } from '../../api/call.ts'
import { alwaysRefetched } from '../../api/queries.tsx'
import { useRequest } from '../../api/use-request.ts'
import { callTimeText, clockTime } from '../../format/local-formats.ts'
import { DangerDialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast/toast-store.ts'
import { inTurn, shownSchedule } from './api.ts'

type Props = { schedule: Schedule; onClose: () => void }

export function DeleteDialog({ schedule, onClose }: Props) {
  const { id, name, cycle, wakeupTime } = schedule
  const what = cycle ? rotationName(cycle) : `${clockTime(wakeupTime)} call`
  const remove = useRequest('Failed to update schedule', {
    mutationFn: () => call('deleteSchedule', { id, version: shownSchedule(id)?.version }),
    ...alwaysRefetched,
    scope: inTurn(id),
    onSuccess({ message: title }) {
      onClose()
      showToast({ title })
    },
  })
  return (
    <DangerDialog
      title={name ? `Delete ${name}?` : `Delete your ${what}?`}
      confirm="Delete"
      cancel="Keep it"
      request={remove}
      pendingLabel="Deleting…"
      onClose={onClose}
    >
      You can't undo this. Past calls stay in your history.
    </DangerDialog>
  )
}

/** Confirms, because it can't be undone and may be pressed half asleep. */
export function StopDialog({ schedule, onClose }: Props) {
  const { id, isRecurring, nextCallLocal, followUp } = schedule
  const next = nextCallLocal === null ? '' : `Next call: ${callTimeText(schedule, nextCallLocal)}.`
  const stop = useRequest('Failed to update schedule', {
    mutationFn: () => call('stopForToday', { id }),
    ...alwaysRefetched,
    onSuccess({ message: title }) {
      onClose()
      showToast({ title })
    },
  })
  return (
    <DangerDialog
      title="Stop for today?"
      confirm="Stop for today"
      cancel="Keep calling"
      request={stop}
      pendingLabel="Stopping…"
      onClose={onClose}
    >
      {followUp && `We won't call you again at ${clockTime(followUp.local.time)}. `}
      {isRecurring ? next : 'This one-time call will end and leave your list.'}
    </DangerDialog>
  )
}
