import { isOfThisMachine, isPrivateAddress } from '../limits/subnet.ts'
import { StartRefusedError } from '../process/start-and-stop.ts'
import type { Settings } from './settings.ts'

const REQUIRED = [
  'PUBLIC_URL',
  'CONTACT_EMAIL',
  'MAIL_URL',
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_PHONE_NUMBER',
] as const
/** A secret that is kept in the data folder serves the one machine that has the embedded database. */
const requiredOf = ({ ASTERISK_URL, DATABASE_URL }: Settings): readonly (keyof Settings)[] => [
  ...(ASTERISK_URL === undefined ? REQUIRED : (['PUBLIC_URL'] as const)),
  ...(DATABASE_URL === undefined ? [] : (['SESSION_SECRET'] as const)),
]

/** A random text of 32 characters has more, whatever its alphabet. */
const LEAST_DIFFERENT_CHARACTERS = 10

type Check = { names: readonly (keyof Settings)[]; holds: (value: string, settings: Settings) => boolean; must: string }

/** Values that would start, and then leak a secret or never place a call. */
const CHECKS: readonly Check[] = [
  {
    names: ['PUBLIC_URL'],
    holds: (url, settings) => isHttps(url) || isOfThisMachine(url) || isAtHome(url, settings),
    must: 'must begin with https://: codes and sessions would cross the network unencrypted. With ASTERISK_URL it may be http at a private address, or at a name that ends in .local or .home.arpa',
  },
  {
    names: ['SESSION_SECRET', 'SESSION_SECRET_PREVIOUS', 'OPT_OUT_SECRET', 'WEBHOOK_SECRET'],
    holds: (secret) => new Set(secret).size >= LEAST_DIFFERENT_CHARACTERS,
    must: 'must be random: openssl rand -base64 32 prints one',
  },
  atTwilio('TWILIO', ['ACCOUNT_SID'], /^AC[0-9a-f]{32}$/, 'AC and 32 hexadecimal digits'),
  atTwilio('TWILIO', ['AUTH_TOKEN', 'AUTH_TOKEN_SECONDARY'], /^[0-9a-f]{32}$/, '32 hexadecimal digits'),
  atTwilio('TWILIO', ['API_KEY_SID'], /^SK[0-9a-f]{32}$/, 'SK and 32 hexadecimal digits'),
  atTwilio('CARRIER_2', ['ACCOUNT_SID'], /^AC[0-9a-f]{32}$/, 'AC and 32 hexadecimal digits'),
  atTwilio('CARRIER_2', ['AUTH_TOKEN'], /^[0-9a-f]{32}$/, '32 hexadecimal digits'),
]

/** Refuses to start production when a setting is missing or fits only a trial. */
export function requireForProduction(settings: Settings): void {
  const missing = requiredOf(settings).filter((name) => settings[name] === undefined)
  if (settings.FIREBASE_AUTH_EMULATOR_HOST !== undefined) {
    throw new StartRefusedError('FIREBASE_AUTH_EMULATOR_HOST takes unsigned tokens: it must not be set in production.')
  }
  if (missing.length > 0)
    throw new StartRefusedError(`In production these settings are required: ${missing.join(', ')}.`)
  for (const { names, holds, must } of CHECKS) {
    const wrong = names.find((name) => settings[name] !== undefined && !holds(String(settings[name]), settings))
    if (wrong !== undefined) throw new StartRefusedError(`In production the setting ${wrong} ${must}.`)
  }
}

/** Refuses an https address, which people may rely on, while only the sandbox gets calls or email. */
export function requireForTrial({ PUBLIC_URL, TWILIO_ACCOUNT_SID, ASTERISK_URL, MAIL_URL }: Settings): void {
  const hasCarrier = TWILIO_ACCOUNT_SID !== undefined || ASTERISK_URL !== undefined
  const pretends = !hasCarrier || MAIL_URL === undefined
  if (PUBLIC_URL !== undefined && isHttps(PUBLIC_URL) && pretends) {
    throw new StartRefusedError(
      'PUBLIC_URL is an https address, but without a carrier and a mail server no real phone rings: set NODE_ENV=production and both, or for a trial an http address of this machine.',
    )
  }
}

const isHttps = (url: string) => new URL(url).protocol === 'https:'

/** Whether the product runs at home: on its own telephone line, at an address that only its network reaches. */
function isAtHome(url: string, { ASTERISK_URL }: Settings): boolean {
  const { hostname } = new URL(url)
  return ASTERISK_URL !== undefined && (isPrivateAddress(hostname) || /\.(local|home\.arpa)$/.test(hostname))
}

export const withoutTls = ({ NODE_ENV, PUBLIC_URL = '' }: Settings): string[] =>
  NODE_ENV !== 'production' || PUBLIC_URL === '' || isHttps(PUBLIC_URL) || isOfThisMachine(PUBLIC_URL)
    ? []
    : [
        'PUBLIC_URL is http: everybody in this network can read what browsers send, cookies are not Secure, and there are no passkeys and no pages offline.',
      ]

/** Another carrier with this API has an address of its own, and ids and tokens that look different. */
function atTwilio(which: 'TWILIO' | 'CARRIER_2', names: readonly string[], like: RegExp, is: string): Check {
  return {
    names: names.map((name) => `${which}_${name}` as keyof Settings),
    holds: (value, settings) => settings[`${which}_API_URL`] !== undefined || like.test(value),
    must: `must be ${is}: copy it from Twilio's console`,
  }
}
