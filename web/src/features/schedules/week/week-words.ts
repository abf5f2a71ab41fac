import type { Week } from '@reveille/contract/schedules'
import { cityOf } from '@reveille/core/schedules/next-call-text'
import { clockTime } from '../../../format/local-formats.ts'

/** 'No calls', '1 call', '5 calls'. */
export function callsInWeek(week: Week): string {
  const count = week.reduce((sum, { calls }) => sum + calls.length, 0)
  return count === 0 ? 'No calls' : count === 1 ? '1 call' : `${count} calls`
}

/** '6:30 AM Gym'; with its city where it is not in `zone`. */
export function ringText({ time, name, timezone }: Week[number]['calls'][number], zone: string): string {
  return [clockTime(time), name, timezone === zone ? null : `(${cityOf(timezone)})`]
    .filter((part) => part !== null)
    .join(' ')
}
