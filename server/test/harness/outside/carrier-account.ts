import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

// An account at the carrier whose settings are read and changed as its documentation says. All parts of the API are at
// one
// address, as for a carrier behind a proxy.

export type AccountState = {
  type: 'Full' | 'Trial'
  status: 'active' | 'suspended' | 'closed'
  token: string
  /** A standard key can't see the account itself. */
  key: { sid: string; secret: string }
  balance: string
  profiles: string[]
  number: { capabilities: { voice: boolean; sms: boolean } } & Record<string, unknown>
  callerIds: string[]
  voiceCountries: string[]
  textCountries: string[]
  /** Of its only messaging service. */
  service: { inbound_request_url: string | null; use_inbound_webhook_on_number: boolean }
  senders: string[]
  campaigns: string[]
  /** Of its only verification service. */
  verification: { code_length: number; custom_code_enabled: boolean }
}

export type FakeCarrierAccount = AsyncDisposable & {
  url: string
  accountSid: string
  state: AccountState
  /** Changes: method, path, form. */
  changes: { method: string; path: string; form: [string, string][] }[]
  /** Requests, oldest first: user name and path. */
  asked: { by: string; path: string }[]
}

const SID = 'AC0123456789abcdef0123456789abcdef'
const NUMBER_SID = 'PN0123456789abcdef0123456789abcdef'
const ACCOUNT = `/2010-04-01/Accounts/${SID}.json`
export const OWN_NUMBER = '+12025550123'
export const SERVICE_SID = 'MG0123456789abcdef0123456789abcdef'
export const VERIFY_SID = 'VA0123456789abcdef0123456789abcdef'

/** A correctly configured account, for an installation at `publicUrl`. */
export async function fakeCarrierAccount(publicUrl: string): Promise<FakeCarrierAccount> {
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fake: FakeCarrierAccount = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accountSid: SID,
    state: accountAt(publicUrl),
    changes: [],
    asked: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET' } = request
    const form = new URLSearchParams(await text(request))
    const url = new URL(request.url ?? '/', fake.url)
    const [by = '', secret = ''] = credentialsIn(request)
    fake.asked.push({ by, path: url.pathname })
    if (!mayAsk(fake.state, { by, secret }, url.pathname)) return answer(response, 401, { code: 20_003 })
    if (method !== 'GET') {
      fake.changes.push({ method, path: url.pathname, form: [...form] })
      const status = change(fake.state, url.pathname, form)
      const made = url.pathname.endsWith('/Messages.json') ? { sid: `SM${SID.slice(2)}`, status: 'accepted' } : {}
      return answer(response, status, status === 404 ? UNKNOWN : made)
    }
    const body = read(fake.state, url)
    return body === null ? answer(response, 404, UNKNOWN) : answer(response, 200, body)
  }
  return fake
}

function credentialsIn({ headers }: IncomingMessage): string[] {
  return Buffer.from((headers.authorization ?? '').replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')
}

function mayAsk({ token, key }: AccountState, { by, secret }: { by: string; secret: string }, path: string): boolean {
  if (by === SID) return secret === token
  return by === key.sid && secret === key.secret && path !== ACCOUNT
}

const UNKNOWN = { code: 20_404 }

const accountAt = (publicUrl: string): AccountState => ({
  type: 'Full',
  status: 'active',
  token: 'the token',
  key: { sid: 'SK0123456789abcdef0123456789abcdef', secret: 'the secret' },
  balance: '42.17',
  profiles: ['draft', 'twilio-approved'],
  number: {
    sid: NUMBER_SID,
    phone_number: OWN_NUMBER,
    capabilities: { voice: true, sms: true },
    sms_url: `${publicUrl}/callbacks/text`,
    sms_method: 'POST',
    sms_application_sid: null,
    voice_url: `${publicUrl}/callbacks/inbound-call`,
    voice_method: 'POST',
    voice_application_sid: null,
    trunk_sid: null,
  },
  callerIds: [],
  voiceCountries: ['US', 'CA', 'DE'],
  textCountries: ['US', 'CA', 'DE'],
  service: { inbound_request_url: null, use_inbound_webhook_on_number: true },
  senders: [OWN_NUMBER],
  campaigns: ['VERIFIED'],
  verification: { code_length: 6, custom_code_enabled: true },
})

function read(state: AccountState, { pathname, searchParams }: URL): object | null {
  const [, country = ''] = /^\/v1\/DialingPermissions\/Countries\/([A-Z]{2})$/.exec(pathname) ?? []
  if (country !== '')
    return {
      iso_code: country,
      low_risk_numbers_enabled: state.voiceCountries.includes(country),
      high_risk_special_numbers_enabled: false,
      high_risk_tollfraud_numbers_enabled: false,
    }
  const number = searchParams.get('PhoneNumber')
  switch (pathname) {
    case ACCOUNT:
      return { sid: SID, type: state.type, status: state.status }
    case `/2010-04-01/Accounts/${SID}/Balance.json`:
      return { balance: state.balance, currency: 'USD', account_sid: SID }
    case `/2010-04-01/Accounts/${SID}/Calls.json`:
      return { calls: [], next_page_uri: null }
    case `/2010-04-01/Accounts/${SID}/IncomingPhoneNumbers.json`:
      return { incoming_phone_numbers: number === state.number['phone_number'] ? [state.number] : [] }
    case `/2010-04-01/Accounts/${SID}/OutgoingCallerIds.json`:
      return { outgoing_caller_ids: state.callerIds.flatMap((one) => (one === number ? [{ phone_number: one }] : [])) }
    case '/v1/CustomerProfiles':
      return { results: state.profiles.map((status) => ({ status })) }
    case '/v1/Messaging/GeoPermissions': {
      const asked = searchParams.get('CountryCode')!
      const permission = { country_code: asked, type: 'country', enabled: state.textCountries.includes(asked) }
      return { permissions: [permission] }
    }
    case `/v1/Services/${SERVICE_SID}`:
      return { sid: SERVICE_SID, ...state.service }
    case `/v1/Services/${SERVICE_SID}/PhoneNumbers`:
      return { phone_numbers: state.senders.map((phone_number) => ({ phone_number })) }
    case `/v1/Services/${SERVICE_SID}/Compliance/Usa2p`:
      return { compliance: state.campaigns.map((campaign_status) => ({ campaign_status })) }
    case `/v2/Services/${VERIFY_SID}`:
      return { sid: VERIFY_SID, ...state.verification }
    default:
      return null
  }
}

/** Returns the HTTP status that the carrier documents. */
function change(state: AccountState, pathname: string, form: URLSearchParams): 200 | 201 | 404 {
  switch (pathname) {
    case `/2010-04-01/Accounts/${SID}/Messages.json`:
      return 201
    case `/2010-04-01/Accounts/${SID}/IncomingPhoneNumbers/${NUMBER_SID}.json`:
      for (const [name, value] of form) state.number[inSnakeCase(name)] = value || null
      return 200
    case '/v1/DialingPermissions/BulkCountryUpdates':
      for (const one of JSON.parse(form.get('UpdateRequest')!) as {
        iso_code: string
        low_risk_numbers_enabled: string
      }[])
        if (one.low_risk_numbers_enabled === 'true') state.voiceCountries.push(one.iso_code)
      return 201
    case '/v1/Messaging/GeoPermissions':
      for (const item of form.getAll('Permissions')) {
        const one = JSON.parse(item) as { country_code?: string; enabled?: boolean }
        if (one.enabled === true) state.textCountries.push(one.country_code!)
      }
      return 200
    case `/v1/Services/${SERVICE_SID}`:
      state.service.use_inbound_webhook_on_number = form.get('UseInboundWebhookOnNumber') === 'true'
      return 200
    case `/v2/Services/${VERIFY_SID}`:
      state.verification = {
        code_length: Number(form.get('CodeLength')),
        custom_code_enabled: form.get('CustomCodeEnabled') === 'true',
      }
      return 200
    case `/v1/Services/${SERVICE_SID}/PhoneNumbers`:
      if (form.get('PhoneNumberSid') !== state.number['sid']) return 404
      state.senders.push(OWN_NUMBER)
      return 201
    default:
      return 404
  }
}

const inSnakeCase = (name: string): string => name.replace(/(?<!^)([A-Z])/g, '_$1').toLowerCase()

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
