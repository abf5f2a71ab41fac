import * as z from 'zod'
import { CarrierError, type TextFailure, type TextSent } from '../carrier.ts'
import { errorCode, meanings } from './errors.ts'
import { askTwilio, isOk, jsonOf, type TwilioAccount } from './request.ts'

/** What error codes mean for a text (Twilio's error dictionary). The verification service has those from 60000 on. */
const FAILURES = meanings<Exclude<TextFailure, 'other'>>({
  'invalid-number': [21211, 21217, 21612, 60006, 60200],
  'no-texts': [21614, 21635, 30005, 30006, 60205],
  stopped: [21610, 30004],
  unreachable: [30003],
  filtered: [30007, 30038],
  // For the United States: the number has no campaign, or is toll-free and unverified.
  unregistered: [30032, 30034],
  'held-back': [30450, 30610, 30640, 60238, 60410, 60413],
  passing: [30001, 30008, 30500],
  'too-many': [60202, 60203, 60207, 60212],
  // 20404: there is no such service.
  'not-set-up': [20404, 21408, 30649, 60204, 60220, 60223, 60243, 60605],
  'held-account': [21608, 572001, 572002, 572003, 572004, 572005, 572006, 575001],
})

export const isTextFailure = (code: number): boolean => FAILURES.has(code)

export const textFailure = (code: number | null): TextFailure => FAILURES.get(code ?? 0) ?? 'other'

const CreatedMessage = z.object({ sid: z.string().min(1).max(64) })

/** The carrier's queue for texts is full, which is temporary. */
const QUEUE_FULL = 21_611

export const TEXT_CODES = [QUEUE_FULL, ...FAILURES.keys()]

type NewText = {
  to: string
  from: string
  body: string
  newsUrl: string
  validS?: number | undefined
  messagingServiceSid: string | null
}

/** Sends one text. Throws when it may be retried: it wasn't accepted, or that's unknown. */
export async function sendText(account: TwilioAccount, text: NewText): Promise<TextSent> {
  const form = new URLSearchParams({
    To: text.to,
    From: text.from,
    Body: text.body,
    StatusCallback: text.newsUrl,
    ...(text.validS !== undefined && { ValidityPeriod: String(text.validS) }),
    ...(text.messagingServiceSid !== null && { MessagingServiceSid: text.messagingServiceSid }),
  }).toString()
  const answer = await askTwilio(account, { method: 'POST', path: '/Messages.json', form })
  if (isOk(answer)) {
    CreatedMessage.parse(jsonOf(answer)) // without it, a proxy may have answered
    return { outcome: 'sent' }
  }
  const code = errorCode(answer)
  const later = answer.statusCode === 429 || code === QUEUE_FULL
  if (later || code === null || answer.statusCode >= 500) {
    throw new CarrierError('a text was not taken', answer.statusCode, code)
  }
  return { outcome: 'refused', reason: textFailure(code), refusal: { status: answer.statusCode, code } }
}
