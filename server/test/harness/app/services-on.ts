import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Instant } from '@reveille/core/time/time-zone'
import pino, { type DestinationStream } from 'pino'
import type { Carrier } from '../../../src/carrier/carrier.ts'
import { JOBS } from '../../../src/job-handlers.ts'
import type { Jobs } from '../../../src/platform/jobs/jobs.ts'
import { pgRateLimits } from '../../../src/platform/limits/pg-rate-limits.adapter.ts'
import type { LiveEvents } from '../../../src/platform/live/live-events.ts'
import type { Mail, Mailer } from '../../../src/platform/mail/mailer.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'
import { joinServices, type AllServices } from '../../../src/services.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { limitedConfig, type Limits } from './limited-config.ts'
import { TestClock } from './test-clock.ts'

type Wanted = {
  now: Instant
  /** As in the environment. */
  settings?: Record<string, string>
  /** Overrides of limits. */
  limits?: Limits
  /** The carrier's answers; anything else gets none. */
  carrier?: Partial<Carrier>
  storage?: Partial<Storage>
  /** Without it nothing is logged. */
  logTo?: DestinationStream
}

/**
 * The product's services on a test's database, without the app, with a clock that the test moves, to call one verb at a
 * time. Jobs, live events and emails are recorded instead of delivered. Closes the database, too.
 */
export async function servicesOn(database: Omit<TestDatabase, 'drop'>, wanted: Wanted) {
  const { db, connection } = database
  const { now, settings = {}, limits, carrier, storage, logTo } = wanted
  const dataDir = await mkdtemp(join(tmpdir(), `reveille-test-${process.pid}-`))
  const clock = new TestClock(now)
  const config = limitedConfig({ DATA_DIR: dataDir, SPEECH_AHEAD: 'off', ...NOWHERE, ...settings }, limits)
  const log = pino({ level: logTo === undefined ? 'silent' : 'debug' }, logTo)
  const joined = await joinServices(config, connection, log, clock)
  const enqueued: string[] = []
  const jobs: Jobs = {
    enqueue: async (_tx, job, ...payloads) => {
      if (!JOBS.includes(job)) throw new Error(`no handler for the job ${job.name}`)
      for (const payload of payloads) enqueued.push(`${job.name} ${Object.values(payload).join(' ')}`)
    },
  }
  const published: string[] = []
  const live: LiveEvents = {
    publish: (userId, ...changed) => void published.push(...changed.map((each) => `${each} of ${userId}`)),
    subscribe: () => () => undefined,
  }
  const mails: Mail[] = []
  const mailer: Mailer = { send: async (mail) => mails.push(mail) > 0, greet: async () => undefined }
  const services: AllServices = {
    ...joined.services,
    db,
    limits: pgRateLimits({ db, clock }),
    jobs,
    live,
    mailer,
    carrier: { ...joined.services.carrier, ...carrier },
    storage: { ...joined.services.storage, ...storage },
  }
  return {
    services,
    clock,
    /** Each job with its payload, such as `send-notice 1`. */
    enqueued,
    /** Events for open pages, such as `calls of 1`. */
    published,
    mails,
    [Symbol.asyncDispose]: async () => {
      await joined.close()
      await database[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Nobody listens there. */
/** Chooses the buckets of limits. A random secret would, once in thousands of runs, count two networks in one bucket. */
export const TEST_SECRET = 'the one secret of all tests, for the same buckets'

const NOWHERE = {
  SESSION_SECRET: TEST_SECRET,
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
  TWILIO_AUTH_TOKEN: 'of this test',
  TWILIO_PHONE_NUMBER: '+12025550100',
  TWILIO_API_URL: 'http://127.0.0.1:1',
  MAIL_URL: 'smtp://127.0.0.1:1',
  PUBLIC_URL: 'https://wake.example',
}
