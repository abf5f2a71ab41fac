import { randomInt } from 'node:crypto'
import { zoneDataVersion } from '@reveille/core/time/time-zone'
import type { Logger } from 'pino'
import type { WithCarrier } from './carrier/carrier.ts'
import { BY_SECOND } from './carrier/signed-callback.http.ts'
import { twilioCarrier } from './carrier/twilio.adapter.ts'
import { readGauges } from './dispatch/gauges.sql.ts'
import { JOBS } from './job-handlers.ts'
import { callerNumberFor, ourNumbers } from './people/caller-number.ts'
import { firebasePhoneProvider } from './phones/firebase.adapter.ts'
import { libphonenumberCheck } from './phones/libphonenumber.adapter.ts'
import type { WithPhoneNumbers, WithPhoneProvider } from './phones/phone-number-port.ts'
import type { Clock } from './platform/clock/clock.ts'
import { systemClock } from './platform/clock/system-clock.adapter.ts'
import type { Config } from './platform/config/config.ts'
import { connectionTimeouts } from './platform/database/connection-timeouts.ts'
import { openDatabase, type Database, type DatabaseConnection } from './platform/database/database.ts'
import { spendToken } from './platform/database/single-use.sql.ts'
import { pgBossJobs } from './platform/jobs/pg-boss.adapter.ts'
import { pgRateLimits } from './platform/limits/pg-rate-limits.adapter.ts'
import { sharedLiveEvents } from './platform/live/live-events.adapter.ts'
import { listenForNotifications, notifyProcesses } from './platform/live/notify-channel.ts'
import { noMailer } from './platform/mail/mailer.ts'
import { smtpMailer } from './platform/mail/smtp.adapter.ts'
import { prometheusMetrics } from './platform/metrics/declared-metrics.adapter.ts'
import type { Services } from './platform/services.ts'
import { openStorage } from './platform/storage/flydrive.adapter.ts'
import { altchaCaptcha } from './sign-in/captcha/altcha.adapter.ts'
import type { WithCaptcha } from './sign-in/captcha/captcha.ts'
import { keepShared } from './speech/clips/shared-clips.ts'
import { speechEngines } from './speech/engines/engines.adapter.ts'
import type { WithSpeech } from './speech/engines/speech-engine.ts'

/** Every port that any part of the server may need. */
export type AllServices = Services & WithCarrier & WithSpeech & WithPhoneNumbers & WithPhoneProvider & WithCaptcha

/** Chooses the adapter of each port. Tests supply only `clock`. */
export async function joinServices(
  config: Config,
  connection: DatabaseConnection,
  log: Logger,
  clock: Clock = systemClock(log),
) {
  const db = openDatabase(connection, log)
  const jobs = pgBossJobs({ ...connectionTimeouts, ...connection }, log, JOBS)
  const storage = await storageOf(config.storage, log)
  const speech = speechEngines(config.speech, clock)
  const metrics = prometheusMetrics({
    readGauges: () => readGauges(db, () => clock.now()),
    role: config.role,
    zoneDataVersion,
    hasSecondCarrier: config.secondCarrier !== null,
    jobs: JOBS,
    speechEngines: speech.map(({ engine }) => engine),
    speechPrice: config.speech.price,
  })
  const phoneNumbers = libphonenumberCheck({ ...config, ownNumbers: ourNumbers(config) })
  const live = sharedLiveEvents((notification) => notifyProcesses(db, notification))
  const services: AllServices = {
    config,
    db,
    clock,
    ...carriersOf({ db, config, phoneNumbers, clock, metrics }),
    jobs,
    mailer: config.mail === null ? noMailer : smtpMailer(config.mail),
    speech,
    storage,
    phoneNumbers,
    phoneProvider:
      config.firebase &&
      firebasePhoneProvider({ ...config.firebase, clock, emulated: config.firebase.emulatorHost !== null }),
    limits: pgRateLimits({ db, clock }),
    captcha: altchaCaptcha({
      keys: config,
      clock,
      spend: (hash, expiresAt) => spendToken(db, hash, expiresAt),
    }),
    live,
    metrics,
    log,
    randomInt: (below) => randomInt(below),
  }
  return {
    services,
    jobs,
    /** Starts receiving other processes' notifications for pages open at this one. */
    hearOthers: () => listenForNotifications(connection, log, { onNotification: live.hear, onGap: live.missed }),
    close: () => db.destroy(),
  }
}

function carriersOf({
  db,
  config,
  phoneNumbers,
  clock,
  metrics,
}: Pick<AllServices, 'db' | 'config' | 'phoneNumbers' | 'clock' | 'metrics'>): WithCarrier {
  const both = { voices: config.speech.carrier, clock, metrics }
  return {
    carrier: twilioCarrier({
      ...config.carrier,
      callerNumberFor: (phone) => callerNumberFor({ db, config, phoneNumbers }, phone),
      publicUrl: config.callbackUrl,
      ...both,
    }),
    secondCarrier:
      config.secondCarrier &&
      twilioCarrier({
        ...config.secondCarrier,
        publicUrl: config.callbackUrl + BY_SECOND,
        ...both,
        metrics: { carrierFailed: (request, answer) => metrics.carrierFailed(request, answer, 2) },
      }),
  }
}

/** On connections of their own. They inherit from `services`, so that replacing a port later replaces it here. */
export function onConnections(services: AllServices, db: Database): AllServices {
  const limits = pgRateLimits({ db, clock: services.clock })
  return Object.create(services, {
    db: { value: db, enumerable: true },
    limits: { value: limits, enumerable: true },
  }) as AllServices
}

async function storageOf({ accessKeyId, secretAccessKey, url }: Config['storage'], log: Logger) {
  const keys = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null
  return keepShared(await openStorage(url, keys, log))
}
