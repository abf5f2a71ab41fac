import { carrierLog } from '@reveille/phone-sandbox/handset'
import { startSandbox, type Sandbox, type SandboxOptions } from '@reveille/phone-sandbox/sandbox'

/** The sandbox as carrier of a test, which may die and come back at the same address. */
export async function startTestCarrier(options: SandboxOptions) {
  const first = await startSandbox({ callsPerSecond: 1000, ...options })
  let running = first
  return {
    /** Its address and our account there: the same after a restart. */
    sandbox: first,
    close: () => running.close(),
    /** Dies with calls under way and comes back. With a folder it remembers what it did. */
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

/** The first request over a connection that was kept alive to the dead carrier fails: let that be ours. */
async function reconnected({ url }: Sandbox): Promise<void> {
  const answers = () =>
    carrierLog(url).then(
      () => true,
      () => false,
    )
  while (!(await answers()));
}
