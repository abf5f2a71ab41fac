import { randomUUID } from 'node:crypto'
import { VOICES } from '@reveille/core/speech/voices'
import { HOUR_MS } from '@reveille/core/time/duration'
import { type Instant, zoneDataVersion } from '@reveille/core/time/time-zone'
import { type Finding, hint, right, wrong } from '../carrier/setup/finding.ts'
import { checkCarrier, checkCarriers, mendCarrier, ofMail, ofSecond } from '../carrier/setup/watch-setup.ts'
import { BY_SECOND } from '../carrier/signed-callback.http.ts'
import { signatureOf } from '../carrier/twilio/signature.ts'
import { sharesDisk } from '../platform/backup/backup-folder.ts'
import type { Config } from '../platform/config/config.ts'
import type { Services } from '../platform/services.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { WithSpeech } from '../speech/engines/speech-engine.ts'
import { checkVoices } from '../speech/voice-check.ts'

type Parts = Pick<Services, 'config' | 'mailer' | 'clock' | 'log'> &
  WithSpeech & {
    storage(): Promise<Pick<Storage, 'put' | 'get' | 'delete'>>
    /** When the newest backup was taken; null without one. */
    lastBackupAt(): Promise<Instant | null>
  }

const LIMIT_MS = 10_000

/**
 * Checks whether this installation can call, text and email, and what to do about each fault. Costs some 300 characters
 * per speech engine. `fix` lets it fix the carrier's settings. Never throws.
 */
export async function checkSetup(parts: Parts, { fix = false } = {}): Promise<Finding[]> {
  const { config, mailer, clock } = parts
  const address = await checkPublicUrl(config)
  return [
    ...(await ofCarrier(config, fix)),
    address,
    ...(address.state === 'right' ? await checkCallbacks(config) : []),
    await ofMail(config.mail, mailer),
    await checkStorage(parts),
    ...(await checkSpeech(parts)),
    checkZoneData(clock.now()),
    await checkBackup(parts),
  ]
}

async function ofCarrier(config: Config, fix: boolean): Promise<Finding[]> {
  if (config.sandbox?.isCarrier) {
    const says = 'none is configured: the phone sandbox replaces it, and no real phone rings'
    return [wrong('Carrier', says, 'set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_PHONE_NUMBER')]
  }
  return checkCarriers(config, fix ? mendCarrier : checkCarrier)
}

/** Checks that the product answers at its public address, where the carrier sends its requests. */
export async function checkPublicUrl({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Finding> {
  const what = 'Product at its public address'
  const todo = 'start the product and let the proxy forward to it; the carrier sends requests there during each call'
  try {
    const answer = await fetch(`${publicUrl}/healthz`, { redirect: 'error', signal: AbortSignal.timeout(LIMIT_MS) })
    const body = (await answer.json()) as { status?: unknown }
    if (answer.ok && body.status === 'alive') return right(what, 'it answers')
    return wrong(what, `something else answers there (HTTP ${answer.status})`, todo)
  } catch (error) {
    return wrong(what, `${publicUrl}/healthz can't be reached from here (${reasonOf(error)})`, todo)
  }
}

async function checkCallbacks({ callbackUrl, carrier, secondCarrier }: Config): Promise<Finding[]> {
  const first = await checkSignature(callbackUrl, carrier)
  if (secondCarrier === null) return [first]
  return [first, ofSecond(await checkSignature(callbackUrl + BY_SECOND, secondCarrier))]
}

/**
 * Checks that the product accepts the carrier's signatures. With another token, or a proxy that changes addresses, every
 * call would be silent. The request looks like a call to our number, which changes nothing.
 */
async function checkSignature(callbackUrl: string, carrier: Config['carrier']): Promise<Finding> {
  const what = 'Callbacks'
  const todo =
    'start the product with the same PUBLIC_URL and token as this check, and let the proxy forward requests unchanged'
  const url = `${callbackUrl}/callbacks/inbound-call`
  const form = { CallSid: 'check-setup', From: carrier.callerNumbers[0], To: carrier.callerNumbers[0] }
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'x-twilio-signature': signatureOf(carrier.signingKey ?? carrier.authToken, url, form) },
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    if (answer.ok && (await answer.text()).includes('<Response>'))
      return right(what, "the carrier's signatures are accepted")
    return wrong(what, `the carrier's signatures are refused (HTTP ${answer.status}): calls would be silent`, todo)
  } catch {
    return wrong(what, `${url} doesn't answer`, todo)
  }
}

async function checkStorage({ storage: open }: Parts): Promise<Finding> {
  const what = 'Storage'
  const key = `setup/${randomUUID()}`
  const bytes = Buffer.from('Written and deleted by check-setup.')
  try {
    const storage = await open()
    await storage.put(key, bytes, 'text/plain')
    const read = await storage.get(key)
    await storage.delete(key)
    if (read?.equals(bytes)) return right(what, 'files can be written, read and deleted')
    return wrong(what, 'a file changed between writing and reading', 'check STORAGE_URL')
  } catch (error) {
    return wrong(what, reasonOf(error), 'check STORAGE_URL and its keys')
  }
}

/** Runs the voice check that also runs at each start. */
async function checkSpeech({ config, clock, log, speech }: Parts): Promise<Finding[]> {
  const checked = await checkVoices({ clock, log, speech })
  const failed = checked.filter(({ problem }) => problem !== null)
  if (failed.length === 0) {
    const says =
      config.speech.carrier !== null ? "the carrier's own voices" : checked.length > 0 ? 'all voices' : 'embedded'
    return [right('Speech', says)]
  }
  const todo = 'see docs/voices.md; until then another engine speaks'
  return failed.map(({ engine, voiceId, problem }) =>
    wrong(`Speech by ${engine}`, `${VOICES[voiceId].name} ${problem}`, todo),
  )
}

const BACKUP_OLD_MS = 26 * HOUR_MS

async function checkBackup({ config, clock, lastBackupAt }: Parts): Promise<Finding> {
  const what = 'Backup'
  const todo = 'run npm run backup, every night: npm start does it in production (docs/operations.md)'
  try {
    const at = await lastBackupAt()
    if (at === null) return hint(what, 'none was taken yet', todo)
    const age = clock.now() - at
    const says = `the newest is ${Math.floor(age / HOUR_MS)} hours old`
    if (age > BACKUP_OLD_MS) return hint(what, says, todo)
    if (!(await sharesDisk(config))) return right(what, says)
    return hint(what, `${says}, on the same disk as the data`, 'set BACKUP_DIR to another disk')
  } catch (error) {
    return { what, state: 'unseen', says: `the database can't be read (${reasonOf(error)})` }
  }
}

/** With zone data that is two years old, calls may be an hour off. */
function checkZoneData(now: Instant): Finding {
  const what = 'Zone data'
  const isOld = Number(zoneDataVersion.slice(0, 4)) < new Date(now).getUTCFullYear() - 1
  if (!isOld) return right(what, zoneDataVersion)
  return wrong(what, `${zoneDataVersion} is old`, 'update to the newest release')
}

function reasonOf(error: unknown): string {
  const { code, cause, message } = error as { code?: string; cause?: { code?: string }; message?: string }
  return code ?? cause?.code ?? message ?? 'unknown'
}
