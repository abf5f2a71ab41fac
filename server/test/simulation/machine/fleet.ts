import type { Faults } from '../faults/faults.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Machines } from './machines.ts'
import { program, type Program } from './program.ts'
import { startProcess, stopProcess, type ProcessParts, type Role, type RunningProcess } from './running-process.ts'

/** By then a process has caught up after its start. */
const CATCHES_UP_MS = 10_000

/** Suffix of processes of another version. */
export const OLDER = '-older'

type Surroundings = {
  random: SeededRandom
  faults: Faults
  /** Another version of the product, which about half of the processes run; null if all run this one. */
  older: Program | null
}

/** Keeps a setup's processes running, like an operator: restarts what dies. */
export class Fleet {
  readonly #parts: ProcessParts
  readonly #machines: Machines
  readonly #random: SeededRandom
  readonly #faults: Faults
  readonly #older: Program | null
  readonly #started = new Map<string, number>()
  /** Processes that are down and will start again. */
  readonly #waiting = new Set<() => void>()
  /** While everything is down, nothing starts. */
  #downUntil = 0

  constructor(parts: ProcessParts, machines: Machines, { random, faults, older }: Surroundings) {
    this.#parts = parts
    this.#machines = machines
    this.#random = random
    this.#faults = faults
    this.#older = older
  }

  start(role: Role): RunningProcess {
    const generation = (this.#started.get(role.name) ?? 0) + 1
    this.#started.set(role.name, generation)
    // It may run either version: an upgrade reaches one process after the other, and may be rolled back.
    const isOlder = this.#older !== null && this.#random.chance(0.5)
    const name = `${role.name}${generation}${isOlder ? OLDER : ''}`
    const process = startProcess(this.#parts, { ...role, name }, isOlder ? this.#older! : program)
    this.#machines.add(process)
    const { world } = this.#parts
    process.machine.onDeath(() => this.#replace(role))
    process.machine.onFreeze = (ms) => this.#faults.add(world.now(), world.now() + ms, 'freeze')
    return process
  }

  pick(): RunningProcess | null {
    const alive = this.#machines.alive
    return alive.length === 0 ? null : this.#random.pick(alive)
  }

  /** A new version takes over: the old process is stopped, before or after the new one runs. */
  deploy(overlapping: boolean): void {
    const old = this.pick()
    if (old === null || !old.ready) return
    const { world } = this.#parts
    this.#faults.add(world.now(), world.now() + CATCHES_UP_MS, 'deploy')
    stopProcess(old)
    // A stopped process is replaced when it has ended; overlapping, one more runs for a while.
    if (!overlapping) return
    const extra = this.start({ name: 'extra-', isWorker: true, isWeb: true, clockOffset: 0 })
    world.after(60_000, () => stopProcess(extra))
  }

  /** Everything is killed and stays down. */
  outage(ms: number): void {
    const { world } = this.#parts
    world.note(`everything is down for ${ms} ms`)
    this.#downUntil = world.now() + ms
    for (const { machine } of this.#machines.alive) machine.kill()
  }

  #replace(role: Role): void {
    if (role.name === 'extra-') return
    const { world } = this.#parts
    const fault = this.#faults.begin(world.now(), `${role.name} is down`)
    const pause = this.#random.weighted({ short: 12, minute: 5, long: 2 })
    const ms =
      pause === 'short'
        ? this.#random.between(300, 5_000)
        : pause === 'minute'
          ? this.#random.between(5_000, 120_000)
          : this.#random.between(120_000, 1_800_000)
    const start = () => {
      if (!this.#waiting.delete(start)) return
      this.start(role)
      fault.end(world.now() + CATCHES_UP_MS)
    }
    this.#waiting.add(start)
    world.at(Math.max(this.#downUntil, world.now() + ms), start)
  }

  /** Ends every fault of processes: starts what is down, thaws what is frozen, corrects clocks. */
  heal(): void {
    this.#downUntil = 0
    for (const start of this.#waiting) start()
    for (const { machine } of this.#machines.alive) {
      machine.plan(null)
      machine.thaw()
    }
  }
}
