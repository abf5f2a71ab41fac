import type { Instant } from '@reveille/core/time/time-zone'
import type { Clock } from '../platform/clock/clock.ts'

/** A clock that moves further against the one that never steps was set by somebody. */
const MOST_STEP_MS = 250

/** An answer that was under way for longer can show that a clock is wrong, but hardly that it is right. */
const TELLING_ANSWER_MS = 100

export type ClockTrust = {
  /** Compares it with the database's, whose answer, just here, was under way for `tookMs`. */
  judge(databaseNow: Instant, tookMs: number): 'right' | 'wrong' | 'unsure'
  /** Whether it was right when last judged, and was not set since. */
  isGiven(): boolean
}

/**
 * Whether the time of day may be decided by: not before it was compared with the database's, and a step is noticed at
 * once, not at the next heartbeat.
 */
export function trustInClock(clock: Pick<Clock, 'now' | 'monotonic' | 'agreesWith'>): ClockTrust {
  const offset = () => clock.now() - clock.monotonic()
  let agreed: number | null = null
  let isJudged = false

  return {
    judge(databaseNow, tookMs) {
      const isWrong = !clock.agreesWith(databaseNow, tookMs)
      // The first answer is believed all the same: a database may never be quicker.
      if (!isWrong && isJudged && tookMs > TELLING_ANSWER_MS) return 'unsure'
      isJudged = true
      agreed = isWrong ? null : offset()
      return isWrong ? 'wrong' : 'right'
    },
    isGiven: () => agreed !== null && Math.abs(offset() - agreed) <= MOST_STEP_MS,
  }
}
