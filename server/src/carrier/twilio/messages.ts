import * as z from 'zod'
import { CarrierError, type TextFailure, type TextSent } from '../carrier.ts'
import { errorCode } from './errors.ts'
import { askTwilio, isOk, type TwilioAccount } from './request.ts'

/** What error codes mean for a text (Twilio's error dictionary). */
const FAILURES: Readonly<Record<number, TextFailure>> = {
  21211: 'invalid-number',
  21217: 'invalid-number',
  21612: 'invalid-number',
  21614: 'no-texts',
  21635: 'no-texts',
  30005: 'no-texts',
  30006: 'no-texts',
  21610: 'stopped',
  30004: 'stopped',
  30003: 'unreachable',
  30007: 'filtered',
  30038: 'filtered',
  // For the United States: the number has no campaign, or is toll-free and unverified.
  30032: 'unregistered',
  30034: 'unregistered',
  30450: 'held-back',
  30610: 'held-back',
  30640: 'held-back',
  30001: 'passing',
  30008: 'passing',
  30500: 'passing',
  21408: 'not-set-up',
  30649: 'not-set-up',
  21608: 'held-account',
  572001: 'held-account',
  572002: 'held-account',
  572003: 'held-account',
  572004: 'held-account',
  572005: 'held-account',
  572006: 'held-account',
  // From the verification service.
  60006: 'invalid-number',
  60200: 'invalid-number',
  60205: 'no-texts',
  60202: 'too-many',
  60203: 'too-many',
  60207: 'too-many',
  60212: 'too-many',
  60238: 'held-back',
  60410: 'held-back',
  60413: 'held-back',
  60204: 'not-set-up',
  60220: 'not-set-up',
  60223: 'not-set-up',
  60243: 'not-set-up',
  60605: 'not-set-up',
  575001: 'held-account',
  // No such service.
  20404: 'not-set-up',
}

export const TEXT_FAILURE_CODES = Object.keys(FAILURES).map(Number)

export function textFailure(code: number | null): TextFailure {
  return FAILURES[code ?? 0] ?? 'other'
}

const CreatedMessage = z.object({ sid: z.string().min(1).max(64) })

/** The carrier's queue for texts is full, which is temporary. */
const QUEUE_FULL = 21_611

export const TEXT_CODES = [QUEUE_FULL, ...TEXT_FAILURE_CODES]

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
    CreatedMessage.parse(await answer.body.json()) // without it, a proxy may have answered
    return { outcome: 'sent' }
  }
  const code = await errorCode(answer)
  const later = answer.statusCode === 429 || code === QUEUE_FULL
  if (later || code === null || answer.statusCode >= 500) {
    throw new CarrierError('a text was not taken', answer.statusCode, code)
  }
  return { outcome: 'refused', reason: textFailure(code), refusal: { status: answer.statusCode, code } }
}
