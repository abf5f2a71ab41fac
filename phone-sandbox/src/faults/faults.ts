import { randomUUID } from 'node:crypto'
import type { Journal } from '../exchange/journal.ts'
import type { Fault, FaultName, FaultRequest } from './fault.ts'

/** The moment at which something may go wrong. */
export type Occasion = { to: string; what?: 'call' | 'text'; event?: Fault['event'] }

export type Faults = {
  list(): Fault[]
  add(request: FaultRequest): Fault
  remove(id: string): void
  clear(): void
  /** Draws the same faults again, in the same order. */
  seed(seed: number): void
  /** Whether this goes wrong now; counts down and logs. */
  strikes(name: FaultName, occasion: Occasion): Fault | null
}

export function newFaults(journal: Journal): Faults {
  let rules: Fault[] = []
  let draw = seededNumbers(1)
  return {
    list: () => rules,
    add(request) {
      const rule = { ...request, id: randomUUID() }
      rules.push(rule)
      journal.add('fault-set', { fault: rule.fault, to: rule.to, times: rule.times })
      return rule
    },
    remove(id) {
      rules = rules.filter((rule) => rule.id !== id)
      journal.add('fault-removed', {})
    },
    clear() {
      rules = []
      journal.add('fault-removed', {})
    },
    seed: (seed) => void (draw = seededNumbers(seed)),
    strikes(name, occasion) {
      const rule = rules.find((candidate) => candidate.fault === name && concerns(candidate, occasion))
      if (!rule || (rule.chance < 1 && draw() >= rule.chance)) return null
      if (rule.times !== null) rule.times -= 1
      rules = rules.filter(({ times }) => times !== 0)
      journal.add('fault', { fault: name, to: occasion.to, ...(occasion.event && { event: occasion.event }) })
      return rule
    },
  }
}

const concerns = (rule: Fault, { to, what = 'call', event = null }: Occasion): boolean =>
  (rule.to === null || rule.to === to) && rule.what === what && (rule.event === null || rule.event === event)

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
function seededNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
