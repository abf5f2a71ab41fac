import { createHash } from 'node:crypto'
import { StartRefusedError } from '../process/start-and-stop.ts'
import type { Settings } from './settings.ts'

/** The first carrier; without an account, the phone sandbox or the exchange of a telephone line of one's own. */
export function carrierOf(settings: Settings, sandboxToken: string) {
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_PHONE_NUMBER } = settings
  if (TWILIO_ACCOUNT_SID === undefined) {
    const isLine = settings.ASTERISK_URL !== undefined
    return {
      // Unique to this installation, so that another installation's sandbox on our port isn't mistaken for ours.
      accountSid: `AC${createHash('sha256').update(sandboxToken).digest('hex').slice(0, 32)}`,
      authToken: sandboxToken,
      secondaryAuthToken: null,
      apiKey: null as ReturnType<typeof apiKeyOf>,
      signingKey: null,
      callerNumbers: isLine
        ? ([settings.LINE_NUMBER!] as const)
        : (settings.TWILIO_PHONE_NUMBER ?? (['+12025550100'] as const)),
      apiUrl: isLine ? settings.EXCHANGE_URL : (settings.TWILIO_API_URL ?? `http://127.0.0.1:${settings.SANDBOX_PORT}`),
      messagingServiceSid: null,
      verifyServiceSid: null,
      textKeywords: settings.TEXT_KEYWORDS,
      captions: !isLine,
      /** It has no voice: we speak what has no clip. */
      speaksForIt: isLine,
    }
  }
  if (TWILIO_AUTH_TOKEN === undefined || TWILIO_PHONE_NUMBER === undefined) {
    throw new StartRefusedError('TWILIO_ACCOUNT_SID also needs TWILIO_AUTH_TOKEN and TWILIO_PHONE_NUMBER.')
  }
  return {
    accountSid: TWILIO_ACCOUNT_SID,
    authToken: TWILIO_AUTH_TOKEN,
    /** The first number serves every country without a number of its own. */
    callerNumbers: TWILIO_PHONE_NUMBER,
    ...accountOf(settings, 'TWILIO'),
    secondaryAuthToken: settings.TWILIO_AUTH_TOKEN_SECONDARY ?? null,
    apiKey: apiKeyOf(settings),
    /** Sends texts; null: the number itself does. */
    messagingServiceSid: settings.TWILIO_MESSAGING_SERVICE_SID ?? null,
    /** Sends codes in the carrier's words; null: we text them ourselves. */
    verifyServiceSid: settings.TWILIO_VERIFY_SERVICE_SID ?? null,
  }
}

/**
 * The account that dials what the first carrier surely didn't. It makes calls only: texts and codes go by the first. A
 * telephone line of one's own is none, because its few lines are counted before anybody knows by which way a call leaves.
 */
export function secondCarrierOf(settings: Settings): ReturnType<typeof carrierOf> | null {
  const { CARRIER_2_ACCOUNT_SID: accountSid, CARRIER_2_AUTH_TOKEN: authToken } = settings
  const { CARRIER_2_PHONE_NUMBER: callerNumber, CARRIER_2_API_URL: apiUrl } = settings
  if (accountSid === undefined) {
    const [stray] = Object.entries(settings).find(([name, value]) => name.startsWith('CARRIER_2_') && value) ?? []
    if (stray === undefined) return null
    throw new StartRefusedError(`${stray} needs CARRIER_2_ACCOUNT_SID: an account at a second carrier.`)
  }
  if (authToken === undefined || callerNumber === undefined)
    throw new StartRefusedError('CARRIER_2_ACCOUNT_SID also needs CARRIER_2_AUTH_TOKEN and CARRIER_2_PHONE_NUMBER.')
  if (settings.ASTERISK_URL !== undefined)
    throw new StartRefusedError("ASTERISK_URL and CARRIER_2_ACCOUNT_SID don't work together: unset one of them.")
  if (accountSid === settings.TWILIO_ACCOUNT_SID && apiUrl === settings.TWILIO_API_URL)
    throw new StartRefusedError(
      'CARRIER_2_ACCOUNT_SID is the account of TWILIO_ACCOUNT_SID, which fails with it: set another account, or CARRIER_2_API_URL to another region.',
    )
  return {
    accountSid,
    authToken,
    callerNumbers: [callerNumber],
    ...accountOf(settings, 'CARRIER_2'),
    secondaryAuthToken: null,
    apiKey: null,
    messagingServiceSid: null,
    verifyServiceSid: null,
  }
}

/** What both carriers have. */
const accountOf = (settings: Settings, which: 'TWILIO' | 'CARRIER_2') => ({
  /** Verifies callbacks instead of the token; null: the token does. */
  signingKey: settings[`${which}_SIGNING_KEY`] ?? null,
  apiUrl: settings[`${which}_API_URL`] ?? 'https://api.twilio.com',
  /** Who answers STOP, START and HELP: the carrier or we. */
  textKeywords: settings.TEXT_KEYWORDS,
  captions: false,
  speaksForIt: false,
})

/** Authenticates requests instead of the token; null: the token does. */
function apiKeyOf({ TWILIO_API_KEY_SID: sid, TWILIO_API_KEY_SECRET: secret }: Settings) {
  if (sid === undefined && secret === undefined) return null
  if (sid === undefined || secret === undefined)
    throw new StartRefusedError('TWILIO_API_KEY_SID and TWILIO_API_KEY_SECRET belong together: set both or none.')
  return { sid, secret }
}
