import { z } from 'zod'

/** Fields of a form body: everything arrives as text, a repeated field as a list. */

export const webAddress = z.string().refine(isWebAddress, 'is not a valid http or https address')
const method = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(['GET', 'POST']))
  .default('POST')
const flag = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(['true', 'false']))

export const wholeNumberBetween = (low: number, high: number) =>
  z.string().regex(/^\d+$/, 'is not a whole number').transform(Number).pipe(z.number().min(low).max(high))

const listOf = <T extends z.ZodType<string, string>>(item: T) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((value) => [value].flat())
    .pipe(z.array(item))

function isWebAddress(text: string): boolean {
  const address = URL.parse(text)
  return address !== null && (address.protocol === 'http:' || address.protocol === 'https:')
}

const callEvent = z.enum(['initiated', 'ringing', 'answered', 'completed'])
const recordingEvent = z.enum(['in-progress', 'completed', 'absent', 'failed'])

/** A request to place a call. The machine detector's tuning fields have no effect here. */
export const CallRequest = z.strictObject({
  To: z.string(),
  From: z.string(),
  Url: webAddress.optional(),
  Twiml: z.string().max(4_000).optional(),
  Method: method,
  FallbackUrl: webAddress.optional(),
  FallbackMethod: method,
  StatusCallback: webAddress.optional(),
  StatusCallbackEvent: listOf(callEvent).default(['completed']),
  StatusCallbackMethod: method,
  /** Seconds of ringing. */
  Timeout: wholeNumberBetween(1, 600).default(60),
  /** Seconds of talk. */
  TimeLimit: wholeNumberBetween(1, 86_400).default(14_400),
  Record: flag.default('false'),
  RecordingChannels: z.enum(['mono', 'dual']).default('mono'),
  RecordingTrack: z.enum(['inbound', 'outbound', 'both']).default('both'),
  RecordingStatusCallback: webAddress.optional(),
  RecordingStatusCallbackEvent: listOf(recordingEvent).default(['completed']),
  RecordingStatusCallbackMethod: method,
  Trim: z.enum(['trim-silence', 'do-not-trim']).default('do-not-trim'),
  MachineDetection: z.enum(['Enable', 'DetectMessageEnd']).optional(),
  MachineDetectionTimeout: wholeNumberBetween(3, 59).optional(),
  MachineDetectionSpeechThreshold: wholeNumberBetween(1_000, 6_000).optional(),
  MachineDetectionSpeechEndThreshold: wholeNumberBetween(500, 5_000).optional(),
  MachineDetectionSilenceTimeout: wholeNumberBetween(2_000, 10_000).optional(),
  AsyncAmd: flag.default('false'),
  AsyncAmdStatusCallback: webAddress.optional(),
  AsyncAmdStatusCallbackMethod: method,
  CallReason: z.string().optional(),
})
export type CallRequest = z.infer<typeof CallRequest>

/** A change of a call in progress. */
export const CallUpdate = z.strictObject({
  Status: z.enum(['canceled', 'completed']).optional(),
  Url: webAddress.optional(),
  Method: method,
  Twiml: z.string().max(4_000).optional(),
  FallbackUrl: webAddress.optional(),
  FallbackMethod: method,
  StatusCallback: webAddress.optional(),
  StatusCallbackMethod: method,
  TimeLimit: wholeNumberBetween(1, 86_400).optional(),
})
export type CallUpdate = z.infer<typeof CallUpdate>
