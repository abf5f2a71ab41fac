import { createHash } from 'node:crypto'
import type { Instant } from '@reveille/core/time/time-zone'
import { EventQueue } from './event-queue.ts'

/** A process dies at its step: before it is taken, or after it and before anybody hears of it. */
export type Crash = { step: number; when: 'before' | 'after' }

/**
 * Virtual time: everything is an event at an instant, in a fixed order, and time jumps from event to event. The
 * recorded history is identical for a seed, byte for byte.
 */
export class World {
  #now: Instant
  readonly #events = new EventQueue()
  readonly #history: string[] = []
  readonly #broken: string[] = []
  /** When each step of any process was taken: statements and requests to the carrier. */
  readonly steps: Instant[] = []
  /** The process that dies, and at which of its steps, counted from 1. */
  crash: Crash | null = null
  /** Called before time moves on to `next` (null without events): may add earlier events. */
  beforeMoving: (next: Instant) => Promise<void> = async () => undefined

  constructor(now: Instant) {
    this.#now = now
  }

  now(): Instant {
    return this.#now
  }

  /** Events of one instant happen in insertion order. */
  at(time: Instant, run: () => void | Promise<void>): void {
    this.#events.push(Math.max(time, this.#now), run)
  }

  after(ms: number, run: () => void | Promise<void>): void {
    this.at(this.#now + ms, run)
  }

  /** Real work that takes no virtual time: nothing else happens until it is done. */
  wait<T>(work: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.at(this.#now, () => work().then(resolve, reject))
    return promise
  }

  /** Runs everything up to and including `until`. */
  async run(until: Instant): Promise<void> {
    for (;;) {
      await allPromisesToRest()
      await this.beforeMoving(Math.min(this.#events.nextTime() ?? until, until))
      const next = this.#events.nextTime()
      if (next === null || next > until) break
      this.#now = next
      await this.#events.pop()()
    }
    this.#now = until
  }

  /** Adds a line to the history. */
  note(line: string): void {
    this.#history.push(`${new Date(this.#now).toISOString()} ${line}`)
  }

  /** Records a violation at the moment it's noticed. */
  violation(words: string): void {
    this.note(`VIOLATION ${words}`)
    this.#broken.push(words)
  }

  get violations(): readonly string[] {
    return this.#broken
  }

  get history(): readonly string[] {
    return this.#history
  }

  /** Two runs of one seed must agree on this. */
  historyHash(): string {
    return createHash('sha256').update(this.#history.join('\n')).digest('hex').slice(0, 16)
  }
}

/** By then everything that can continue without an event has done so. */
function allPromisesToRest(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
