import type { Services } from '../platform/services.ts'
import { trustInClock } from './clock-check.ts'
import type { Self } from './dialler.ts'
import { beat, forgetWorkers } from './leases.sql.ts'
import { pulse, HEARTBEAT_VALID_MS } from './liveness.ts'

export type Heartbeat = Omit<Self, 'id'> & {
  beat(): Promise<void>
  /** Whether the last one that arrived is so old that others take this worker for dead. */
  isSilent(): boolean
}

/** Tells the others that worker `id` lives, and sees on the way whether its clock may be decided by. */
export function heartbeat({ db, clock, config, log }: Services, id: string, onWrongClock: () => void): Heartbeat {
  const trust = trustInClock(clock)
  const heart = pulse(clock)
  let heardAt = clock.monotonic()
  let wasWrong = false

  return {
    async beat() {
      const askedAt = clock.monotonic()
      const databaseNow = await beat(db, { id, home: config.dataDir }, clock.now())
      heardAt = clock.monotonic()
      if (trust.isGiven()) heart.felt(askedAt)
      else heart.lost()
      const verdict = trust.judge(databaseNow, heardAt - askedAt)
      if (verdict === 'unsure') return
      const isWrong = verdict === 'wrong'
      if (isWrong !== wasWrong) log[isWrong ? 'error' : 'info']({ verdict }, 'own clock by the clock of the database')
      wasWrong = isWrong
      if (!isWrong) return
      heart.lost()
      onWrongClock()
      // A heartbeat by a wrong clock would hold leases for as long as it is ahead.
      await forgetWorkers(db, { id })
    },
    isClockSure: trust.isGiven,
    unbrokenSince: heart.unbrokenSince,
    isSilent: () => clock.monotonic() - heardAt > HEARTBEAT_VALID_MS,
  }
}
