import * as z from 'zod'
import { CarrierAnswer, type TextSent } from '../carrier.ts'
import { errorCode } from './errors.ts'
import { askTwilio, isOk, type TwilioAccount } from './request.ts'
import { TEXT_FAILURE_CODES, textFailure } from './text-failures.ts'

const CreatedMessage = z.object({ sid: z.string().min(1).max(64) })

/** The carrier's queue for texts is full: that is temporary. */
const QUEUE_FULL = 21_611

/** Every code whose meaning for a text we know. */
export const TEXT_CODES = [QUEUE_FULL, ...TEXT_FAILURE_CODES]

type NewText = {
  to: string
  from: string
  body: string
  newsUrl: string
  validS?: number | undefined
  messagingServiceSid: string | null
}

/** Sends one text. Throws when it was not accepted and may be retried, or when that cannot be known. */
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
    CreatedMessage.parse(await answer.body.json()) // something in between may answer OK too: only a response that names a text accepted it
    return { outcome: 'sent' }
  }
  const code = await errorCode(answer)
  const later = answer.statusCode === 429 || code === QUEUE_FULL
  if (later || code === null || answer.statusCode >= 500) {
    throw new CarrierAnswer('a text was not taken', answer.statusCode, code)
  }
  return { outcome: 'refused', reason: textFailure(code), refusal: { status: answer.statusCode, code } }
}
