import type { Exchange } from '../exchange/exchange.ts'
import { isOurs } from '../exchange/own-numbers.ts'
import { isPhoneNumber } from '../exchange/phone-number.ts'
import { CallRequest, unsupportedCallFields } from './call-request.ts'
import { invalid, notSupported, refusalOf, type FieldCodes, type Refusal } from './refusal.ts'

const codes: FieldCodes = {
  To: { missing: 21201, wrong: 21211 },
  From: { missing: 21213, wrong: 21212 },
  Url: { wrong: 21205 },
  StatusCallback: { wrong: 21609 },
  StatusCallbackEvent: { wrong: 21626 },
}

export type CheckedCall = { outcome: 'valid'; request: CallRequest } | { outcome: 'refused'; refusal: Refusal }

/** All of the carrier's checks before it accepts a call. */
export function checkCall(exchange: Exchange, form: Record<string, unknown>): CheckedCall {
  const unsupported = unsupportedCallFields.find((field) => field in form)
  if (unsupported) return refused(notSupported(`the parameter ${unsupported}`))
  const parsed = CallRequest.safeParse(form)
  if (!parsed.success) return refused(refusalOf(parsed.error, form, codes))
  const request = parsed.data
  const refusal = numberRefusal(exchange, request) ?? instructionRefusal(request)
  return refusal ? refused(refusal) : { outcome: 'valid', request }
}

function numberRefusal({ account }: Exchange, { To, From }: CallRequest): Refusal | null {
  if (!isPhoneNumber(To)) return invalid(21211, `The phone number you are attempting to call, ${To}, is not valid.`)
  if (!isPhoneNumber(From)) return invalid(21212, `The source phone number provided, ${From}, is not valid.`)
  if (account.trial !== null && !account.trial.verified.includes(To))
    return invalid(573005, 'The recipient is not verified.')
  if (isOurs(account, From)) return null
  return invalid(21210, `The source phone number provided, ${From}, is not yet verified for your account.`)
}

function instructionRefusal(request: CallRequest): Refusal | null {
  if (!request.Url && !request.Twiml) return invalid(21205, 'Url parameter is required.')
  const needsVerdictAddress = request.MachineDetection && request.AsyncAmd === 'true' && !request.AsyncAmdStatusCallback
  if (needsVerdictAddress) return invalid(21262, 'AsyncAmdStatusCallback is required with AsyncAmd.')
  return null
}

const refused = (refusal: Refusal): CheckedCall => ({ outcome: 'refused', refusal })
