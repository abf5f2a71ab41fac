import type { Account } from '../state/exchange.ts'
import { countryOf } from '../state/phone-number.ts'
import type { Call } from './call.ts'

export const API_VERSION = '2010-04-01'

/** RFC 2822 with a numeric zone, as the carrier writes every date. */
export const mailDate = (at: number): string => new Date(at).toUTCString().replace('GMT', '+0000')

export function callParameters(accountSid: string, call: Call, callStatus: string): Record<string, string> {
  return {
    CallSid: call.sid,
    AccountSid: accountSid,
    From: call.from,
    To: call.to,
    Caller: call.from,
    Called: call.to,
    CallStatus: callStatus,
    ApiVersion: API_VERSION,
    Direction: directionOf(call),
    ...placeOf('From', call.from),
    ...placeOf('To', call.to),
    ...placeOf('Caller', call.from),
    ...placeOf('Called', call.to),
  }
}

export const directionOf = ({ inbound }: Call): string => (inbound ? 'inbound' : 'outbound-api')

/** The carrier's guess at a number's location. The sandbox only knows the country. */
export const placeOf = (who: string, number: string): Record<string, string> => ({
  [`${who}City`]: '',
  [`${who}State`]: '',
  [`${who}Zip`]: '',
  [`${who}Country`]: countryOf(number),
})

/** The part of every path before the version. */
export const pathPrefix = ({ signalwire }: Account): string => (signalwire === null ? '' : '/api/laml')

export const accountPath = (account: Account): string =>
  `${pathPrefix(account)}/${API_VERSION}/Accounts/${account.accountSid}`
