import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sandbox, SandboxOptions } from '@reveille/exchange/sandbox'
import { carrierLog, handset, mailbox, unexpected, type Handset } from '@reveille/exchange/testing/handset'
import pino, { type DestinationStream } from 'pino'
import type { DatabaseConnection } from '../../../src/platform/database/database.ts'
import { logOptions } from '../../../src/platform/process/logger.ts'
import { runOn, type Running } from '../../../src/run.ts'
import type { AllServices } from '../../../src/services.ts'
import { createTestDatabase } from '../database/test-database.ts'
import { quickVoice } from '../outside/quick-voice.ts'
import { startTestCarrier } from '../outside/test-carrier.ts'
import { freePort } from './free-port.ts'
import { jobsDone } from './jobs-done.ts'
import { limitedConfig, type Limits } from './limited-config.ts'
import { nextStoredDue } from './next-due.ts'
import { signIn, type Person, type PersonOptions } from './person.ts'
import { TEST_SECRET } from './services-on.ts'
import { shareClips } from './shared-clips.ts'
import { TestClock } from './test-clock.ts'

export type TestAppOptions = {
  /** ISO 8601 with an offset. */
  now: string
  /** Settings beyond the defaults, as in the environment. */
  settings?: Record<string, string>
  /** Overrides of limits. */
  limits?: Limits
  /** Special features of our account at the carrier, such as more numbers. */
  account?: Pick<SandboxOptions, 'moreNumbers' | 'signalwire' | 'verifyServiceSid' | 'messagingServiceSid'>
  /** Somebody listens: the embedded voices speak. Otherwise speech is silence and takes no time. */
  heard?: boolean
  /** The carrier stores what it does, and survives a restart. */
  carrierRemembers?: boolean
  /** Without it nothing is logged. */
  logTo?: DestinationStream
}

export type TestApp = {
  url: string
  services: AllServices
  /** For a test's own pool, which survives a restart. */
  connection: DatabaseConnection
  clock: TestClock
  sandbox: Sandbox
  /** Takes over a number: its calls obey commands and take no real time. */
  phone(number: string): Promise<Handset>
  mailbox: ReturnType<typeof mailbox>
  /** Somebody who has signed up, verified `phone` and chosen preferences. */
  person(options?: PersonOptions): Promise<Person>
  /** The carrier's log, oldest first. */
  carrierLog(): ReturnType<typeof carrierLog>
  /** Restarts the product on its database and clock, with changed settings. `meanwhile` runs while it is down. */
  restart(changed?: Record<string, string>, meanwhile?: () => Promise<void>): Promise<void>
  /** The carrier dies with calls in progress and comes back. Take numbers over again afterwards. */
  restartCarrier(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * The whole product in this process on its own database, with the sandbox as carrier over HTTP and a clock that the
 * test moves. Fails at the end if there is a call or text that the test didn't expect.
 */
export async function startTestApp(wanted: TestAppOptions): Promise<TestApp> {
  const { now, settings = {}, limits, account, heard = false, carrierRemembers = false, logTo } = wanted
  const database = await createTestDatabase()
  // Named after its process, so that a later run can remove what a killed one left.
  const dataDir = await mkdtemp(join(tmpdir(), `reveille-test-${process.pid}-`))
  const clock = new TestClock(Date.parse(now))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}` // of this process, whatever PUBLIC_URL says
  const carrier = await startTestCarrier({
    ...webhooksAt(url),
    ...account,
    dataDir: carrierRemembers ? join(dataDir, 'carrier') : null,
    now: () => clock.now(),
  })
  const { sandbox } = carrier
  const environment = {
    ...(await homeIn(dataDir, port)),
    ...knownAt(sandbox),
    LOG_LEVEL: logTo === undefined ? 'silent' : 'debug',
    ...settings,
  }
  const log = pino(logOptions(limitedConfig(environment, limits).logLevel), logTo)
  const start = async (changed: Record<string, string> = {}) => {
    const parts = { log, webFolder: null, clock }
    const started = await runOn(database.connection, limitedConfig({ ...environment, ...changed }, limits), parts)
    if (!heard) started.services.speech = [quickVoice]
    return started
  }
  let running: Running = await start()
  clock.nextDue = (at) => nextStoredDue(database.db, at)
  clock.settleMore = () => jobsDone(database.db).then(() => running.worker?.hasSpoken())
  return {
    url,
    connection: database.connection,
    get services() {
      return running.services
    },
    clock,
    sandbox,
    phone: (number) => handset(sandbox.url, number),
    mailbox: mailbox(sandbox.url),
    person: (options) => signIn(url, running.services, options),
    carrierLog: () => carrierLog(sandbox.url),
    async restart(changed, meanwhile) {
      await running.stop().then(meanwhile)
      running = await start(changed)
    },
    restartCarrier: () => carrier.restart(),
    async [Symbol.asyncDispose]() {
      const nobodyWaitedFor = await unexpected(sandbox.url)
      await running.stop()
      await carrier.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      const { calls, texts } = nobodyWaitedFor
      if (calls.length + texts.length > 0) {
        throw new Error(`${calls.length} calls and ${texts.length} texts came that no test waited for`)
      }
    },
  }
}

/** Where the carrier delivers texts and calls to our numbers. */
const webhooksAt = (url: string) => ({
  inboundUrl: `${url}/callbacks/text`,
  voiceUrl: `${url}/callbacks/inbound-call`,
})

async function homeIn(dataDir: string, port: number): Promise<Record<string, string>> {
  return {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    SESSION_SECRET: TEST_SECRET,
    SPEECH_AHEAD: 'off',
    // Otherwise separate, because people of different tests have equal ids.
    STORAGE_URL: `file:${await shareClips(join(dataDir, 'files'))}`,
  }
}

/** Settings of a telephone line of one's own, where nobody listens, instead of the carrier. */
export const ON_A_LINE = {
  TWILIO_ACCOUNT_SID: '',
  TWILIO_AUTH_TOKEN: '',
  TWILIO_PHONE_NUMBER: '',
  TWILIO_API_URL: '',
  ASTERISK_URL: 'http://reveille:secret@127.0.0.1:9/ari',
  ASTERISK_PHONES: '+49301234561=PJSIP/601',
  LINE_NUMBER: '+49301234560',
}

/** Settings for calls and emails through this carrier. */
function knownAt(sandbox: Sandbox): Record<string, string> {
  return {
    TWILIO_ACCOUNT_SID: sandbox.accountSid,
    TWILIO_AUTH_TOKEN: sandbox.authToken,
    TWILIO_PHONE_NUMBER: [sandbox.phoneNumber, ...sandbox.moreNumbers].join(','),
    TWILIO_API_URL: sandbox.apiUrl,
    MAIL_URL: sandbox.smtpUrl,
    CALLS_PER_SECOND: '1000',
  }
}
