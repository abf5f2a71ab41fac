import { TRIAL } from '@reveille/core/calls/carrier-trouble'
import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import type { ApiRequest } from './carrier-api.ts'
import { verifyServiceAt, type CarrierSetup, type KeyLooks, type Look } from './carrier-setup.ts'
import { callsNorthAmerica, hint, right, unseen, wrong, type Finding, type Installation } from './finding.ts'
import { ofNumber } from './number-findings.ts'
import { ofService } from './service-findings.ts'

const LITTLE_MONEY = 5
/** The carrier told us nothing, so nothing says that the account is wrong. */
const CARRIER_AWAY = 'Carrier out of reach'

/** What the account means for this installation, in the order in which to fix it. */
export function findingsOf(setup: CarrierSetup, home: Installation): Finding[] {
  const keys = ofKeys(setup)
  if (keys[0]?.state === 'wrong') return [...keys, ofPublicUrl(home)]
  const account = ofAccount(setup)
  if (account.state === 'wrong' && 'unseen' in setup.account) return [account, ofPublicUrl(home)]
  return [
    ...keys,
    account,
    ofBalance(setup.balance),
    ofProfile(setup.hasApprovedProfile, home),
    ...setup.numbers.flatMap((number) => ofNumber(number, home)),
    ofCountries('Calls', setup.voiceCountries),
    ...(home.texts
      ? [ofCountries('Texts', setup.textCountries), ...ofService(setup, home), ...ofVerification(setup, home)]
      : []),
    ofPublicUrl(home),
  ]
}

function ofAccount({ account, keys }: CarrierSetup): Finding {
  const what = 'Account'
  if ('unseen' in account) {
    if (account.unseen === 401 && keys === null)
      return wrong(
        what,
        'the carrier refuses it (HTTP 401)',
        "copy the account's SID and auth token from the carrier's console into TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN",
      )
    if (account.unseen === 0)
      return wrong(
        CARRIER_AWAY,
        'it does not answer, so nothing is known of the account',
        'check TWILIO_API_URL and the network',
      )
    return unseen(what, account.unseen)
  }
  const { type, status } = account.seen
  if (status !== 'active') return wrong(what, `it is ${status}: nothing is called`, "ask the carrier's support why")
  if (type === 'Trial') return wrong(what, TRIAL, "upgrade it in the carrier's console")
  return right(what, 'full and active')
}

function ofBalance(balance: CarrierSetup['balance']): Finding {
  const what = 'Money'
  if ('unseen' in balance) return unseen(what, balance.unseen)
  const amount = `${balance.seen.balance.toFixed(2)} ${balance.seen.currency}`
  if (balance.seen.balance <= 0)
    return wrong(what, `${amount}: no call leaves`, 'add money, and turn on automatic recharge')
  return balance.seen.balance < LITTLE_MONEY
    ? hint(what, `${amount} are soon spent`, 'turn on automatic recharge')
    : right(what, amount)
}

function ofProfile(approved: Look<boolean>, home: Installation): Finding {
  const what = 'Compliance profile'
  if ('unseen' in approved) return unseen(what, approved.unseen)
  if (approved.seen) return right(what, 'approved')
  return (callsNorthAmerica(home) ? wrong : hint)(
    what,
    'none is approved: calls to +1 are refused (21216), and texts reach verified numbers only (21608)',
    'fill in the primary compliance profile (Trust Hub); approval takes one to three working days',
  )
}

export const PUBLIC_ADDRESS = 'Public address'

function ofPublicUrl({ publicUrl }: Installation): Finding {
  const what = PUBLIC_ADDRESS
  if (new URL(publicUrl).protocol === 'https:') return right(what, publicUrl)
  return wrong(
    what,
    `${publicUrl} is not https: what the carrier tells us, and its recordings, would be readable on the way`,
    'put a proxy with a certificate before it, and set PUBLIC_URL=https://…',
  )
}

/** Whether the account may reach every country that we call. */
function ofCountries(kind: 'Calls' | 'Texts', countries: CarrierSetup['voiceCountries']): Finding {
  const all = Object.entries(countries)
  const what = `${kind} to ${all.map(([country]) => country).join(', ')}`
  const hidden = all.find(([, look]) => 'unseen' in look)?.[1]
  if (hidden !== undefined && 'unseen' in hidden) return unseen(what, hidden.unseen)
  const closed = all.flatMap(([country, look]) => ('seen' in look && !look.seen ? [country] : []))
  if (closed.length === 0) return right(what, 'allowed')
  const says = `the account may not reach ${closed.join(', ')}`
  const todo = "allow them in the carrier's geographic permissions, or take them out of CALL_COUNTRIES"
  return { ...wrong(what, says, todo), mend: kind === 'Calls' ? allowCalls(closed) : allowTexts(closed) }
}

/** Allows only ordinary numbers: expensive ones, which fraudsters use, stay blocked. */
const allowCalls = (countries: readonly string[]): ApiRequest => ({
  part: 'voice',
  path: '/v1/DialingPermissions/BulkCountryUpdates',
  method: 'POST',
  form: {
    UpdateRequest: JSON.stringify(
      countries.map((iso_code) => ({
        iso_code,
        low_risk_numbers_enabled: 'true',
        high_risk_special_numbers_enabled: 'false',
        high_risk_tollfraud_numbers_enabled: 'false',
      })),
    ),
  },
})

const allowTexts = (countries: readonly string[]): ApiRequest => ({
  part: 'accounts',
  path: '/v1/Messaging/GeoPermissions',
  method: 'PATCH',
  form: {
    Permissions: countries.map((country_code) => JSON.stringify({ country_code, type: 'country', enabled: true })),
  },
})

/** Whether the key authenticates requests and the token verifies callbacks; empty without a key. */
function ofKeys({ keys }: Pick<CarrierSetup, 'keys'>): Finding[] {
  if (keys === null) return []
  return [ofApiKey(keys), ...(keys.byToken === null ? [] : [ofToken(keys.byToken)])]
}

function ofApiKey({ calls, account }: KeyLooks): Finding {
  const what = 'API key'
  if ('seen' in calls) {
    const blind = 'unseen' in account && (account.unseen === 401 || account.unseen === 403)
    return right(what, `requests sign in by it${blind ? '; it may not look at the account' : ''}`)
  }
  if (calls.unseen === 401)
    return wrong(
      what,
      'the carrier refuses it (HTTP 401)',
      "make a standard key in the carrier's console, and set TWILIO_API_KEY_SID and TWILIO_API_KEY_SECRET",
    )
  if (calls.unseen === 403)
    return wrong(
      what,
      'it may not list calls: a call in doubt could not be found again',
      'use a standard key, or allow it to read, make and change calls, messages and recordings',
    )
  return unseen(what, calls.unseen)
}

function ofToken(byToken: CarrierSetup['account']): Finding {
  const what = 'Auth token'
  if ('seen' in byToken) return right(what, 'callbacks are verified by it')
  if (byToken.unseen !== 401) return unseen(what, byToken.unseen)
  return wrong(
    what,
    'the carrier refuses it (HTTP 401): none of its callbacks would be believed, and calls stay silent',
    "copy it from the carrier's console into TWILIO_AUTH_TOKEN, or set TWILIO_SIGNING_KEY",
  )
}

export const NO_CODES_OF_OURS =
  'custom codes are off at the verification service: it would draw its own, and nobody could prove a phone'

/** Whether the verification service accepts our codes; empty without one. */
function ofVerification({ account, verification }: CarrierSetup, home: Installation): Finding[] {
  const { verifyServiceSid: sid = null } = home
  if (verification === null || sid === null) return []
  const what = 'Verification service'
  if ('unseen' in verification)
    return verification.unseen === 404 && 'seen' in account
      ? [wrong(what, `there is no ${sid}`, 'correct TWILIO_VERIFY_SERVICE_SID')]
      : [unseen(what, verification.unseen)]
  const { custom_code_enabled: takesOurs, code_length: digits } = verification.seen
  if (takesOurs && digits === CODE_DIGITS) return [right(what, 'it sends our codes')]
  const says = takesOurs ? `its codes have ${digits} digits, ours ${CODE_DIGITS}` : NO_CODES_OF_OURS
  const form = { CustomCodeEnabled: 'true', CodeLength: String(CODE_DIGITS) }
  return [
    {
      ...wrong(what, says, `turn on custom codes of ${CODE_DIGITS} digits in the service's settings`),
      mend: { ...verifyServiceAt(sid), method: 'POST', form },
      was: { CustomCodeEnabled: String(takesOurs), CodeLength: String(digits) },
    },
  ]
}
