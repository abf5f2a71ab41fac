import type { Instant } from '@reveille/core/time/time-zone'
import type { Clock, Repeated } from '../../../src/platform/clock/clock.ts'
import type { SimulatedProcess } from './simulated-process.ts'

/** The skew that the real clock allows (platform/clock/system-clock.adapter.ts). */
const MOST_SKEW_MS = 250

/** The real clock's limit (platform/clock/system-clock.adapter.ts). */
const LONGEST_NAP_MS = 1_000

/** A process's loop between two runs: when its next run may be, and whether one is in progress. */
export type Loop = { name: string; ms: number; nextAt: Instant; busy: boolean; stopped: boolean; run(): void }

/** One process's clock: virtual, with its own offset. Loops run when told that a run is due. */
export class SimulatedClock implements Clock {
  readonly #process: SimulatedProcess
  readonly #onFailure: (work: string, error: unknown) => void
  readonly #leaveOut: ReadonlySet<string>
  readonly loops: Loop[] = []

  constructor(
    process: SimulatedProcess,
    onFailure: (work: string, error: unknown) => void,
    leaveOut: ReadonlySet<string>,
  ) {
    this.#process = process
    this.#onFailure = onFailure
    this.#leaveOut = leaveOut
  }

  now(): Instant {
    return this.#process.world.now() + this.#process.clockOffset
  }

  monotonic(): number {
    return this.#process.world.now()
  }

  /** The simulation's database has no virtual clock, so only the process's own error counts. */
  agreesWith(): boolean {
    return Math.abs(this.#process.clockOffset) <= MOST_SKEW_MS
  }

  /** A timer counts elapsed time, and reads the clock again when it fires, because it may have been set. */
  until(at: Instant): Promise<void> {
    const left = at - this.now()
    if (left <= 0) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#process.at(
      this.#process.world.now() + Math.min(left, LONGEST_NAP_MS),
      () => void this.until(at).then(resolve),
    )
    return promise
  }

  spawn(name: string, work: () => Promise<void>): void {
    work().catch((error: unknown) => this.#onFailure(name, error))
  }

  every(ms: number, name: string, work: () => Promise<void>): Repeated {
    const now = () => this.#process.world.now()
    let underWay: Promise<void> = Promise.resolve()
    const loop: Loop = {
      name,
      ms,
      nextAt: now(),
      busy: false,
      stopped: false,
      run() {
        loop.busy = true
        underWay = work()
          .catch((error: unknown) => failed(error))
          .then(() => {
            loop.busy = false
            loop.nextAt = now() + ms
          })
      },
    }
    const failed = (error: unknown) => this.#onFailure(name, error)
    if (!this.#leaveOut.has(name)) this.loops.push(loop)
    return {
      async stop() {
        loop.stopped = true
        await underWay
      },
    }
  }
}
