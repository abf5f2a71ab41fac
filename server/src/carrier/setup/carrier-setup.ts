import * as z from 'zod'
import { askCarrierApi, type ApiRequest, type CarrierAccount } from './carrier-api.ts'

/** What the carrier showed, or the HTTP status of its refusal; 0 if nothing answered. */
export type Look<T> = { seen: T } | { unseen: number }

const Account = z.object({ type: z.string(), status: z.string() })
const Balance = z.object({ balance: z.coerce.number(), currency: z.string() })
const text = z.nullish(z.string()).transform((value) => value ?? '')
const OwnNumber = z.object({
  sid: z.string(),
  capabilities: z.object({ voice: z.boolean(), sms: z.boolean() }),
  sms_url: text,
  sms_method: text,
  sms_application_sid: text,
  voice_url: text,
  voice_method: text,
  voice_application_sid: text,
  trunk_sid: text,
})
const FirstOwnNumber = z
  .object({ incoming_phone_numbers: z.array(OwnNumber) })
  .transform((seen) => seen.incoming_phone_numbers[0] ?? null)
const IsCallerId = z
  .object({ outgoing_caller_ids: z.array(z.unknown()) })
  .transform((seen) => seen.outgoing_caller_ids.length > 0)
const HasApprovedProfile = z
  .object({ results: z.array(z.object({ status: z.string() })) })
  .transform(({ results }) => results.some(({ status }) => status === 'twilio-approved'))
const VoiceCountry = z
  .object({ low_risk_numbers_enabled: z.boolean() })
  .transform((seen) => seen.low_risk_numbers_enabled)
const TextCountry = (country: string) =>
  z
    .object({ permissions: z.array(z.object({ country_code: z.string(), enabled: z.boolean() })) })
    .transform(({ permissions }) => permissions.some((one) => one.country_code === country && one.enabled))
const Service = z.object({ inbound_request_url: text, use_inbound_webhook_on_number: z.boolean() })
const Senders = z
  .object({ phone_numbers: z.array(z.object({ phone_number: z.string() })) })
  .transform((seen) => seen.phone_numbers.map(({ phone_number }) => phone_number))
export const VerifyService = z.object({ code_length: z.number(), custom_code_enabled: z.boolean() })
const Campaigns = z
  .object({ compliance: z.array(z.object({ campaign_status: z.string() })) })
  .transform((seen) => seen.compliance.map(({ campaign_status }) => campaign_status))

/** Everything at the carrier that calls and texts depend on. */
export type CarrierSetup = Awaited<ReturnType<typeof readCarrierSetup>>
export type KeyLooks = Awaited<ReturnType<typeof lookAtKeys>>
export type CallerNumberLooks = Awaited<ReturnType<typeof lookAtNumber>>
export type MessagingService = Awaited<ReturnType<typeof lookAtService>>
export type OwnNumber = z.infer<typeof OwnNumber>

export type Wanted = {
  callerNumbers: readonly string[]
  countries: readonly string[]
  messagingServiceSid: string | null
  verifyServiceSid?: string | null
}

/** Read-only. Never throws: it reports what it can't see. */
export async function readCarrierSetup(account: CarrierAccount, wanted: Wanted) {
  const { callerNumbers, countries, messagingServiceSid, verifyServiceSid = null } = wanted
  const look = lookingAs(account)
  const byCountry = async (ask: (country: string) => Promise<Look<boolean>>) =>
    Object.fromEntries(await Promise.all(countries.map(async (one) => [one, await ask(one)] as const)))
  const own = await look(OWN_ACCOUNT, Account)
  const keys = (account.apiKey ?? null) === null ? null : await lookAtKeys(account, own)
  return {
    /** Null: the token authenticates requests. */
    keys,
    account: 'unseen' in own && keys?.byToken && 'seen' in keys.byToken ? keys.byToken : own,
    balance: await look({ path: '/Balance.json' }, Balance),
    numbers: await Promise.all(callerNumbers.map((number) => lookAtNumber(look, number))),
    hasApprovedProfile: await look({ part: 'trusthub', path: '/v1/CustomerProfiles' }, HasApprovedProfile),
    /** By country: whether calls there are allowed. */
    voiceCountries: await byCountry((country) =>
      look({ part: 'voice', path: `/v1/DialingPermissions/Countries/${country}` }, VoiceCountry),
    ),
    textCountries: await byCountry((country) =>
      look({ part: 'accounts', path: `/v1/Messaging/GeoPermissions?CountryCode=${country}` }, TextCountry(country)),
    ),
    messagingService: messagingServiceSid === null ? null : await lookAtService(look, messagingServiceSid),
    verification: verifyServiceSid === null ? null : await look(verifyServiceAt(verifyServiceSid), VerifyService),
  }
}

/** The settings of the verification service. */
export const verifyServiceAt = (sid: string): ApiRequest => ({
  part: 'verify',
  path: `/v2/Services/${encodeURIComponent(sid)}`,
})

export const OWN_ACCOUNT: ApiRequest = { path: '.json' }

type Looking = <T>(request: ApiRequest, shape: z.ZodType<T>) => Promise<Look<T>>

const lookingAs =
  (account: CarrierAccount): Looking =>
  async (request, shape) => {
    const { status, body } = await askCarrierApi(account, request)
    const read = shape.safeParse(body)
    return status >= 200 && status < 300 && read.success ? { seen: read.data } : { unseen: status }
  }

/** When an API key authenticates requests. The token must be valid too if it verifies callbacks. */
async function lookAtKeys(account: CarrierAccount, own: Look<z.infer<typeof Account>>) {
  const isUsed = (account.signingKey ?? null) === null
  return {
    /** As the key sees it. Most keys may not. */
    account: own,
    /** A revoked key can't list them, and without the list no call in doubt can ever be retried. */
    calls: await lookingAs(account)({ path: '/Calls.json?PageSize=1' }, z.unknown()),
    /** The account, as the token sees it; null if a signing key verifies callbacks and the token is unused. */
    byToken: isUsed ? await lookingAs({ ...account, apiKey: null })(OWN_ACCOUNT, Account) : null,
  }
}

async function lookAtNumber(look: Looking, callerNumber: string) {
  const query = `PhoneNumber=${encodeURIComponent(callerNumber)}`
  return {
    callerNumber,
    /** Null: this account doesn't have the number. */
    number: await look({ path: `/IncomingPhoneNumbers.json?${query}` }, FirstOwnNumber),
    /** Somebody else's number that the carrier lets us call from. */
    isVerifiedCallerId: await look({ path: `/OutgoingCallerIds.json?${query}` }, IsCallerId),
  }
}

async function lookAtService(look: Looking, sid: string) {
  const path = `/v1/Services/${encodeURIComponent(sid)}`
  return {
    service: await look({ part: 'messaging', path }, Service),
    senders: await look({ part: 'messaging', path: `${path}/PhoneNumbers` }, Senders),
    /** States of its campaigns for the United States. */
    campaigns: await look({ part: 'messaging', path: `${path}/Compliance/Usa2p` }, Campaigns),
  }
}
