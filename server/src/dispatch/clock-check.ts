import type { Instant } from '@reveille/core/time/time-zone'
import type { Clock } from '../platform/clock/clock.ts'

/** A wall clock that moves further against the monotonic clock was set. */
const MOST_STEP_MS = 250

/** An answer that took longer may show that a clock is wrong, but hardly that it is right. */
const TELLING_ANSWER_MS = 100

export type ClockCheck = {
  /** Compares our clock with the database's, whose answer took `tookMs` to arrive. */
  judge(databaseNow: Instant, tookMs: number): 'right' | 'wrong' | 'unsure'
  /** Whether it was right when last judged, and has not been set since. */
  isTrusted(): boolean
}

/**
 * Whether our wall clock may be trusted: not before it was compared with the database's. A step is noticed at once, not
 * at the next heartbeat.
 */
export function clockCheck(clock: Pick<Clock, 'now' | 'monotonic' | 'agreesWith'>): ClockCheck {
  const offset = () => clock.now() - clock.monotonic()
  let agreed: number | null = null
  let isJudged = false

  return {
    judge(databaseNow, tookMs) {
      const isWrong = !clock.agreesWith(databaseNow, tookMs)
      // The first answer counts even so: a database may never be quicker.
      if (!isWrong && isJudged && tookMs > TELLING_ANSWER_MS) return 'unsure'
      isJudged = true
      agreed = isWrong ? null : offset()
      return isWrong ? 'wrong' : 'right'
    },
    isTrusted: () => agreed !== null && Math.abs(offset() - agreed) <= MOST_STEP_MS,
  }
}
