import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Captcha } from './captcha.ts'
import type { Carrier } from './carrier.ts'
import type { Clock } from './clock.ts'
import type { Jobs } from './jobs.ts'
import type { LiveEvents } from './live-events.ts'
import type { Mailer } from './mailer.ts'
import type { Metrics } from './metrics.ts'
import type { PhoneNumberCheck } from './phone-number-check.ts'
import type { PhoneProvider } from './phone-provider.ts'
import type { RateLimits } from './rate-limits.ts'
import type { SpeechEngines } from './speech.ts'
import type { Storage } from './storage.ts'

/** Everything a use case may need, joined once in services.ts. */
export type Services = {
  config: Config
  db: Database
  clock: Clock
  carrier: Carrier
  jobs: Jobs
  mailer: Mailer
  speech: SpeechEngines
  storage: Storage
  phoneNumbers: PhoneNumberCheck
  /** Null when none is configured: codes are then texted by our own carrier. */
  phoneProvider: PhoneProvider | null
  limits: RateLimits
  captcha: Captcha
  live: LiveEvents
  metrics: Metrics
  log: Logger
}
