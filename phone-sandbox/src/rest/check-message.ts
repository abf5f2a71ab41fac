import type { Exchange } from '../exchange/exchange.ts'
import { isOurs } from '../exchange/own-numbers.ts'
import { isPhoneNumber } from '../exchange/phone-number.ts'
import { MessageRequest, unsupportedMessageFields } from './message-request.ts'
import { invalid, notSupported, refusalOf, type FieldCodes, type Refusal } from './refusal.ts'

const codes: FieldCodes = {
  To: { missing: 21604, wrong: 21211 },
  From: { missing: 21603, wrong: 21212 },
  Body: { missing: 21602, wrong: 21617 },
  StatusCallback: { wrong: 21609 },
}

export type CheckedMessage = { outcome: 'valid'; request: MessageRequest } | { outcome: 'refused'; refusal: Refusal }

/** All of the carrier's checks before it accepts a text. */
export function checkMessage(exchange: Exchange, form: Record<string, unknown>): CheckedMessage {
  const unsupported = unsupportedMessageFields.find((field) => field in form)
  if (unsupported) return refused(notSupported(`the parameter ${unsupported}`))
  if (form['Body'] === '') return refused(invalid(21602, 'Message body is required.'))
  const parsed = MessageRequest.safeParse(form)
  if (!parsed.success) return refused(refusalOf(parsed.error, form, codes))
  const { To, From, MessagingServiceSid: service } = parsed.data
  if (!isPhoneNumber(To)) return refused(invalid(21211, `Invalid 'To' Phone Number: ${To}`))
  if (!isOurs(exchange.account, From ?? '')) {
    return refused(invalid(21606, `The 'From' phone number provided (${From}) is not a valid message-capable number.`))
  }
  if (exchange.account.trial !== null) return refused(invalid(572006, 'Invalid template name'))
  if (service !== undefined && service !== exchange.account.messagingServiceSid)
    return refused(invalid(21705, 'The Messaging Service Sid is invalid.'))
  if (service === undefined && exchange.optedOut.has(To))
    return refused(invalid(21610, 'Attempt to send to unsubscribed recipient'))
  return { outcome: 'valid', request: parsed.data }
}

const refused = (refusal: Refusal): CheckedMessage => ({ outcome: 'refused', refusal })
