import { z } from 'zod'
import { webAddress, wholeNumberBetween } from './form-fields.ts'

/** Known to the carrier, not to this sandbox: refused loudly instead of being ignored. */
export const unsupportedMessageFields = [
  'AddressRetention',
  'ApplicationSid',
  'ContentRetention',
  'ContentSid',
  'ContentVariables',
  'FallbackFrom',
  'ForceDelivery',
  'MaxPrice',
  'MediaUrl',
  'PersistentAction',
  'ProvideFeedback',
  'ScheduleType',
  'SendAsMms',
  'SendAt',
  'ShortenUrls',
  'TrafficType',
]

/** A request to send a text. */
export const MessageRequest = z.strictObject({
  To: z.string(),
  From: z.string(),
  MessagingServiceSid: z.string().optional(),
  Body: z.string().min(1).max(1_600),
  StatusCallback: webAddress.optional(),
  Attempt: wholeNumberBetween(1, 10).optional(),
  ValidityPeriod: wholeNumberBetween(1, 36_000).optional(),
  SmartEncoded: z.enum(['true', 'false']).optional(),
  RiskCheck: z.enum(['enable', 'disable']).optional(),
})
export type MessageRequest = z.infer<typeof MessageRequest>
