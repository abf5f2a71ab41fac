import type { Instant } from '@reveille/core/time/time-zone'
import type { World } from '../world.ts'

/** What happens to a process at one of its steps, between any two awaits. */
export type StepFault = { steps: number; fault: 'kill' | 'freeze'; when: 'before' | 'after'; freezeMs: number }

export type Handled<T> = { outcome: 'done'; value: T } | { outcome: 'error'; error: unknown } | { outcome: 'no-answer' }

/**
 * A process from outside: it may be killed or frozen between any two of its steps (statements and requests to the
 * carrier). A dead one stays dead; a frozen one continues where it was, with everything that arrived since.
 */
export class SimulatedProcess {
  readonly name: string
  readonly world: World
  /** Its clock minus the true time, in ms. */
  clockOffset = 0
  /** Called when it freezes, with the duration. */
  onFreeze: (ms: number) => void = () => undefined
  #alive = true
  #frozenUntil: Instant = 0
  #fault: StepFault | null = null
  readonly #onDeath = new Set<() => void>()
  readonly #waiting: (() => void | Promise<void>)[] = []

  constructor(world: World, name: string) {
    this.world = world
    this.name = name
  }

  get alive(): boolean {
    return this.#alive
  }

  get frozen(): boolean {
    return this.world.now() < this.#frozenUntil
  }

  /** Runs `work` in this process at `time`: later if it's frozen then, never if it's dead. */
  at(time: Instant, work: () => void | Promise<void>): void {
    this.world.at(time, () => this.#whenAwake(work))
  }

  #whenAwake(work: () => void | Promise<void>): void | Promise<void> {
    if (!this.#alive) return
    if (this.frozen) return this.#wait(work)
    return work()
  }

  /** Keeps the order of what arrives during the freeze. */
  #wait(work: () => void | Promise<void>): void {
    this.#waiting.push(work)
    if (this.#waiting.length === 1) this.world.at(this.#frozenUntil, () => this.#wake())
  }

  #wake(): void {
    if (this.frozen) return this.world.at(this.#frozenUntil, () => this.#wake())
    for (const work of this.#waiting.splice(0)) this.world.at(this.world.now(), () => this.#whenAwake(work))
  }

  /** Kills or freezes it at its `steps`-th step from now; null cancels that. */
  plan(fault: StepFault | null): void {
    this.#fault = fault
  }

  thaw(): void {
    this.#frozenUntil = Math.min(this.#frozenUntil, this.world.now())
    this.#wake()
  }

  /** Takes one step with the planned fault; `act` is the step itself. */
  async step(act: () => Promise<void>): Promise<void> {
    this.world.steps.push(this.world.now())
    const crash = this.world.crash?.step === this.world.steps.length ? this.world.crash : null
    if (crash?.when === 'before') return this.kill()
    const due = this.#fault !== null && --this.#fault.steps <= 0 ? this.#fault : null
    if (due !== null) this.#fault = null
    if (due?.when === 'before') {
      this.suffer(due)
      return this.#whenAwake(act)
    }
    await act()
    if (crash !== null) this.kill()
    if (due !== null) this.suffer(due)
  }

  suffer({ fault, freezeMs }: Pick<StepFault, 'fault' | 'freezeMs'>): void {
    if (fault === 'kill') this.kill()
    else this.freeze(freezeMs)
  }

  freeze(ms: number): void {
    if (!this.#alive) return
    this.world.note(`${this.name} freezes for ${ms} ms`)
    this.onFreeze(ms)
    this.#frozenUntil = Math.max(this.#frozenUntil, this.world.now() + ms)
  }

  kill(): void {
    if (!this.#alive) return
    this.world.note(`${this.name} is killed`)
    this.#alive = false
    for (const tell of this.#onDeath) tell()
  }

  onDeath(tell: () => void): () => void {
    this.#onDeath.add(tell)
    return () => this.#onDeath.delete(tell)
  }

  /** A request from outside: `no-answer` when the process dies before it answers. */
  handle<T>(work: () => Promise<T>): Promise<Handled<T>> {
    const { promise, resolve } = Promise.withResolvers<Handled<T>>()
    const forget = this.onDeath(() => resolve({ outcome: 'no-answer' }))
    const answer = (handled: Handled<T>) =>
      this.at(this.world.now(), () => {
        forget()
        resolve(handled)
      })
    this.at(this.world.now(), () => {
      work().then(
        (value) => answer({ outcome: 'done', value }),
        (error: unknown) => answer({ outcome: 'error', error }),
      )
    })
    return promise
  }
}
