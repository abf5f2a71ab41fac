import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { LineOptions } from '../exchange/src/line-exchange.ts'
import type { Config } from '../server/src/platform/config/config.ts'
import { StartRefusedError } from '../server/src/platform/process/start-and-stop.ts'

const program = fileURLToPath(new URL('../exchange/src/main.ts', import.meta.url))

export type SandboxProcess = { url: string; stop(): Promise<void> }

/**
 * Starts the sandbox, our fake carrier and mailbox, in its own process. Uses one that already runs for this installation,
 * and leaves it running.
 */
export async function startSandboxProcess(
  { carrier, callsPerSecond, dataDir, callbackUrl }: Config,
  { port, smtpPort }: { port: number; smtpPort: number },
): Promise<SandboxProcess> {
  const child = await launch(
    {
      SANDBOX_PORT: String(port),
      SANDBOX_SMTP_PORT: String(smtpPort),
      SANDBOX_ACCOUNT_SID: carrier.accountSid,
      SANDBOX_AUTH_TOKEN: carrier.authToken,
      SANDBOX_PHONE_NUMBER: carrier.callerNumbers.join(','),
      SANDBOX_CALLS_PER_SECOND: String(callsPerSecond),
      SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
      SANDBOX_INBOUND_URL: `${callbackUrl}/callbacks/text`,
      SANDBOX_VOICE_URL: `${callbackUrl}/callbacks/inbound-call`,
    },
    'The phone sandbox did not start.',
  )
  return { url: `http://localhost:${port}`, stop: () => end(child) }
}

const AGAIN_MS = 500

/** Starts the exchange of a telephone line in its own process, and again whenever it ends by itself. */
export async function startLineProcess(
  { carrier, callbackUrl, dataDir }: Pick<Config, 'carrier' | 'callbackUrl' | 'dataDir'>,
  { exchange, ...line }: NonNullable<Config['line']>,
  log: Pick<Logger, 'error' | 'warn'>,
): Promise<{ pid(): number; stop(): Promise<void> } | null> {
  if (exchange === null) return null
  const options: Omit<LineOptions, 'warn'> = {
    ...line,
    ...exchange,
    accountSid: carrier.accountSid,
    authToken: carrier.authToken,
    dataDir: join(dataDir, 'line'),
    voiceUrl: `${callbackUrl}/callbacks/inbound-call`,
  }
  const passedOn = { LINE_OPTIONS: JSON.stringify(options) }
  const start = () => launch(passedOn, 'The telephone line did not start.', (words) => log.warn(words))
  let child = await start()
  const stopping = new AbortController()
  void (async () => {
    for (;;) {
      await ended(child)
      if (stopping.signal.aborted) return
      log.error('the telephone line ended by itself; starting it again')
      await delay(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      child = await start().catch((error: unknown) => {
        log.error({ error }, 'the telephone line does not start')
        return child
      })
    }
  })()
  return {
    pid: () => child.pid!,
    async stop() {
      stopping.abort()
      await end(child)
    },
  }
}

const INHERITED = ['PATH', 'NODE_COMPILE_CACHE', 'REVEILLE_TEST_RUN']

/** Starts the program and waits for its first line. `tell` gets what it writes to stderr, from its beginning. */
async function launch(
  settings: Record<string, string>,
  otherwise: string,
  tell: (words: string) => void = () => {},
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program], {
    // The IPC channel ends it with us, however we end.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Its own process group, so that Ctrl-C reaches the product first, which then stops it.
    detached: true,
    env: {
      ...settings,
      ...Object.fromEntries(INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    },
  })
  let complaint = ''
  child.stderr!.on('data', (words: Buffer) => {
    complaint ||= String(words).split('\n', 1)[0]!
    tell(String(words).trim())
  })
  // A warning is no failure: Asterisk may still be starting.
  const isReady = await Promise.race([
    once(createInterface(child.stdout!), 'line').then(() => true),
    once(child, 'close').then(() => false),
  ])
  if (!isReady) throw new StartRefusedError(complaint || otherwise)
  return child
}

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await ended(child)
}
