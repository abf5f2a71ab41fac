import type { RandomInt } from '@reveille/core/calls/proof'
import type { Logger } from 'pino'
import type { Clock } from './clock/clock.ts'
import type { Config } from './config/config.ts'
import type { Database } from './database/database.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import type { LiveEvents } from './live/live-events.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Storage } from './storage/storage.ts'

/** What every verb may need. A verb that speaks, calls or verifies a number takes that port as well: `WithCarrier`. */
export type Services = {
  config: Config
  db: Database
  clock: Clock
  jobs: Jobs
  mailer: Mailer
  storage: Storage
  limits: RateLimits
  live: LiveEvents
  metrics: Metrics
  log: Logger
  /** The simulation seeds it. */
  randomInt: RandomInt
}
