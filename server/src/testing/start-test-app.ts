import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino, { type DestinationStream } from 'pino'
import {
  carrierLog,
  configureCarrier,
  handset,
  mailbox,
  unexpected,
  type Handset,
} from '@reveille/phone-sandbox/handset'
import { startSandbox, type Sandbox } from '@reveille/phone-sandbox/sandbox'
import { loadConfig } from '../config.ts'
import type { Services } from '../ports/services.ts'
import { runOn, type Running } from '../run.ts'
import { freePort } from './free-port.ts'
import { jobsDone } from './jobs-done.ts'
import { nextStoredDue } from './next-due.ts'
import { quickVoice } from './quick-voice.ts'
import { shareClips } from './shared-clips.ts'
import { signIn, type Sleeper, type SleeperOptions } from './sleeper.ts'
import { TestClock } from './test-clock.ts'
import { createTestDatabase } from './test-database.ts'

export type TestAppOptions = {
  /** ISO 8601 with an offset. */
  now: string
  /** Settings beyond the defaults, as in the environment. */
  settings?: Record<string, string>
  /** Nobody listens to the words: a voice that takes no time says them. */
  unheard?: boolean
  /** Where the log goes; without it nothing is logged. */
  logTo?: DestinationStream
}

export type TestApp = {
  url: string
  services: Services
  clock: TestClock
  sandbox: Sandbox
  /** Takes a number into the hand: its calls are commanded and take no real time. */
  phone(number: string): Promise<Handset>
  mailbox: ReturnType<typeof mailbox>
  /** Somebody who signed up, verified `phone` and chose preferences. */
  sleeper(options?: SleeperOptions): Promise<Sleeper>
  /** What the carrier saw, oldest first. */
  carrierLog(): ReturnType<typeof carrierLog>
  /** Stops the product and starts it again on the same database and clock, with these settings changed. */
  restart(changed?: Record<string, string>): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * The whole product in this process, on a database of its own, with a pretend carrier over HTTP and a clock that the
 * test moves. At the end no call and no text may have come that nobody waited for.
 */
export async function startTestApp({ now, settings = {}, unheard = false, logTo }: TestAppOptions): Promise<TestApp> {
  const database = await createTestDatabase()
  // Named after its process, so that a run which was killed leaves nothing that a later one would not remove.
  const dataDir = await mkdtemp(join(tmpdir(), `reveille-test-${process.pid}-`))
  const clock = new TestClock(Date.parse(now))
  const sandbox = await startSandbox({ callsPerSecond: 1000, now: () => clock.now() })
  const port = await freePort()
  await configureCarrier(sandbox.url, { inboundUrl: `http://127.0.0.1:${port}/callbacks/text` })
  const environment = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    TWILIO_ACCOUNT_SID: sandbox.accountSid,
    TWILIO_AUTH_TOKEN: sandbox.authToken,
    TWILIO_PHONE_NUMBER: sandbox.phoneNumber,
    TWILIO_API_URL: sandbox.url,
    MAIL_URL: sandbox.smtpUrl,
    // Else of its own, because people of different tests have the same ids.
    STORAGE_URL: `file:${await shareClips(join(dataDir, 'files'), 'shared', 'preview')}`,
    CALLS_PER_SECOND: '1000',
    LOG_LEVEL: logTo === undefined ? 'silent' : 'debug',
    ...settings,
  }
  const config = loadConfig(environment)
  const log = pino({ level: config.logLevel }, logTo)
  const start = async (changed: Record<string, string> = {}) => {
    const parts = { log, webFolder: null, clock }
    const started = await runOn(database.connection, loadConfig({ ...environment, ...changed }), parts)
    if (unheard) started.services.speech = [quickVoice]
    return started
  }
  let running: Running = await start()
  clock.nextDue = (at) => nextStoredDue(database.db, at)
  clock.settleMore = () => jobsDone(database.db)
  return {
    url: config.publicUrl,
    get services() {
      return running.services
    },
    clock,
    sandbox,
    phone: (number) => handset(sandbox.url, number),
    mailbox: mailbox(sandbox.url),
    sleeper: (options) => signIn(config.publicUrl, running.services, options),
    carrierLog: () => carrierLog(sandbox.url),
    async restart(changed) {
      await running.stop()
      running = await start(changed)
    },
    async [Symbol.asyncDispose]() {
      const nobodyWaitedFor = await unexpected(sandbox.url)
      await running.stop()
      await sandbox.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      const { calls, texts } = nobodyWaitedFor
      if (calls.length + texts.length > 0) {
        throw new Error(`${calls.length} calls and ${texts.length} texts came that no test waited for`)
      }
    },
  }
}
