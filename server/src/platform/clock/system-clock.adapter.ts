import { performance } from 'node:perf_hooks'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Logger } from 'pino'
import type { Clock, Repeated } from './clock.ts'

/** With more skew, this machine and the database would disagree on when a call is due. */
const MOST_SKEW_MS = 250

/** Sleep no longer than this: someone may set the clock forward meanwhile. */
const LONGEST_NAP_MS = 1_000

export function systemClock(log: Logger): Clock {
  function spawn(name: string, work: () => Promise<void>): void {
    work().catch((error: unknown) => log.error({ error, work: name }, 'background work failed'))
  }

  return {
    now: Date.now,
    monotonic: () => performance.now(),
    until,
    spawn,
    every: (ms, name, work) =>
      repeat(ms, () => work().catch((error: unknown) => log.error({ error, work: name }, 'periodic work failed'))),
    agreesWith(databaseNow, tookMs) {
      const agoMs = Date.now() - databaseNow
      return agoMs >= -MOST_SKEW_MS && agoMs <= tookMs + MOST_SKEW_MS
    },
  }
}

/** A timer may fire a millisecond early, and someone may set the clock back: check again after each sleep. */
async function until(at: Instant): Promise<void> {
  for (let left = at - Date.now(); left > 0; left = at - Date.now()) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(Math.ceil(left), LONGEST_NAP_MS)))
  }
}

function repeat(ms: number, work: () => Promise<void>): Repeated {
  let stopped = false
  let running: Promise<void> | undefined

  function run(): void {
    running = work().then(() => {
      if (!stopped) timer = setTimeout(run, ms)
    })
  }

  let timer = setTimeout(run, 0)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
