import type { LineOptions } from './line-exchange.ts'
import type { Sandbox, SandboxOptions } from './sandbox.ts'
import { readLine, readSettings } from './settings.ts'

/** Whether a parent opened an IPC channel. It may be gone again before we listen. */
const hadParent = process.connected

/**
 * Starts the exchange of a telephone line, or the phone sandbox, as a program, and prints one line with its address or why
 * it doesn't start. It ends with its parent if that one opened an IPC channel. Each loads only its own parts.
 */
async function main(): Promise<void> {
  const line = readLine(process.env)
  await (line === null ? startAsSandbox() : startAsLine(line))
}

async function startAsLine(options: Omit<LineOptions, 'warn'>): Promise<void> {
  const { startLineExchange } = await import('./line-exchange.ts')
  const starting = startLineExchange({ ...options, warn: (what) => console.error(`Telephone line: ${what}`) })
  stopOnSignal(starting)
  try {
    console.log(`Telephone line ready: ${(await starting).url}`)
  } catch (error) {
    giveUp('telephone line', (error as Error).message)
  }
}

async function startAsSandbox(): Promise<void> {
  const settings = readSettings(process.env)
  if (settings.outcome === 'refused') return giveUp('phone sandbox', settings.message)
  const url = `http://127.0.0.1:${settings.options.port}`
  // Checked first, so as not to touch the folder of a running sandbox.
  if (await isSameSandbox(url, settings.options.accountSid)) {
    console.log(`Phone sandbox already running: ${url}`)
    return
  }
  const { startSandbox } = await import('./sandbox.ts')
  const starting = startSandbox(settings.options)
  stopOnSignal(starting)
  try {
    console.log(readyLine(await starting, settings.options))
  } catch (error) {
    giveUp('phone sandbox', explain(error as NodeJS.ErrnoException, settings.options))
  }
}

function stopOnSignal(starting: Promise<{ close(): Promise<void> }>): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    void starting.then((started) => started.close()).finally(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, stop)
  if (hadParent && !process.connected) stop()
}

function readyLine(sandbox: Sandbox, options: SandboxOptions): string {
  const login = options.authToken ? '' : `, account ${sandbox.accountSid} with token ${sandbox.authToken}`
  return `Phone sandbox ready: ${sandbox.url} (mail ${sandbox.smtpUrl}${login})`
}

function explain(error: NodeJS.ErrnoException & { port?: number }, options: SandboxOptions): string {
  if (error.code !== 'EADDRINUSE') return error.message
  const setting = error.port === options.smtpPort ? 'SANDBOX_SMTP_PORT' : 'SANDBOX_PORT'
  return `port ${error.port} is taken by another program: stop it, or set ${setting} to a free port`
}

async function isSameSandbox(url: string, accountSid: string | undefined): Promise<boolean> {
  try {
    const response = await fetch(`${url}/sandbox/health`, { signal: AbortSignal.timeout(10_000) })
    const health = (await response.json()) as { accountSid?: string }
    return accountSid !== undefined && health.accountSid === accountSid
  } catch {
    return false // nothing listens there, or another program does
  }
}

function giveUp(what: string, message: string): void {
  console.error(`The ${what} did not start: ${message}`)
  process.exit(1)
}

await main()
