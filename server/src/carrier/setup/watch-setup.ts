import type { Config } from '../../platform/config/config.ts'
import { openDatabase, type DatabaseConnection } from '../../platform/database/database.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { alarm } from '../../platform/metrics/metrics.ts'
import { StartRefusedError } from '../../platform/process/start-and-stop.ts'
import type { Services } from '../../platform/services.ts'
import { refusalIn, type Carrier } from '../carrier.ts'
import { BY_SECOND } from '../signed-callback.http.ts'
import { askCarrierApi, type ApiRequest, type CarrierAccount } from './carrier-api.ts'
import { OWN_ACCOUNT, readCarrierSetup, VerifyService, verifyServiceAt } from './carrier-setup.ts'
import { checkLine, refuseWrongLine } from './check-line.ts'
import { right, wrong, type Finding, type Installation } from './finding.ts'
import { hasSchedules } from './first-start.sql.ts'
import { findingsOf, NO_CODES_OF_OURS, PUBLIC_ADDRESS } from './setup-findings.ts'

const AGAIN_MS = 60_000

/** Checks what calls depend on outside: the account and number at the carrier, and the mail server. */
export class SetupWatch {
  #wrong: readonly Finding[] = []
  #lookedAgainAt = -Infinity

  /** The last check's faults, in a few words each, without secrets. */
  readonly faults = (): readonly string[] => this.#wrong.map(({ what }) => what)

  /** Checks again after a refusal, at most once a minute: every call of a minute may be refused. */
  lookAgain(services: Pick<Services, 'config' | 'mailer' | 'log' | 'metrics' | 'clock'>): void {
    const now = services.clock.monotonic()
    if (now - this.#lookedAgainAt < AGAIN_MS) return
    this.#lookedAgainAt = now
    services.clock.spawn('set-up', () => this.look(services))
  }

  /** Raises an alarm for each new fault, and logs known ones every time. */
  async look({ config, mailer, log, metrics }: Pick<Services, 'config' | 'mailer' | 'log' | 'metrics'>): Promise<void> {
    const findings = [...(await checkCarriers(config, checkCarrier)), await ofMail(config.mail, mailer)]
    const known = new Set(this.#wrong.map(({ what }) => what))
    this.#wrong = findings.filter(({ state }) => state === 'wrong')
    for (const { what, says, todo } of this.#wrong) {
      const words = `set-up: ${what}: ${says}${todo === undefined ? '' : `; ${todo}`}`
      if (known.has(what)) log.warn({ what }, words)
      else alarm({ log, metrics }, 'setup', { what }, words)
    }
  }
}

export async function ofMail(mail: Config['mail'], mailer: Pick<Mailer, 'greet'>): Promise<Finding> {
  const what = 'Mail server'
  if (mail === null) return right(what, 'none, by MAIL_URL=off: what fails is told behind the bell only')
  try {
    await mailer.greet()
    return right(what, 'it takes our log-in')
  } catch (error) {
    const says = error instanceof Error ? error.message : 'it does not answer'
    return wrong(what, says, 'correct MAIL_URL: nobody can sign in without email')
  }
}

type Carriers = Pick<Config, 'carrier' | 'secondCarrier' | 'line' | 'countries' | 'publicUrl' | 'texts'>

/** Checks the carrier or the line, then the second carrier, whose findings say so. */
export async function checkCarriers(
  { carrier, secondCarrier, line, countries, publicUrl, texts }: Carriers,
  check: typeof checkCarrier,
): Promise<Finding[]> {
  const first =
    line === null ? await check(carrier, { ...carrier, countries, publicUrl, texts }) : await checkLine(carrier)
  if (secondCarrier === null) return first
  // It sends no texts, but people may text its number.
  const home = { ...secondCarrier, countries, publicUrl: publicUrl + BY_SECOND, texts: false, hearsTexts: texts }
  const second = (await check(secondCarrier, home)).filter(({ what }) => what !== PUBLIC_ADDRESS)
  return [...first, ...second.map(ofSecond)]
}

/** A finding about the second carrier, with the names of its settings. */
export function ofSecond({ what, todo, ...finding }: Finding): Finding {
  return { ...finding, what: `Second carrier: ${what}`, ...(todo !== undefined && { todo: namedAsSecond(todo) }) }
}

const namedAsSecond = (words: string) => words.replaceAll('TWILIO_', 'CARRIER_2_')

/**
 * Refuses to start a new installation whose token a carrier refuses, or whose verification service doesn't accept our
 * codes. An older installation must start: only a running product can tell people about tomorrow's call.
 */
export async function refuseWrongAccount(
  { carrier, secondCarrier, line }: Pick<Config, 'carrier' | 'secondCarrier' | 'line'>,
  connection: DatabaseConnection,
): Promise<void> {
  const db = openDatabase(connection)
  try {
    if (await hasSchedules(db)) return
  } finally {
    await db.destroy()
  }
  if (line !== null) return refuseWrongLine(carrier)
  await refuseAccount(carrier)
  await refuseOtherCodes(carrier)
  if (secondCarrier !== null) await refuseAccount(secondCarrier, (words) => `Second carrier: ${namedAsSecond(words)}`)
}

async function refuseAccount(carrier: Config['carrier'], say = (words: string) => words): Promise<void> {
  const { apiKey, signingKey } = carrier
  const refused = (words: string) => new StartRefusedError(say(`The carrier refuses the ${words}.`))
  // A good key may be denied the account itself, but never the list of calls.
  if (apiKey !== null && (await isRefused(carrier, { path: '/Calls.json?PageSize=1' })))
    throw refused(
      "API key (HTTP 401): copy its SID and secret from the carrier's console into TWILIO_API_KEY_SID and TWILIO_API_KEY_SECRET",
    )
  const isTokenUsed = apiKey === null || signingKey === null
  if (isTokenUsed && (await isRefused({ ...carrier, apiKey: null }, OWN_ACCOUNT)))
    throw refused(
      "account (HTTP 401): copy its SID and auth token from the carrier's console into TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN",
    )
}

/** A service that we can't see refuses nothing: a key may lack the permission, and the check reports that. */
async function refuseOtherCodes(carrier: Config['carrier']): Promise<void> {
  if (carrier.verifyServiceSid === null) return
  const { body } = await askCarrierApi(carrier, verifyServiceAt(carrier.verifyServiceSid))
  const service = VerifyService.safeParse(body).data
  if (service?.custom_code_enabled === false)
    throw new StartRefusedError(
      `TWILIO_VERIFY_SERVICE_SID: ${NO_CODES_OF_OURS}. Turn them on in its settings, or run npm run check-setup -- --fix.`,
    )
}

const isRefused = async (account: Config['carrier'], request: ApiRequest): Promise<boolean> =>
  (await askCarrierApi(account, request)).status === 401

/** Checks the account, its number and permissions; read-only. Never throws. */
export async function checkCarrier(account: CarrierAccount, home: Installation): Promise<Finding[]> {
  return findingsOf(await readCarrierSetup(account, home), home)
}

/**
 * Fixes what the carrier's API can fix, and checks again: what is still wrong takes a person. Begins with what it
 * changed and the old values, which nobody else keeps.
 */
export async function mendCarrier(account: CarrierAccount, home: Installation): Promise<Finding[]> {
  const changed: Finding[] = []
  for (const finding of await checkCarrier(account, home)) {
    if (finding.mend === undefined) continue
    const { status } = await askCarrierApi(account, finding.mend)
    changed.push(...changesOf(finding, finding.mend, status))
  }
  return [...changed, ...(await checkCarrier(account, home))]
}

function changesOf({ what, at, says, was }: Finding, { form = {} }: ApiRequest, status: number): Finding[] {
  const isDone = status >= 200 && status < 300
  const place = at === undefined || what.endsWith(at) ? what : `${what} at ${at}`
  const tell = (changed: string, words: string): Finding =>
    isDone
      ? { what: `Changed: ${changed}`, state: 'right', says: words }
      : { what: `Not changed: ${changed}`, state: 'wrong', says: `the carrier refuses it (HTTP ${status})` }
  if (was === undefined) return [tell(place, `it was: ${says}`)]
  const fields = Object.entries(was).filter(([field, old]) => old !== form[field])
  return fields.map(([field, old]) => tell(`${place}, ${field}`, `'${old}' became '${String(form[field])}'`))
}

/** The carrier's answers to a refused account or key. */
const NOT_US = new Set([401, 403])

/** Wraps the carrier: calls `tell` whenever it refuses us rather than a number. */
export function tellRefusals(carrier: Carrier, tell: () => void): Carrier {
  async function watched<T extends object | null>(asked: Promise<T>): Promise<T> {
    try {
      const answer = await asked
      if (answer !== null && isOurFault(answer)) tell()
      return answer
    } catch (error) {
      if (NOT_US.has(refusalIn(error)?.status ?? 0)) tell()
      throw error
    }
  }
  const { verification } = carrier
  return {
    ...carrier,
    placeCall: (call) => watched(carrier.placeCall(call)),
    fetchCall: (id) => watched(carrier.fetchCall(id)),
    recentCalls: (to, formerly) => watched(carrier.recentCalls(to, formerly)),
    callsSince: (since, formerly) => watched(carrier.callsSince(since, formerly)),
    sendText: (text) => watched(carrier.sendText(text)),
    verification: verification && { ...verification, send: (code) => watched(verification.send(code)) },
  }
}

function isOurFault(answer: object): boolean {
  return 'misconfigured' in answer || ('reason' in answer && /^(held-account|not-set-up)$/.test(String(answer.reason)))
}
