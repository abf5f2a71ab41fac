import type { Config } from '../../platform/config/config.ts'
import { openDatabase, type DatabaseConnection } from '../../platform/database/database.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { alarm } from '../../platform/metrics/metrics.ts'
import { StartRefused } from '../../platform/process/start-refused.ts'
import type { Services } from '../../platform/services.ts'
import { askCarrierApi } from './carrier-api.ts'
import { VerifyService, verifyServiceAt } from './carrier-setup.ts'
import { checkCarrier } from './check-carrier.ts'
import type { Finding } from './finding.ts'
import { hasSchedules } from './first-start.sql.ts'
import { NO_CODES_OF_OURS } from './verification-findings.ts'

const AGAIN_MS = 60_000

/** Looks at what a call depends on outside: the account and number at the carrier, and the mail server (CARRIER-3). */
export class SetupWatch {
  #wrong: readonly Finding[] = []
  #lookedAgainAt = -Infinity

  /** What the last look found wrong, in a few words each, which name nothing secret. */
  readonly faults = (): readonly string[] => this.#wrong.map(({ what }) => what)

  /** After a refusal by the carrier, before the next hour: once a minute, because every call of a minute may be refused. */
  lookAgain(services: Pick<Services, 'config' | 'mailer' | 'log' | 'metrics' | 'clock'>): void {
    const now = services.clock.monotonic()
    if (now - this.#lookedAgainAt < AGAIN_MS) return
    this.#lookedAgainAt = now
    services.clock.spawn('set-up', () => this.look(services))
  }

  /** Whatever has become wrong since the last look is an alarm; it stays in the log at every look. */
  async look({ config, mailer, log, metrics }: Pick<Services, 'config' | 'mailer' | 'log' | 'metrics'>): Promise<void> {
    const { carrier, countries, publicUrl, texts } = config
    const findings = [
      ...(await checkCarrier(carrier, { ...carrier, countries, publicUrl, texts })),
      await ofMail(mailer),
    ]
    const known = new Set(this.#wrong.map(({ what }) => what))
    this.#wrong = findings.filter(({ state }) => state === 'wrong')
    for (const { what, says, todo } of this.#wrong) {
      const words = `set-up: ${what}: ${says}${todo === undefined ? '' : `; ${todo}`}`
      if (known.has(what)) log.warn({ what }, words)
      else alarm({ log, metrics }, 'setup', { what }, words)
    }
  }
}

/** Whether emails can be handed over. */
export async function ofMail(mailer: Pick<Mailer, 'greet'>): Promise<Finding> {
  const what = 'Mail server'
  try {
    await mailer.greet()
    return { what, state: 'right', says: 'it takes our log-in' }
  } catch (error) {
    const says = error instanceof Error ? error.message : 'it does not answer'
    return { what, state: 'wrong', says, todo: 'correct MAIL_URL: nobody can sign in without email' }
  }
}

/**
 * Refuses the start of a new installation whose token the carrier refuses, or whose verification service takes no codes of
 * ours. Later it's no reason: people who have a call tomorrow are told only by a product that runs.
 */
export async function refuseWrongAccount(
  { carrier }: Pick<Config, 'carrier'>,
  connection: DatabaseConnection,
): Promise<void> {
  const db = openDatabase(connection)
  try {
    if (await hasSchedules(db)) return
  } finally {
    await db.destroy()
  }
  const { apiKey, signingKey } = carrier
  const account = '/2010-04-01/Accounts/{account}'
  // A good key may be refused a look at the account itself, but never one at the calls.
  if (apiKey !== null && (await isRefused(carrier, `${account}/Calls.json?PageSize=1`)))
    throw new StartRefused(
      "The carrier refuses the API key (HTTP 401): copy its SID and secret from the carrier's console into TWILIO_API_KEY_SID and TWILIO_API_KEY_SECRET.",
    )
  const isTokenUsed = apiKey === null || signingKey === null
  if (isTokenUsed && (await isRefused({ ...carrier, apiKey: null }, `${account}.json`)))
    throw new StartRefused(
      "The carrier refuses the account (HTTP 401): copy its SID and auth token from the carrier's console into TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.",
    )
  await refuseOtherCodes(carrier)
}

/** A service that can't be seen refuses nothing: a key may not look, and the check says so. */
async function refuseOtherCodes(carrier: Config['carrier']): Promise<void> {
  if (carrier.verifyServiceSid === null) return
  const { body } = await askCarrierApi(carrier, verifyServiceAt(carrier.verifyServiceSid))
  const service = VerifyService.safeParse(body).data
  if (service?.custom_code_enabled === false)
    throw new StartRefused(
      `TWILIO_VERIFY_SERVICE_SID: ${NO_CODES_OF_OURS}. Turn them on in its settings, or run npm run check-setup -- --fix.`,
    )
}

async function isRefused(account: Config['carrier'], path: string): Promise<boolean> {
  const { status } = await askCarrierApi(account, { part: 'api', path })
  return status === 401
}
