import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Database } from './database/database.ts'
import type { Captcha } from '../sign-in/captcha/captcha.ts'
import type { Carrier } from '../carrier/carrier.ts'
import type { Clock } from './clock/clock.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { LiveEvents } from './live/live-events.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { PhoneNumberCheck } from '../phones/phone-number-check.ts'
import type { PhoneProvider } from '../phones/phone-provider.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import type { SpeechEngines } from '../speech/engines/speech-engine.ts'
import type { Storage } from './storage/storage.ts'

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
