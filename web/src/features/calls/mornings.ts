import type { Call } from '@reveille/contract/calls'
import { timesInWords } from '@reveille/core/time/duration'
import { statusBadge } from '../../format/call-status.ts'
import { clockTime } from '../../format/local-formats.ts'
import type { Tone } from '../../ui/badge.tsx'

type Grouped = Pick<Call, 'id' | 'kind' | 'scheduleId' | 'morning'>

/** The calls of each morning, newest first as given; a sample stands alone. */
export function byMorning<C extends Grouped>(calls: readonly C[]): C[][] {
  const mornings = new Map<string, C[]>()
  // A morning that's open or was canceled has no instant here: its first call ends it.
  const firsts = new Map<number | null, number>()
  for (const call of calls) {
    const { id, kind, scheduleId, morning } = call
    const later = firsts.get(scheduleId) ?? 0
    const key = kind === 'sample' ? `sample ${id}` : `${scheduleId} ${morning?.dueAt ?? later}`
    const calledBefore = mornings.get(key)
    if (calledBefore) calledBefore.push(call)
    else mornings.set(key, [call])
    if (kind === 'first') firsts.set(scheduleId, later + 1)
  }
  return [...mornings.values()]
}

type Told = Pick<Call, 'kind' | 'phase' | 'status' | 'snoozed' | 'morning'>

/** 'Up at 6:28 AM, snoozed once': how a morning went, in one badge. `calls` are its own, newest first. */
export function morningWords(calls: readonly Told[]): { word: string; tone: Tone } {
  const [last] = calls
  const morning = last?.morning
  if (!last || !morning) {
    if (last && last.phase !== 'ended') return { word: 'Under way', tone: 'warn' }
    return statusBadge(last?.status ?? '', last?.snoozed)
  }
  switch (morning.outcome) {
    case 'answered': {
      const snoozes = calls.filter(({ snoozed }) => snoozed).length
      const snoozed = snoozes === 0 ? '' : `, snoozed ${timesInWords(snoozes)}`
      return { word: `Up at ${clockTime(morning.overAtLocal.time)}${snoozed}`, tone: 'good' }
    }
    case 'unconfirmed':
      return { word: 'Not confirmed', tone: 'warn' }
    case 'missed':
      return { word: calls.length === 1 ? 'Missed' : `Missed ${calls.length} calls`, tone: 'calm' }
    case 'failed':
      return { word: 'Failed', tone: 'bad' }
  }
}
