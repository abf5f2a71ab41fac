import type { LocalMoment } from '@reveille/contract/instant'
import type { Schedule } from '@reveille/contract/schedules'
import { call } from '../../api/call.ts'
import { alwaysRefetched } from '../../api/queries.tsx'
import { useRequest } from '../../api/use-request.ts'
import { callTimeText } from '../../format/local-formats.ts'
import { dayName } from '../../format/time-words.ts'
import { showToast } from '../../ui/toast/toast-store.ts'
import { inTurn, shownSchedule } from './api.ts'

const FAILED = 'Failed to update schedule'

/** No confirmation, because the toast offers undo. Optimistic: moves back if refused. */
export function useToggle({ id, isActive }: Schedule) {
  const { mutate, isPending, variables, complaint } = useRequest(FAILED, {
    async mutationFn({ on, version }: { on: boolean; version?: number }) {
      const shown = shownSchedule(id)
      // Already so, as after the previous press was refused.
      return shown?.isActive === on ? null : call('toggleSchedule', { id, version: version ?? shown?.version })
    },
    ...alwaysRefetched,
    scope: inTurn(id), // waits for a press under way
    onSuccess(done, { on, version }) {
      if (!done || version !== undefined) return // an undo shows on the card
      const run = () => mutate({ on: !on, version: done.version })
      showToast({ title: done.message, action: { label: 'Undo', run } })
    },
  })
  const isDone = isActive === variables?.on // the response was lost, or another device did it
  return {
    isOn: isPending ? variables.on : isActive,
    change: (on: boolean) => mutate({ on }),
    complaint: isDone ? null : complaint,
  }
}

/** `at` is the call on screen, so no other one is skipped; `local` is its local time. */
type SkipChange = { at: string; skipped: boolean; local: LocalMoment | null }

/** The skipped call on the card, and its action: skip, undo, or none. Optimistic, like the switch. */
export function useSkip(schedule: Schedule) {
  const { id, nextCallLocal, skippedCallAt, skippedCallLocal } = schedule
  const { mutate, isPending, variables, complaint } = useRequest(FAILED, {
    mutationFn: ({ at, skipped }: SkipChange) => call('skipSchedule', { id, body: { at, skipped } }),
    ...alwaysRefetched,
    scope: inTurn(id), // an early undo waits for the response
    onSuccess(done, { at, skipped, local }) {
      if (!skipped) return
      const undo = { label: 'Undo', run: () => mutate({ at, skipped: false, local }) }
      // A call that was already due does not come back.
      const isAhead = done.schedule?.skippedCallAt === at
      const message = local === null ? '' : callTimeText(schedule, local)
      showToast({ title: 'Call skipped', message, ...(isAhead && { action: undo }) })
    },
  })
  const offer = skipOffer(schedule)
  const run = () => {
    if (offer === null) return
    const isAsked = isPending && variables.at === offer.at && variables.skipped === offer.skipped
    if (isAsked) return // a double click
    mutate({ at: offer.at, skipped: offer.skipped, local: offer.skipped ? nextCallLocal : skippedCallLocal })
  }
  const shownMeanwhile = variables?.skipped ? variables.local : null
  const isDone = (skippedCallAt === variables?.at) === variables?.skipped
  return {
    skipped: isPending ? shownMeanwhile : skippedCallLocal,
    offer: offer && { label: offer.label, run },
    complaint: isDone ? null : complaint,
  }
}

type SkipOffer = { label: string; at: string; skipped: boolean }

/**
 * Skips the next call or removes the skip. Null with nothing to skip, and while today's call will ring again: people
 * take that for the next call, and it's stopped, not skipped.
 */
export function skipOffer(schedule: Schedule): SkipOffer | null {
  const { isActive, nextCallAt, nextCallLocal, skippedCallAt, followUp } = schedule
  if (!isActive) return null
  if (skippedCallAt !== null) return { label: 'Undo skip', at: skippedCallAt, skipped: false }
  if (nextCallAt === null || followUp) return null
  return {
    label: `Skip ${nextCallLocal === null ? 'today' : dayName(nextCallLocal)}'s call`,
    at: nextCallAt,
    skipped: true,
  }
}
