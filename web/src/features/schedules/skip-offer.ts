import type { Schedule } from '@reveille/contract/schedules'

type SkipOffer = { label: string; at: string; skipped: boolean }

/**
 * SCHED-9: skips the next call, or removes the skip; null when there is none to skip, and while today's call is to ring
 * again: people read that as the next one, and it is stopped, not skipped.
 */
export function skipOffer({ isActive, nextCallAt, skippedCallAt, followUp }: Schedule): SkipOffer | null {
  if (!isActive) return null
  if (skippedCallAt !== null) return { label: 'Undo skip', at: skippedCallAt, skipped: false }
  if (nextCallAt === null || followUp) return null
  return { label: 'Skip next', at: nextCallAt, skipped: true }
}
