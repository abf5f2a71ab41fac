import { fileURLToPath } from 'node:url'
import { E164_PATTERN, type CallerNumbers } from '@reveille/core/phones/check-number'
import { notACarriersVoice, readNamedVoices, type NamedVoices } from '@reveille/core/speech/named-voices'
import * as z from 'zod'

/** Speech servers whose voices we know for each character. */
const SPEECH_PRESETS = ['openai', 'kokoro', 'chatterbox', 'kitten', 'orpheus', 'pocket-tts'] as const
export type SpeechPreset = (typeof SPEECH_PRESETS)[number]

const portNumber = z
  .string()
  .regex(/^[0-9]{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((n) => n <= 65_535, 'must be a port number from 0 to 65535')

const port = (fallback: number) => portNumber.default(fallback)

const count = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/, 'must be a whole number from 1 to 999999999')
  .transform(Number)

const limit = (fallback: number) => count.default(fallback)

const HOUR_S = 3600

/** In the currency of the operator's bills. Only owners see sums in it. */
const money = z
  .string()
  .regex(/^[0-9]{1,6}(\.[0-9]{1,6})?$/, 'must be an amount of money such as 0.05')
  .transform(Number)

const RATE = 'must be a number above 0 and below 10000000, such as 5 or 0.5'

/** `orElse` is a word that may stand in place of an address. */
function url(schemes: string, orElse?: string) {
  const begins = `begins with ${schemes.split(' ').join('// or ')}//`
  const isKnown = (scheme: string) => schemes.split(' ').includes(scheme)
  return z.string().refine((text) => text === orElse || (URL.canParse(text) && isKnown(new URL(text).protocol)), {
    error: ({ input }) =>
      isKnown(String(input).split('//')[0]!) && String(input).includes('@')
        ? 'cannot be read: its port is a number, and in a user or password write / as %2F, ? as %3F and # as %23'
        : `must be an address that ${begins}${orElse === undefined ? '' : `, or ${orElse}`}`,
  })
}

function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return true // refused with its own message
  const { search, hash, username, password } = new URL(text)
  return `${search}${hash}${username}${password}` === ''
}

/** Not `file:files`, nor `file://files`, whose name is a host. */
function isFullPath(text: string): boolean {
  try {
    return fileURLToPath(text) !== '/' && text.startsWith('file:/')
  } catch {
    return false
  }
}

const secret = z.string().min(32, 'must have at least 32 characters').optional()
const onOrOff = z.enum(['on', 'off'], 'must be on or off')
const like = (shape: RegExp, must: string) => z.string().regex(shape, must).optional()

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const isCountry = (code: string) => countryNames.of(code) !== undefined

const namedVoices = z.string().transform((text, context): NamedVoices => {
  const voices = readNamedVoices(text)
  if (typeof voices !== 'string') return voices
  context.addIssue({ code: 'custom', message: voices })
  return z.NEVER
})

const carrierVoices = namedVoices.superRefine((voices, context) => {
  const message = notACarriersVoice(voices)
  if (message !== null) context.addIssue({ code: 'custom', message })
})

const NOT_E164 = 'must be a phone number such as +12025550123, or several with commas between them'
const e164List = z
  .string()
  .transform((text) => text.split(',').map((number) => number.trim()))
  .refine((numbers) => numbers.every((number) => E164_PATTERN.test(number)), NOT_E164)
  .transform(([first = '', ...others]): CallerNumbers => [first, ...others.filter((number) => number !== first)])

/** Numbers of phones in the house, each with its endpoint in Asterisk. */
const housePhones = z
  .string()
  .transform((text) => text.split(',').map((phone) => phone.trim().split('=')))
  .refine(
    (phones) =>
      phones.every(([number = '', endpoint = '']) => E164_PATTERN.test(number) && /^[A-Za-z0-9]+\/./.test(endpoint)),
    'must look like +49301234561=PJSIP/601, or several with commas between them',
  )
  .transform((phones) => Object.fromEntries(phones) as Record<string, string>)

/** Every environment variable that we read. docs/operations.md explains them. */
export const Settings = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test'], 'must be production, or unset for a trial').optional(),
  PORT: port(3000),
  HOST: z.string().optional(),
  METRICS_PORT: portNumber.optional(),
  PUBLIC_URL: url('http: https:')
    .refine(isPlainAddress, 'must be a URL without a query, a fragment or a password')
    .transform((text) => new URL(text).href)
    .optional(),
  ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  DATA_DIR: z.string().default('./data'),
  BACKUP_DIR: z.string().optional(),
  DATABASE_URL: url('postgres: postgresql:').optional(),
  SESSION_SECRET: secret,
  SESSION_SECRET_PREVIOUS: secret,
  OPT_OUT_SECRET: secret,
  SIGN_UP: z.enum(['open', 'invited', 'closed'], 'must be open, invited or closed').optional(),
  CONTACT_EMAIL: z.email('must be an email address').optional(),
  /** `off`: no email leaves, ever. */
  MAIL_URL: url('smtp: smtps:', 'off').optional(),
  MAIL_FROM: like(
    /^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'must look like Reveille <wake@wake.example>',
  ),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_AUTH_TOKEN_SECONDARY: z.string().optional(),
  TWILIO_API_KEY_SID: z.string().optional(),
  TWILIO_API_KEY_SECRET: z.string().optional(),
  TWILIO_SIGNING_KEY: z.string().optional(),
  TWILIO_PHONE_NUMBER: e164List.optional(),
  TWILIO_MESSAGING_SERVICE_SID: like(
    /^MG[0-9a-f]{32}$/,
    'must be the SID of a messaging service, such as MG0123456789abcdef0123456789abcdef',
  ),
  TWILIO_VERIFY_SERVICE_SID: like(
    /^VA[0-9a-f]{32}$/,
    'must be the SID of a verification service, such as VA0123456789abcdef0123456789abcdef',
  ),
  ASTERISK_URL: url('http: https:').optional(),
  ASTERISK_USER: z.string().optional(),
  ASTERISK_PASSWORD: z.string().optional(),
  ASTERISK_DIAL: like(
    /^[A-Za-z0-9]+\/.*\{(number|national)\}/,
    'must look like PJSIP/{number}@trunk or PJSIP/{national}@fritzbox',
  ),
  ASTERISK_PHONES: housePhones.optional(),
  LINE_NUMBER: like(E164_PATTERN, 'must be a phone number such as +49301234560'),
  LINES_AT_ONCE: limit(2),
  EXCHANGE_URL: url('http: https:').default('http://127.0.0.1:3003'),
  EXCHANGE_TOKEN: secret,
  CALLBACK_URL: url('http: https:').optional(),
  TEXTS: onOrOff.optional(),
  MACHINE_DETECTION: onOrOff.optional(),
  TEXT_KEYWORDS: z.enum(['carrier', 'own'], 'must be carrier or own').default('carrier'),
  TWILIO_API_URL: url('http: https:').optional(),
  CALLS_PER_SECOND: z
    .string()
    .regex(/^[0-9]{1,7}(\.[0-9]{1,3})?$/, RATE)
    .transform(Number)
    .refine((rate) => rate > 0, RATE)
    .optional(),
  /**
   * A second carrier, which dials what the first surely didn't. CARRIER_2_X is for it what TWILIO_X is for the first. It
   * has one number and sends no texts.
   */
  CARRIER_2_ACCOUNT_SID: z.string().optional(),
  CARRIER_2_AUTH_TOKEN: z.string().optional(),
  CARRIER_2_SIGNING_KEY: z.string().optional(),
  CARRIER_2_PHONE_NUMBER: like(E164_PATTERN, 'must be a phone number such as +12025550123'),
  CARRIER_2_API_URL: url('http: https:').optional(),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_AUTH_DOMAIN: z.string().optional(),
  FIREBASE_PROJECT_ID: z.string().optional(),
  FIREBASE_AUTH_EMULATOR_HOST: like(
    /^(127\.0\.0\.1|localhost):[0-9]{1,5}$/,
    'must be a host of this machine and a port, such as 127.0.0.1:9099',
  ),
  SPEECH_ENGINE: z
    .enum(
      ['auto', 'embedded', 'carrier', 'elevenlabs', 'openai'],
      'must be auto, embedded, carrier, elevenlabs or openai',
    )
    .default('auto'),
  SPEECH_URL: url('http: https:').optional(),
  SPEECH_API_KEY: z.string().optional(),
  SPEECH_MODEL: z.string().optional(),
  SPEECH_PRESET: z.enum(SPEECH_PRESETS, `must be one of ${SPEECH_PRESETS.join(', ')}`).optional(),
  SPEECH_VOICES: namedVoices.optional(),
  ELEVENLABS_API_KEY: z.string().optional(),
  ELEVENLABS_API_URL: url('http: https:').optional(),
  ELEVENLABS_VOICES: namedVoices.optional(),
  ELEVENLABS_MODEL: z
    .string()
    .regex(/^[a-z0-9_]{1,64}$/, 'must be the id of a model such as eleven_flash_v2_5')
    .default('eleven_flash_v2_5'),
  CARRIER_VOICES: carrierVoices.optional(),
  SPEECH_TIME_LIMIT: count.refine((seconds) => seconds <= HOUR_S, 'must be at most 3600 seconds').optional(),
  SPEECH_AT_ONCE: count.optional(),
  VOICE_PACK: z.string().optional(),
  SPEECH_AHEAD: onOrOff.transform((text) => text === 'on').default(true),
  STORAGE_URL: url('file: s3:')
    .refine((text) => !text.startsWith('file:') || isFullPath(text), {
      error: 'must name a folder by its full path, such as file:///files',
    })
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  CALL_COUNTRIES: z
    .string()
    .regex(/^[A-Z]{2}(,[A-Z]{2})*$/, 'must be country codes such as US,CA,AU')
    .transform((text) => [...new Set(text.split(','))])
    .refine((codes) => codes.every(isCountry), "has a code that isn't a country")
    .default(['US', 'CA', 'AU', 'NZ', 'IN', 'FR', 'DE', 'SG']),
  TRUST_PROXY: z
    .string()
    .regex(/^(on|off|[0-9])$/, 'must be on, off, or the number of proxies in front of us, up to 9')
    .transform((text) => (text === 'on' ? 1 : text === 'off' ? 0 : Number(text)))
    .default(0),
  WEBHOOK_URL: url('http: https:')
    .refine((text) => !/^\w+:\/\/[^/]*@/.test(text), 'must be a URL without a password')
    .optional(),
  WEBHOOK_SECRET: like(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must be whsec_ and at least 24 random bytes in base64'),
  HEARTBEAT_URL: url('http: https:').optional(),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('info'),
  SANDBOX_PORT: port(3001),
  SANDBOX_SMTP_PORT: port(3002),
  LIMIT_CODES_PER_IP: limit(60),
  LIMIT_TEXTS_PER_NUMBER: limit(5),
  LIMIT_CAPTCHAS_PER_IP: limit(600),
  LIMIT_WRONG_CODES_PER_IP: limit(300),
  LIMIT_REQUESTS_AT_ONCE: limit(100),
  LIMIT_REQUESTS_AT_ONCE_PER_IP: count.optional(),
  LIMIT_CALLS_PER_HOUR: limit(500_000),
  LIMIT_CALLS_PER_NUMBER_AND_HOUR: limit(30),
  LIMIT_CALLS_PER_NUMBER_AND_DAY: limit(80),
  PRICE_TEXT: money.default(0.05),
  PRICE_MAIL: money.default(0.001),
  PRICE_CALL_MINUTE: money.default(0.03),
  PRICE_SPEECH: money.default(0.1),
  PRICE_STORED_GB: money.default(0.03),
  BUDGET_TEXTS: money.optional(),
  BUDGET_MAILS: money.optional(),
  BUDGET_SAMPLES: money.optional(),
  BUDGET_SPEECH: money.optional(),
  BUDGET_STORED: money.optional(),
  BUDGET_CALLS: money.optional(),
})
export type Settings = z.infer<typeof Settings>
