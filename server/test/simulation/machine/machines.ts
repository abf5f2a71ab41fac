import type { Instant } from '@reveille/core/time/time-zone'
import type { SeededRandom } from '../seeded-random.ts'
import type { World } from '../world.ts'
import { dueInstants, IDLE_RUN_MS, type DueInstants } from './due-instants.ts'
import type { RunningProcess } from './running-process.ts'
import type { Loop } from './simulated-clock.ts'
import type { SimulatedDatabase } from './simulated-database.ts'

/** A due heartbeat is written this long before anybody reads it. */
const BEAT_BEFORE_MS = 10

type Run = { process: RunningProcess; loop: Loop; at: Instant }

/** All our processes in a history, and the runs of their loops. */
export class Machines {
  readonly #world: World
  readonly #database: SimulatedDatabase
  readonly #random: SeededRandom
  readonly #processes: RunningProcess[] = []
  #due: DueInstants = {}
  #awake = 0

  constructor(world: World, database: SimulatedDatabase, random: SeededRandom) {
    this.#world = world
    this.#database = database
    this.#random = random
    world.beforeMoving = (next) => this.#beginRuns(next)
  }

  add(process: RunningProcess): void {
    this.#processes.push(process)
  }

  get alive(): readonly RunningProcess[] {
    return this.#processes.filter(({ machine }) => machine.alive)
  }

  /** The process that an external request reaches; null if there is none. One with a wrong clock isn't ready. */
  readyProcess(): RunningProcess | null {
    const open = this.alive.filter(({ ready, isWeb, clock }) => ready && isWeb && clock.agreesWith())
    return open.length === 0 ? null : this.#random.pick(open)
  }

  /** Before time moves on to `next`: starts earlier loop runs that find something to do. */
  async #beginRuns(next: Instant): Promise<void> {
    const awake = this.alive.filter(({ machine }) => !machine.frozen).flatMap(({ worker }) => worker?.id ?? [])
    if (this.#database.changed || awake.length !== this.#awake) {
      this.#database.changed = false
      this.#awake = awake.length
      this.#due = await dueInstants(this.#database.observer, awake)
    }
    const runs = this.#idleRuns().filter(({ at }) => at <= next)
    if (runs.length === 0) return
    const first = Math.min(...runs.map(({ at }) => at))
    const beaten = this.#beat(Math.max(this.#world.now(), first - BEAT_BEFORE_MS))
    const at = Math.max(first, this.#world.now() + (beaten ? BEAT_BEFORE_MS : 0))
    for (const { process, loop } of runs.filter((run) => run.at === first)) this.#run(process, loop, at)
  }

  #idleRuns(): Run[] {
    return this.alive.flatMap((process) =>
      process.clock.loops
        .filter((loop) => !loop.busy && !loop.stopped && loop.name !== 'heartbeat')
        .map((loop) => ({ process, loop, at: this.#runAt(process, loop) })),
    )
  }

  #runAt({ machine }: RunningProcess, loop: Loop): Instant {
    const due = this.#due[loop.name]
    const findsSomething = due === undefined ? loop.nextAt - loop.ms + IDLE_RUN_MS : due - machine.clockOffset
    return Math.max(this.#world.now(), loop.nextAt, findsSomething)
  }

  /** A run that waits for a frozen process counts as running. */
  #run({ machine }: RunningProcess, loop: Loop, at: Instant): void {
    loop.busy = true
    machine.at(at, () => loop.run())
  }

  /** Skips heartbeats that nobody reads: awake processes count as having beaten within the last second. */
  #beat(at: Instant): boolean {
    const late = this.alive.flatMap((process) => {
      const heartbeat = process.clock.loops.find(({ name }) => name === 'heartbeat')
      const isLate = heartbeat !== undefined && !heartbeat.busy && !heartbeat.stopped && heartbeat.nextAt <= at
      return isLate ? [{ process, heartbeat }] : []
    })
    for (const { process, heartbeat } of late) this.#run(process, heartbeat, at)
    return late.length > 0
  }
}
