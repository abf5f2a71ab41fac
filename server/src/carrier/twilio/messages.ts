import * as z from 'zod'
import { CarrierAnswer, type TextSent } from '../carrier.ts'
import { errorCode } from './errors.ts'
import { askTwilio, isOk, type TwilioAccount } from './request.ts'

const CreatedMessage = z.object({ sid: z.string().min(1).max(64) })

const STOPPED = 21_610
/** Not a number, cannot be reached, not a mobile, a landline (Twilio's error dictionary). */
const INVALID_NUMBER = new Set([21_211, 21_217, 21_612, 21_614, 21_635])
/** The carrier's queue for texts is full: that is temporary. */
const QUEUE_FULL = 21_611

/** Every code whose meaning for a text we know. */
export const TEXT_CODES = [STOPPED, QUEUE_FULL, ...INVALID_NUMBER]

/** Sends one text. Throws when it was not accepted and may be retried, or when that cannot be known. */
export async function sendText(
  account: TwilioAccount,
  text: { to: string; from: string; body: string; messagingServiceSid: string | null },
): Promise<TextSent> {
  const by = text.messagingServiceSid === null ? {} : { MessagingServiceSid: text.messagingServiceSid }
  const form = new URLSearchParams({ To: text.to, From: text.from, Body: text.body, ...by }).toString()
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
  return { outcome: 'refused', reason: reasonOf(code), refusal: { status: answer.statusCode, code } }
}

function reasonOf(code: number) {
  if (code === STOPPED) return 'stopped'
  return INVALID_NUMBER.has(code) ? 'invalid-number' : 'other'
}
