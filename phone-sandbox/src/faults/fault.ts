import { z } from 'zod'

/** Faults of the carrier or the network. Each name says what the customer sees. */
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

/** A request for a fault: what, for whom, how often. */
export const FaultRequest = z.strictObject({
  fault: z.enum(faultNames),
  /** Only calls or texts to this number; null: any. */
  to: z.string().nullable().default(null),
  /** For faults of a request: of a call or of a text? */
  what: z.enum(['call', 'text']).default('call'),
  /** For faults of a callback: only this event; null: any. */
  event: z.enum(['initiated', 'ringing', 'answered', 'completed', 'amd', 'recording']).nullable().default(null),
  /** How often it strikes; null: until it is removed. */
  times: z.number().int().min(1).nullable().default(1),
  /** The share of occasions at which it strikes, drawn from the seeded random numbers. */
  chance: z.number().min(0).max(1).default(1),
  /** How many duplicates follow, for a doubled callback. */
  copies: z.number().int().min(1).max(10).default(1),
  delayMs: z.number().int().min(0).max(3_600_000).default(2_000),
  /** The carrier's error code, for faults that carry one. */
  code: z.number().int().optional(),
  /** The HTTP status of a refusal. */
  status: z.number().int().min(400).max(599).default(400),
})
export type FaultRequest = z.infer<typeof FaultRequest>
export type Fault = FaultRequest & { id: string }
