import { createHash, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { messageOf } from '../process/describe-error.ts'
import { StartRefusedError } from '../process/start-refused.ts'
import { budgetSizes } from './budget-sizes.ts'
import { requireForProduction, requireForTrial } from './production-settings.ts'
import { Settings } from './settings.ts'
import { speechOf } from './speech-settings.ts'
import { unknownSettings } from './unknown-settings.ts'

/** The settings as the code uses them: complete, validated, with every default filled in. */
export type Config = ReturnType<typeof loadConfig>

/** Limits in place of those that the settings and defaults make, by group: tests hand them in. */
export type Limits = { [Group in keyof AllLimits]?: Partial<AllLimits[Group]> }
type AllLimits = ReturnType<typeof defaultLimits>

/**
 * Reads the environment; nothing else does. Refuses to start with one line that names the setting and what to do. In
 * production nothing falls back silently: without a carrier, mailer or secret there is no start.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, limits: Limits = {}) {
  const settings = readSettings(env)
  const production = settings.NODE_ENV === 'production'
  const dataDir = resolve(settings.DATA_DIR)
  const secrets = readSecrets(dataDir, settings.SESSION_SECRET)
  const host = settings.HOST ?? LOOPBACK
  const publicUrl = (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, '')
  const callsPerSecond = settings.CALLS_PER_SECOND ?? (settings.TWILIO_ACCOUNT_SID === undefined ? 20 : 1)
  return {
    production,
    host,
    port: settings.PORT,
    /** The operators' own port; null: none. */
    metricsPort: settings.METRICS_PORT ?? null,
    publicUrl,
    role: settings.ROLE,
    dataDir,
    databaseUrl: settings.DATABASE_URL ?? null,
    sessionSecret: secrets.sessionSecret,
    /** Another secret whose codes and signatures are accepted while it is rotated; it signs nothing. */
    sessionSecretPrevious: settings.SESSION_SECRET_PREVIOUS ?? null,
    /** Keys the fingerprints of numbers that must never ring again, which outlive any session. */
    optOutSecret: settings.OPT_OUT_SECRET ?? secrets.sessionSecret,
    contactEmail: settings.CONTACT_EMAIL ?? 'hello@reveille.example',
    mail: { url: settings.MAIL_URL ?? `smtp://127.0.0.1:${settings.SANDBOX_SMTP_PORT}`, from: settings.MAIL_FROM },
    carrier: carrierOf(settings, secrets.sandboxToken),
    callsPerSecond,
    /** Without texts codes come by call, and nothing is announced. */
    texts: settings.TEXTS === 'on',
    /** Whether the carrier listens for answering machines, for a price. */
    machineDetection: settings.MACHINE_DETECTION === 'on',
    firebase: firebaseOf(settings),
    speech: speechOf(settings),
    storage: {
      url: settings.STORAGE_URL ?? `file:${resolve(dataDir, 'files')}`,
      accessKeyId: settings.S3_ACCESS_KEY_ID ?? null,
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? null,
    },
    countries: settings.CALL_COUNTRIES,
    /** How many proxies before us are believed; 0: none. */
    trustedProxies: settings.TRUST_PROXY,
    /** What to warn of at the start: none of it is worth refusing it. */
    doubtful: [...unknownSettings(env), ...withoutTrust(publicUrl, settings)],
    logLevel: settings.LOG_LEVEL,
    /** Set when the sandbox stands in for a carrier or mail server that is not configured. */
    sandbox: sandboxOf(settings),
    ...withLimits(defaultLimits(settings, callsPerSecond), limits),
  }
}

/** The ports that a start with these settings opens. Unlike `loadConfig` it writes no secret into the data folder. */
export function loadPorts(env: NodeJS.ProcessEnv = process.env) {
  const settings = readSettings(env)
  const web = { setting: 'PORT', port: settings.PORT }
  return {
    host: settings.HOST ?? LOOPBACK,
    ours: [
      ...(settings.ROLE === 'worker' ? [] : [web]),
      ...(settings.METRICS_PORT === undefined ? [] : [{ setting: 'METRICS_PORT', port: settings.METRICS_PORT }]),
    ],
    sandbox: sandboxOf(settings),
    /** A data folder without one never had a sandbox that could still run. */
    hadSandbox: hasSandboxToken(resolve(settings.DATA_DIR)),
  }
}

const LOOPBACK = '127.0.0.1'

function readSettings(env: NodeJS.ProcessEnv): Settings {
  const settings = parse(env)
  if (settings.NODE_ENV === 'production') requireForProduction(settings)
  else requireForTrial(settings)
  if (settings.METRICS_PORT === settings.PORT && settings.PORT !== 0)
    throw new StartRefusedError('METRICS_PORT and PORT must differ: operators have a port of their own.')
  return settings
}

function sandboxOf(settings: Settings): { port: number; smtpPort: number } | null {
  if (settings.TWILIO_ACCOUNT_SID !== undefined && settings.MAIL_URL !== undefined) return null
  return { port: settings.SANDBOX_PORT, smtpPort: settings.SANDBOX_SMTP_PORT }
}

/** Behind a proxy all visitors look like one network: a stranger could use up the limits of all. */
function withoutTrust(publicUrl: string, { TRUST_PROXY, ROLE }: Settings): string[] {
  if (!publicUrl.startsWith('https:') || TRUST_PROXY > 0 || ROLE === 'worker') return []
  return ['PUBLIC_URL is https, so a proxy stands before us, but TRUST_PROXY is off: everybody counts as one network.']
}

/** What may be asked for and spent, by whom and on what (CODE-3, CALL-12, S35, S61). */
function defaultLimits(settings: Settings, callsPerSecond: number) {
  return {
    budgets: budgetSizes(settings, callsPerSecond),
    // The shares add up to less than all: half for strangers, two fifths for a network (S56).
    mostRequestsAtOnce: {
      all: settings.LIMIT_REQUESTS_AT_ONCE,
      network: settings.LIMIT_REQUESTS_AT_ONCE_PER_IP ?? Math.ceil(settings.LIMIT_REQUESTS_AT_ONCE * 0.4),
      person: Math.ceil(settings.LIMIT_REQUESTS_AT_ONCE * 0.2),
    },
    mostCallsAnHour: {
      person: 40,
      block: 2_000,
      country: Math.ceil(settings.LIMIT_CALLS_PER_HOUR * 0.4),
      all: settings.LIMIT_CALLS_PER_HOUR,
    },
    callsPerNumber: { hour: settings.LIMIT_CALLS_PER_NUMBER_AND_HOUR, day: settings.LIMIT_CALLS_PER_NUMBER_AND_DAY },
  }
}

function withLimits(
  all: AllLimits,
  { budgets, mostRequestsAtOnce, mostCallsAnHour, callsPerNumber }: Limits,
): AllLimits {
  return {
    budgets: { ...all.budgets, ...budgets },
    mostRequestsAtOnce: { ...all.mostRequestsAtOnce, ...mostRequestsAtOnce },
    mostCallsAnHour: { ...all.mostCallsAnHour, ...mostCallsAnHour },
    callsPerNumber: { ...all.callsPerNumber, ...callsPerNumber },
  }
}

function parse(env: NodeJS.ProcessEnv): Settings {
  // An empty variable counts as unset: shells and compose files leave a variable out that way.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = Settings.safeParse(given)
  if (result.success) return result.data
  const { path, message } = result.error.issues[0]!
  const name = String(path[0])
  const value = MAY_HOLD_A_SECRET.test(name) ? '' : `; it is '${given[name]}'`
  throw new StartRefusedError(`The setting ${name} ${message}${value}.`)
}

/** Hides addresses too: that of a database or mail server holds a password, and a refusal is logged. */
const MAY_HOLD_A_SECRET = /SECRET|TOKEN|KEY|URL/

function carrierOf(settings: Settings, sandboxToken: string) {
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_PHONE_NUMBER } = settings
  if (TWILIO_ACCOUNT_SID === undefined) {
    return {
      // Of this installation alone: the sandbox of another one on our port is not mistaken for ours.
      accountSid: `AC${createHash('sha256').update(sandboxToken).digest('hex').slice(0, 32)}`,
      authToken: sandboxToken,
      secondaryAuthToken: null,
      apiKey: null as ReturnType<typeof apiKeyOf>,
      signingKey: null,
      callerNumbers: settings.TWILIO_PHONE_NUMBER ?? (['+12025550100'] as const),
      apiUrl: settings.TWILIO_API_URL ?? `http://127.0.0.1:${settings.SANDBOX_PORT}`,
      messagingServiceSid: null,
      verifyServiceSid: null,
      textKeywords: settings.TEXT_KEYWORDS,
      captions: true,
    }
  }
  if (TWILIO_AUTH_TOKEN === undefined || TWILIO_PHONE_NUMBER === undefined) {
    throw new StartRefusedError('TWILIO_ACCOUNT_SID also needs TWILIO_AUTH_TOKEN and TWILIO_PHONE_NUMBER.')
  }
  return {
    accountSid: TWILIO_ACCOUNT_SID,
    authToken: TWILIO_AUTH_TOKEN,
    secondaryAuthToken: settings.TWILIO_AUTH_TOKEN_SECONDARY ?? null,
    apiKey: apiKeyOf(settings),
    /** Signs callbacks where the token does not; null: the token does. */
    signingKey: settings.TWILIO_SIGNING_KEY ?? null,
    /** The first is that of everybody whose country has none. */
    callerNumbers: TWILIO_PHONE_NUMBER,
    apiUrl: settings.TWILIO_API_URL ?? 'https://api.twilio.com',
    /** Texts leave by it; null: by the number itself. */
    messagingServiceSid: settings.TWILIO_MESSAGING_SERVICE_SID ?? null,
    /** Codes are sent by it, in the carrier's words; null: as texts of our own. */
    verifyServiceSid: settings.TWILIO_VERIFY_SERVICE_SID ?? null,
    /** Who answers STOP, START and HELP: the carrier, or we ourselves. */
    textKeywords: settings.TEXT_KEYWORDS,
    captions: false,
  }
}

/** Signs requests in instead of the token; null: the token does. */
function apiKeyOf({ TWILIO_API_KEY_SID: sid, TWILIO_API_KEY_SECRET: secret }: Settings) {
  if (sid === undefined && secret === undefined) return null
  if (sid === undefined || secret === undefined)
    throw new StartRefusedError('TWILIO_API_KEY_SID and TWILIO_API_KEY_SECRET belong together: set both or none.')
  return { sid, secret }
}

function firebaseOf(settings: Settings) {
  const { FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN, FIREBASE_PROJECT_ID } = settings
  if (!FIREBASE_API_KEY && !FIREBASE_AUTH_DOMAIN && !FIREBASE_PROJECT_ID) return null
  if (!FIREBASE_API_KEY || !FIREBASE_AUTH_DOMAIN || !FIREBASE_PROJECT_ID) {
    throw new StartRefusedError(
      'FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN and FIREBASE_PROJECT_ID belong together: set all or none.',
    )
  }
  return {
    apiKey: FIREBASE_API_KEY,
    authDomain: FIREBASE_AUTH_DOMAIN,
    projectId: FIREBASE_PROJECT_ID,
    /** The official emulator, whose tokens are unsigned; null: the real thing. */
    emulatorHost: settings.FIREBASE_AUTH_EMULATOR_HOST ?? null,
  }
}

const SANDBOX_TOKEN = 'sandbox-token'

/**
 * Secrets that are not configured are generated once and kept in the data folder (0700), so that sessions outlive a
 * restart. Several processes may start at once: the first to write wins, the others read what it wrote.
 */
function readSecrets(dataDir: string, sessionSecret: string | undefined) {
  try {
    makeFolder(dataDir)
    return {
      sessionSecret: sessionSecret ?? keptSecret(join(dataDir, 'session-secret')),
      sandboxToken: keptSecret(join(dataDir, SANDBOX_TOKEN)),
    }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : messageOf(error)
    throw new StartRefusedError(
      `The data folder ${dataDir} cannot be written (${reason}): set DATA_DIR to a folder that can.`,
    )
  }
}

const hasSandboxToken = (dataDir: string): boolean => existsSync(join(dataDir, SANDBOX_TOKEN))

/** Folder by folder: Node's own recursion never ends where the system answers ENOENT for good, as below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!existsSync(folder)) throw error // another start was quicker
  }
}

/** Linked into place, so that no reader sees half a secret. */
function keptSecret(file: string): string {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600 })
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}
