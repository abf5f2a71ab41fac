import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Journal } from './state/journal.ts'

/** A point at which a fault may strike. */
export type Occasion = { to: string; what?: 'call' | 'text'; event?: Fault['event'] }

export type Faults = ReturnType<typeof newFaults>

export function newFaults(journal: Journal) {
  let rules: Fault[] = []
  let draw = seededNumbers(1)
  return {
    list: () => rules,
    add(request: FaultRequest): Fault {
      const rule = { ...request, id: randomUUID() }
      rules.push(rule)
      journal.add('fault-set', { fault: rule.fault, to: rule.to, times: rule.times })
      return rule
    },
    remove(id: string): void {
      rules = rules.filter((rule) => rule.id !== id)
      journal.add('fault-removed', {})
    },
    clear(): void {
      rules = []
      journal.add('fault-removed', {})
    },
    /** A seed repeats its faults in the same order. */
    seed: (seed: number) => void (draw = seededNumbers(seed)),
    /** The fault, if it strikes now. Counts it and logs it. */
    strikes(name: FaultName, occasion: Occasion): Fault | null {
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

/** Mulberry32: repeatable random numbers from 0 to 1. */
function seededNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Faults of the carrier or the network, named by what the customer sees. */
export const faultNames = [
  // a call or a text is requested
  'refuse',
  'too-many-requests',
  'reset-before-accepting',
  '5xx-before-accepting',
  'accept-then-hang',
  'accept-then-5xx',
  'accept-then-reset',
  'slow-answer',
  'malformed-answer',
  'callbacks-before-answer',
  'late-list',
  'queue-delay',
  // a callback is sent
  'callback-lost',
  'callback-doubled',
  'callback-reordered',
  'callback-delayed',
  'callback-after-end',
  'callback-forged',
  'status-jump',
  // who answered, what was recorded, what was delivered
  'amd-late',
  'amd-wrong',
  'recording-absent',
  'recording-late',
  'recording-media-missing',
  'recording-media-empty',
  'text-undelivered',
] as const
export type FaultName = (typeof faultNames)[number]

export const FaultRequest = z.strictObject({
  fault: z.enum(faultNames),
  /** Only calls or texts to this number; null: any. */
  to: z.string().nullable().default(null),
  /** For faults of a request: for a call or a text. */
  what: z.enum(['call', 'text']).default('call'),
  /** For faults of a callback: only this event; null: any. */
  event: z.enum(['initiated', 'ringing', 'answered', 'completed', 'amd', 'recording']).nullable().default(null),
  /** How often it strikes; null: until removed. */
  times: z.number().int().min(1).nullable().default(1),
  /** The share of occasions at which it strikes, drawn from the seeded random numbers. */
  chance: z.number().min(0).max(1).default(1),
  /** How many duplicates of a callback follow. */
  copies: z.number().int().min(1).max(10).default(1),
  delayMs: z.number().int().min(0).max(3_600_000).default(2_000),
  /** The carrier's error code, for faults with one. */
  code: z.number().int().optional(),
  /** The HTTP status of a refusal. */
  status: z.number().int().min(400).max(599).default(400),
})
export type FaultRequest = z.infer<typeof FaultRequest>
export type Fault = FaultRequest & { id: string }
