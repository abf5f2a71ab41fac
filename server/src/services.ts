import { zoneDataVersion } from '@reveille/core/time-zone'
import type { Logger } from 'pino'
import { altchaCaptcha } from './adapters/altcha-captcha.ts'
import { firebasePhoneProvider } from './adapters/firebase-phone-provider.ts'
import { speechEngines } from './adapters/speech-engines.ts'
import { openStorage } from './adapters/flydrive-storage.ts'
import { libphonenumberCheck } from './adapters/libphonenumber-check.ts'
import { pgBossJobs, type JobQueue } from './adapters/pg-boss-jobs.ts'
import { pgRateLimits } from './adapters/pg-rate-limits.ts'
import { prometheusMetrics } from './adapters/prometheus/prometheus-metrics.ts'
import { sharedLiveEvents } from './adapters/shared-live-events.ts'
import { smtpMailer } from './adapters/smtp-mailer.ts'
import { systemClock } from './adapters/system-clock.ts'
import { twilioCarrier } from './adapters/twilio-carrier.ts'
import type { Config } from './config.ts'
import { openDatabase, type DatabaseConnection } from './db/database.ts'
import { listenForHints, sendHint } from './db/hints.ts'
import { impatient } from './db/impatient-client.ts'
import { readStanding } from './db/standing.ts'
import { spendProof } from './db/spent-proofs.ts'
import type { Clock } from './ports/clock.ts'
import type { Services } from './ports/services.ts'

export type Joined = {
  services: Services
  jobs: JobQueue
  /** Begins to hear what other processes tell the pages that are open at this one. */
  hearOthers(): Promise<{ close(): Promise<void> }>
  close(): Promise<void>
}

/** Which adapter plays which port. `clock` is the one thing that tests bring themselves. */
export async function joinServices(
  config: Config,
  connection: DatabaseConnection,
  log: Logger,
  clock: Clock = systemClock(log),
): Promise<Joined> {
  const db = openDatabase(connection, log)
  const jobs = pgBossJobs({ ...impatient, ...connection }, log)
  const { accessKeyId, secretAccessKey, url } = config.storage
  const storage = await openStorage(url, accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null, log)
  const speech = speechEngines(config.speech, clock)
  const metrics = prometheusMetrics({
    readStanding: () => readStanding(db, () => clock.now()),
    zoneDataVersion,
    speechEngines: speech.map(({ engine }) => engine),
  })
  const carrier = twilioCarrier({ ...config.carrier, publicUrl: config.publicUrl, clock, metrics })
  const live = sharedLiveEvents((hint) => sendHint(db, hint))
  const services: Services = {
    config,
    db,
    clock,
    carrier,
    jobs,
    mailer: smtpMailer(config.mail),
    speech,
    storage,
    phoneNumbers: libphonenumberCheck({ countries: config.countries, ownNumber: config.carrier.callerNumber }),
    phoneProvider:
      config.firebase &&
      firebasePhoneProvider({ ...config.firebase, clock, emulated: config.firebase.emulatorHost !== null }),
    limits: pgRateLimits({ db, clock }),
    captcha: altchaCaptcha({
      secret: config.sessionSecret,
      clock,
      spend: (hash, expiresAt) => spendProof(db, hash, expiresAt),
    }),
    live,
    metrics,
    log,
  }
  return {
    services,
    jobs,
    hearOthers: () => listenForHints(connection, log, { onHint: live.hear, onGap: live.missed }),
    close: () => db.destroy(),
  }
}
