import type { Instant } from '@reveille/core/time/time-zone'
import type { Clock } from '../platform/clock/clock.ts'
import type { Services } from '../platform/services.ts'
import type { Self } from './dialler.ts'
import { beat, forgetWorkers } from './leases.sql.ts'
import { trackLiveness, HEARTBEAT_VALID_MS } from './liveness.ts'

export type Heartbeat = Omit<Self, 'id'> & {
  beat(): Promise<void>
  /** Whether the last heartbeat is so old that others take this worker for dead. */
  isSilent(): boolean
}

/** Tells the others that worker `id` is alive, and checks its clock against the database's. */
export function heartbeat({ db, clock, config, log }: Services, id: string, onWrongClock: () => void): Heartbeat {
  const check = clockCheck(clock)
  const liveness = trackLiveness(clock)
  let heardAt = clock.monotonic()
  let wasWrong = false

  return {
    async beat() {
      const askedAt = clock.monotonic()
      const databaseNow = await beat(db, { id, home: config.dataDir }, clock.now())
      heardAt = clock.monotonic()
      if (check.isTrusted()) liveness.beatArrived(askedAt)
      else liveness.lost()
      const verdict = check.judge(databaseNow, heardAt - askedAt)
      if (verdict === 'unsure') return
      const isWrong = verdict === 'wrong'
      if (isWrong !== wasWrong) log[isWrong ? 'error' : 'info']({ verdict }, 'own clock by the clock of the database')
      wasWrong = isWrong
      if (!isWrong) return
      liveness.lost()
      onWrongClock()
      // A heartbeat by a wrong clock would hold leases for as long as it is ahead.
      await forgetWorkers(db, { id })
    },
    isClockTrusted: check.isTrusted,
    aliveSince: liveness.aliveSince,
    isSilent: () => clock.monotonic() - heardAt > HEARTBEAT_VALID_MS,
  }
}

/** A wall clock that moves further against the monotonic clock was set. */
const MOST_STEP_MS = 250

/** An answer that took longer may show that a clock is wrong, but hardly that it is right. */
const TELLING_ANSWER_MS = 100

type ClockCheck = {
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
