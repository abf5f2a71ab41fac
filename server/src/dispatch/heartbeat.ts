import type { Instant } from '@reveille/core/time/time-zone'
import type { Clock } from '../platform/clock/clock.ts'
import type { Services } from '../platform/services.ts'
import type { Self } from './dialler.ts'
import { beat, forgetWorkers } from './leases.sql.ts'
import { trackLiveness, HEARTBEAT_VALID_MS } from './liveness.ts'

export type Heartbeat = Omit<Self, 'id'> & {
  beat(): Promise<void>
  /** Whether the last heartbeat is so old that others consider this worker dead. */
  isSilent(): boolean
}

/** Tells others that worker `id` is alive, and checks its clock against the database's. */
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
      // A heartbeat with a wrong time would hold leases for as long as the clock is ahead.
      await forgetWorkers(db, { id })
    },
    isClockTrusted: check.isTrusted,
    aliveSince: liveness.aliveSince,
    isSilent: () => clock.monotonic() - heardAt > HEARTBEAT_VALID_MS,
  }
}

/** A wall clock that moves further against the monotonic clock was set. */
const MOST_STEP_MS = 250

/** A slower answer may show that a clock is wrong, but hardly that it's right. */
const TELLING_ANSWER_MS = 100

type ClockCheck = {
  /** Compares our clock with the database's, whose answer took `tookMs`. */
  judge(databaseNow: Instant, tookMs: number): 'right' | 'wrong' | 'unsure'
  /** Whether it was right when last judged, and hasn't been set since. */
  isTrusted(): boolean
}

/**
 * Trusts our wall clock only once it was compared with the database's. Notices a step at once, not at the next
 * heartbeat.
 */
export function clockCheck(clock: Pick<Clock, 'now' | 'monotonic' | 'agreesWith'>): ClockCheck {
  const offset = () => clock.now() - clock.monotonic()
  let agreed: number | null = null
  let isJudged = false

  return {
    judge(databaseNow, tookMs) {
      const isWrong = !clock.agreesWith(databaseNow, tookMs)
      // The first answer counts anyway: this database may never be faster.
      if (!isWrong && isJudged && tookMs > TELLING_ANSWER_MS) return 'unsure'
      isJudged = true
      agreed = isWrong ? null : offset()
      return isWrong ? 'wrong' : 'right'
    },
    isTrusted: () => agreed !== null && Math.abs(offset() - agreed) <= MOST_STEP_MS,
  }
}
