import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Config } from '../server/src/platform/config/config.ts'
import { StartRefusedError } from '../server/src/platform/process/start-refused.ts'

const program = fileURLToPath(new URL('../phone-sandbox/src/main.ts', import.meta.url))

export type SandboxProcess = { url: string; stop(): Promise<void> }

/**
 * Starts the sandbox, our fake carrier and mailbox, in its own process. Uses one that already runs for this installation,
 * and leaves it running.
 */
export async function startSandboxProcess(
  { carrier, callsPerSecond, dataDir, publicUrl }: Config,
  { port, smtpPort }: { port: number; smtpPort: number },
): Promise<SandboxProcess> {
  const child: ChildProcess = spawn(process.execPath, [program], {
    // The IPC channel ends it with us, however we end.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Its own process group, so that Ctrl-C reaches the product first, which then stops the sandbox.
    detached: true,
    env: {
      PATH: process.env['PATH'],
      SANDBOX_PORT: String(port),
      SANDBOX_SMTP_PORT: String(smtpPort),
      SANDBOX_ACCOUNT_SID: carrier.accountSid,
      SANDBOX_AUTH_TOKEN: carrier.authToken,
      SANDBOX_PHONE_NUMBER: carrier.callerNumbers.join(','),
      SANDBOX_CALLS_PER_SECOND: String(callsPerSecond),
      SANDBOX_DATA_DIR: join(dataDir, 'sandbox'),
      SANDBOX_INBOUND_URL: `${publicUrl}/callbacks/text`,
      SANDBOX_VOICE_URL: `${publicUrl}/callbacks/inbound-call`,
      ...(process.env['REVEILLE_TEST_RUN'] ? { REVEILLE_TEST_RUN: process.env['REVEILLE_TEST_RUN'] } : {}),
    },
  })
  const url = `http://localhost:${port}`
  const [firstLine, complaints] = await Promise.race([
    once(createInterface(child.stdout!), 'line').then(([line]) => [String(line), '']),
    once(child, 'exit').then(() => ['', '']),
    once(createInterface(child.stderr!), 'line').then(([line]) => ['', String(line)]),
  ])
  if (firstLine === '') throw new StartRefusedError(complaints || 'The phone sandbox did not start.')
  return {
    url,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
