import { startSandbox, type Sandbox, type SandboxOptions } from '@reveille/exchange/sandbox'
import { carrierLog } from '@reveille/exchange/testing/handset'

/** The sandbox as a test's carrier, which may die and come back at its address. */
export async function startTestCarrier(options: SandboxOptions) {
  const first = await startSandbox({ callsPerSecond: 1000, ...options })
  let running = first
  return {
    /** Its address and our account there survive a restart. */
    sandbox: first,
    close: () => running.close(),
    /** Dies with calls in progress and comes back. With a folder it remembers what it did. */
    async restart(): Promise<void> {
      await running.close()
      running = await startSandbox({ callsPerSecond: 1000, ...options, ...placeOf(first) })
      await reconnected(first)
    },
  }
}

function placeOf({ url, smtpUrl, accountSid, authToken, phoneNumber }: Sandbox): SandboxOptions {
  return {
    port: Number(new URL(url).port),
    smtpPort: Number(new URL(smtpUrl).port),
    accountSid,
    authToken,
    phoneNumber,
  }
}

/** The first request over a kept-alive connection to the dead carrier fails: use it up. */
async function reconnected({ url }: Sandbox): Promise<void> {
  const answers = () =>
    carrierLog(url).then(
      () => true,
      () => false,
    )
  while (!(await answers()));
}
