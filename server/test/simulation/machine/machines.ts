import type { Instant } from '@reveille/core/time/time-zone'
import type { SeededRandom } from '../seeded-random.ts'
import type { World } from '../world.ts'
import { dueInstants, IDLE_TURN_MS, type DueInstants } from './due-instants.ts'
import type { RunningProcess } from './running-process.ts'
import type { Loop } from './simulated-clock.ts'
import type { SimulatedDatabase } from './simulated-database.ts'

/** A heartbeat that is due is written this long before anybody looks at it. */
const BEAT_BEFORE_MS = 10

type Turn = { process: RunningProcess; loop: Loop; at: Instant }

/** All processes of ours that ever ran in a history, and the turns of their loops. */
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
    world.beforeMoving = (next) => this.#beginTurns(next)
  }

  add(process: RunningProcess): void {
    this.#processes.push(process)
  }

  get alive(): readonly RunningProcess[] {
    return this.#processes.filter(({ machine }) => machine.alive)
  }

  /** Whom a request from outside reaches; null when nobody is there. Whose clock is wrong says so in /readyz. */
  door(): RunningProcess | null {
    const open = this.alive.filter(({ ready, isWeb, clock }) => ready && isWeb && clock.agreesWith())
    return open.length === 0 ? null : this.#random.pick(open)
  }

  /** Before time moves on to `next`: begins the turns that come first and find something to do. */
  async #beginTurns(next: Instant): Promise<void> {
    const awake = this.alive.filter(({ machine }) => !machine.frozen).flatMap(({ worker }) => worker?.id ?? [])
    if (this.#database.changed || awake.length !== this.#awake) {
      this.#database.changed = false
      this.#awake = awake.length
      this.#due = await dueInstants(this.#database.observer, awake)
    }
    const turns = this.#idleTurns().filter(({ at }) => at <= next)
    if (turns.length === 0) return
    const first = Math.min(...turns.map(({ at }) => at))
    const beaten = this.#beat(Math.max(this.#world.now(), first - BEAT_BEFORE_MS))
    const at = Math.max(first, this.#world.now() + (beaten ? BEAT_BEFORE_MS : 0))
    for (const { process, loop } of turns.filter((turn) => turn.at === first)) this.#turn(process, loop, at)
  }

  #idleTurns(): Turn[] {
    return this.alive.flatMap((process) =>
      process.clock.loops
        .filter((loop) => !loop.busy && !loop.stopped && loop.name !== 'heartbeat')
        .map((loop) => ({ process, loop, at: this.#turnAt(process, loop) })),
    )
  }

  #turnAt({ machine }: RunningProcess, loop: Loop): Instant {
    const due = this.#due[loop.name]
    const findsSomething = due === undefined ? loop.nextAt - loop.ms + IDLE_TURN_MS : due - machine.clockOffset
    return Math.max(this.#world.now(), loop.nextAt, findsSomething)
  }

  /** A turn that waits for a frozen process is one that is under way. */
  #turn({ machine }: RunningProcess, loop: Loop, at: Instant): void {
    loop.busy = true
    machine.at(at, () => loop.turn())
  }

  /** Heartbeats nobody looked at are left out: those who are awake have beaten within the last second. */
  #beat(at: Instant): boolean {
    const late = this.alive.flatMap((process) => {
      const heartbeat = process.clock.loops.find(({ name }) => name === 'heartbeat')
      const isLate = heartbeat !== undefined && !heartbeat.busy && !heartbeat.stopped && heartbeat.nextAt <= at
      return isLate ? [{ process, heartbeat }] : []
    })
    for (const { process, heartbeat } of late) this.#turn(process, heartbeat, at)
    return late.length > 0
  }
}
