import type { Services } from '../platform/services.ts'
import { clockCheck } from './clock-check.ts'
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
