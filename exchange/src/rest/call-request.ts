import { z } from 'zod'

/** Fields of a form body: everything arrives as text, a repeated field as a list. */

export const webAddress = z.string().refine(isWebAddress, 'is not a valid http or https address')
const method = z.literal('POST').optional()

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

/** A request to place a call. */
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
  Record: z.literal('true').optional(),
  RecordingStatusCallback: webAddress.optional(),
  RecordingStatusCallbackEvent: listOf(recordingEvent).default(['completed']),
  RecordingStatusCallbackMethod: method,
  MachineDetection: z.literal('Enable').optional(),
  /** The call goes on while the detector listens. */
  AsyncAmd: z.literal('true').optional(),
  AsyncAmdStatusCallback: webAddress.optional(),
  AsyncAmdStatusCallbackMethod: method,
})
export type CallRequest = z.infer<typeof CallRequest>

/** A change of a call in progress. */
export const CallUpdate = z.strictObject({
  Status: z.enum(['canceled', 'completed']).optional(),
  Url: webAddress.optional(),
  Method: method,
})
