import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isOfThisMachine } from '../limits/subnet.ts'
import { messageOf } from '../process/logger.ts'
import { makeFolder } from '../process/make-folder.ts'
import { StartRefusedError } from '../process/start-and-stop.ts'
import { budgetSizes } from './budget-sizes.ts'
import { carrierOf, secondCarrierOf } from './carrier-settings.ts'
import { callbackUrlOf, callsPerSecondOf, decoded, lineOf, may } from './line-settings.ts'
import { requireForProduction, requireForTrial, withoutTls } from './production-settings.ts'
import { readEnvironment } from './settings-file.ts'
import { Settings } from './settings.ts'
import { speechOf } from './speech-settings.ts'
import { unknownSettings } from './unknown-settings.ts'

export type Config = ReturnType<typeof loadConfig>

/**
 * The only reader of the environment. Refuses to start with one line that names the setting and what to do. Nothing
 * falls back silently in production: without a carrier, mailer or secret it refuses to start.
 */
export function loadConfig(env: NodeJS.ProcessEnv = readEnvironment(process.env)) {
  const settings = readSettings(env)
  const production = settings.NODE_ENV === 'production'
  const dataDir = resolve(settings.DATA_DIR)
  const secrets = readSecrets(dataDir, settings.SESSION_SECRET)
  const host = settings.HOST ?? LOOPBACK
  const publicUrl = (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, '')
  const line = lineOf(settings)
  const callsPerSecond = callsPerSecondOf(settings)
  return {
    production,
    host,
    port: settings.PORT,
    /** The operators' own port; null: none. */
    metricsPort: settings.METRICS_PORT ?? null,
    publicUrl,
    role: settings.ROLE,
    dataDir,
    /** Where backups go. `scripts/start.ts` takes one each night in production, or wherever BACKUP_DIR is set. */
    backups: {
      folder: resolve(settings.BACKUP_DIR ?? join(dataDir, 'backups')),
      nightly: settings.BACKUP_DIR !== undefined || (production && settings.ROLE === 'all'),
    },
    databaseUrl: settings.DATABASE_URL ?? null,
    sessionSecret: secrets.sessionSecret,
    /** Accepted but never used to sign, while the secret is rotated. */
    sessionSecretPrevious: settings.SESSION_SECRET_PREVIOUS ?? null,
    /** Keys the fingerprints of opted-out numbers, which outlive any session. */
    optOutSecret: settings.OPT_OUT_SECRET ?? secrets.sessionSecret,
    realPhones: ringsRealPhones(settings),
    /** Who may sign up: anybody, people with an invitation, or nobody new. */
    signUp:
      settings.SIGN_UP ??
      (ringsRealPhones(settings) || settings.MAIL_URL === 'off' ? ('invited' as const) : ('open' as const)),
    isSignUpSet: settings.SIGN_UP !== undefined,
    /** Null: the first owner's (people/owners.sql.ts). */
    contactEmail: settings.CONTACT_EMAIL ?? null,
    /** Null: no email leaves. People sign in with a passkey, a called code or an owner's link. */
    mail: mailOf(settings),
    carrier: carrierOf(settings, settings.EXCHANGE_TOKEN ?? secrets.sandboxToken),
    /** Dials what the first one surely didn't; null: none. */
    secondCarrier: secondCarrierOf(settings),
    /** The operator's own telephone line, instead of a carrier; null: none. */
    line,
    /** Where the carrier reaches us. */
    callbackUrl: callbackUrlOf(settings, publicUrl),
    callsPerSecond,
    /** What the carrier charges for a minute; owners see what calls cost. */
    callMinutePrice: settings.PRICE_CALL_MINUTE,
    /** Without texts, codes come by call and nothing is announced. */
    texts: may(settings, 'TEXTS'),
    /** Whether the carrier listens for answering machines, for a price. */
    machineDetection: may(settings, 'MACHINE_DETECTION'),
    firebase: firebaseOf(settings),
    speech: speechOf(settings),
    storage: storageOf(settings, dataDir),
    countries: settings.CALL_COUNTRIES,
    /** The webhook for signals about people's mornings; null: none. */
    webhook: webhookOf(settings),
    /** An external monitor, requested each minute while everything is ready; null: none. */
    heartbeatUrl: settings.HEARTBEAT_URL ?? null,
    /** How many proxies in front of us to trust; 0: none. */
    trustedProxies: settings.TRUST_PROXY,
    /** Warnings at startup. None is worth refusing to start. */
    doubtful: [...unknownSettings(env), ...withoutTrust(publicUrl, settings), ...withoutTls(settings)],
    logLevel: settings.LOG_LEVEL,
    /** Set when the sandbox stands in for an unconfigured carrier or mail server. */
    sandbox: sandboxOf(settings),
    ...limitsOf(settings, callsPerSecond),
  }
}

/** What the exchange of a telephone line needs on a machine of its own. */
export function loadLine(env: NodeJS.ProcessEnv = readEnvironment(process.env)) {
  const settings = parse({ ...env, ROLE: 'worker' })
  const line = lineOf(settings)
  if (line === null) throw new StartRefusedError('The exchange of a telephone line needs ASTERISK_URL.')
  const { hostname, port } = new URL(settings.EXCHANGE_URL)
  return {
    carrier: carrierOf(settings, settings.EXCHANGE_TOKEN!),
    callbackUrl: callbackUrlOf(settings, ''),
    dataDir: resolve(settings.DATA_DIR),
    logLevel: settings.LOG_LEVEL,
    url: settings.EXCHANGE_URL,
    line: { ...line, exchange: { host: hostname, port: Number(port || '80') } },
  }
}

/** The ports that these settings open. Unlike `loadConfig`, writes no secret into the data folder. */
export function loadPorts(env: NodeJS.ProcessEnv = readEnvironment(process.env)) {
  const settings = readSettings(env)
  const web = { setting: 'PORT', port: settings.PORT }
  return {
    host: settings.HOST ?? LOOPBACK,
    ours: [
      ...(settings.ROLE === 'worker' ? [] : [web]),
      ...(settings.METRICS_PORT === undefined ? [] : [{ setting: 'METRICS_PORT', port: settings.METRICS_PORT }]),
    ],
    sandbox: sandboxOf(settings),
    /** Without a token in its data folder, no sandbox ever ran here. */
    hadSandbox: hasSandboxToken(resolve(settings.DATA_DIR)),
  }
}

const LOOPBACK = '127.0.0.1'

function readSettings(env: NodeJS.ProcessEnv): Settings {
  const settings = parse(env)
  const isHouse = settings.NODE_ENV === 'production' && settings.ASTERISK_URL !== undefined
  // At home no proxy stands between browsers and us, so we listen beyond this machine.
  const isAtHome = isHouse && settings.PUBLIC_URL?.startsWith('http:') && !isOfThisMachine(settings.PUBLIC_URL)
  if (isAtHome) settings.HOST ??= '0.0.0.0'
  if (isHouse) settings.MAIL_URL ??= 'off'
  if (settings.NODE_ENV === 'production') requireForProduction(settings)
  else requireForTrial(settings)
  if (settings.MAIL_URL === 'off' && settings.SIGN_UP === 'open')
    throw new StartRefusedError(
      "MAIL_URL=off and SIGN_UP=open don't work together: without email nobody can prove an address. Set SIGN_UP=invited, or the MAIL_URL of a mail server.",
    )
  if (settings.METRICS_PORT === settings.PORT && settings.PORT !== 0)
    throw new StartRefusedError('METRICS_PORT and PORT must differ: operators have a port of their own.')
  return settings
}

function mailOf({
  MAIL_URL,
  MAIL_FROM,
  CONTACT_EMAIL,
  SANDBOX_SMTP_PORT,
}: Settings): { url: string; from: string } | null {
  if (MAIL_URL === 'off') return null
  const url = MAIL_URL ?? `smtp://127.0.0.1:${SANDBOX_SMTP_PORT}`
  // Many servers take mail only from the address that logs in.
  const own = [decoded(new URL(url).username), CONTACT_EMAIL].find((address) => address?.includes('@'))
  return { url, from: MAIL_FROM ?? `Reveille <${own ?? 'wake@localhost'}>` }
}

const storageOf = (settings: Settings, dataDir: string) => ({
  url: settings.STORAGE_URL ?? pathToFileURL(join(dataDir, 'files')).href,
  accessKeyId: settings.S3_ACCESS_KEY_ID ?? null,
  secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? null,
})

function webhookOf({ WEBHOOK_URL: url, WEBHOOK_SECRET: secret }: Settings): { url: string; secret: Buffer } | null {
  if (url === undefined && secret === undefined) return null
  if (url === undefined || secret === undefined)
    throw new StartRefusedError('WEBHOOK_URL and WEBHOOK_SECRET belong together: set both or none.')
  return { url, secret: Buffer.from(secret.slice('whsec_'.length), 'base64') }
}

function sandboxOf(settings: Settings): { port: number; smtpPort: number; isCarrier: boolean } | null {
  const hasCarrier = settings.TWILIO_ACCOUNT_SID !== undefined || settings.ASTERISK_URL !== undefined
  if (hasCarrier && settings.MAIL_URL !== undefined) return null
  return { port: settings.SANDBOX_PORT, smtpPort: settings.SANDBOX_SMTP_PORT, isCarrier: !hasCarrier }
}

/** In a trial, a carrier on this machine is a pretend one. */
function ringsRealPhones({ NODE_ENV, TWILIO_ACCOUNT_SID, TWILIO_API_URL, ASTERISK_URL }: Settings): boolean {
  const isPretend = NODE_ENV !== 'production' && TWILIO_API_URL !== undefined && isOfThisMachine(TWILIO_API_URL)
  return ASTERISK_URL !== undefined || (TWILIO_ACCOUNT_SID !== undefined && !isPretend)
}

/** Behind a proxy all visitors look like one network, so a stranger could use up everyone's limits. */
function withoutTrust(publicUrl: string, { TRUST_PROXY, ROLE }: Settings): string[] {
  if (!publicUrl.startsWith('https:') || TRUST_PROXY > 0 || ROLE === 'worker') return []
  return [
    'PUBLIC_URL is https, so there is a proxy in front of us, but TRUST_PROXY is off: everybody counts as one network.',
  ]
}

function limitsOf(settings: Settings, callsPerSecond: number) {
  return {
    budgets: budgetSizes(settings, callsPerSecond),
    // The shares add up to less than the total, so that nobody can take all of it.
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

function parse(env: NodeJS.ProcessEnv): Settings {
  // An empty variable counts as unset: shells and compose files omit a variable that way.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = Settings.safeParse(given)
  if (result.success) return result.data
  const { path, message } = result.error.issues[0]!
  const name = String(path[0])
  const value = MAY_HOLD_A_SECRET.test(name) ? '' : `; it is '${given[name]!.slice(0, MOST_SHOWN)}'`
  throw new StartRefusedError(`The setting ${name} ${message}${value}.`)
}

const MOST_SHOWN = 200

/** Hides URLs too: a refusal is logged, and the URL of a database or mail server holds a password. */
const MAY_HOLD_A_SECRET = /SECRET|TOKEN|KEY|URL/

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
    /** The official emulator, whose tokens are unsigned; null: the real service. */
    emulatorHost: settings.FIREBASE_AUTH_EMULATOR_HOST ?? null,
  }
}

const SANDBOX_TOKEN = 'sandbox-token'

/**
 * Missing secrets are generated once and stored in the data folder, so that sessions survive a restart. When several
 * processes start at once, the first one writes them and the others read them.
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
    const first =
      { EACCES: `give it to the user ${process.getuid?.()} (chown), or `, ENOSPC: 'free some space, or ' }[reason] ?? ''
    throw new StartRefusedError(
      `The data folder ${dataDir} cannot be written (${reason}): ${first}set DATA_DIR to a folder that can.`,
    )
  }
}

const hasSandboxToken = (dataDir: string): boolean => existsSync(join(dataDir, SANDBOX_TOKEN))

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
