import { carrierLog } from '@reveille/phone-sandbox/handset'
import { startSandbox, type Sandbox, type SandboxOptions } from '@reveille/phone-sandbox/sandbox'

/** The pretend carrier of a test, which may die and come back at the same place. */
export async function startTestCarrier(options: SandboxOptions) {
  const first = await startSandbox({ callsPerSecond: 1000, ...options })
  let running = first
  return {
    /** Where it is and who we are to it: the same after a restart. */
    sandbox: first,
    close: () => running.close(),
    /** Dies with its calls in the air and is there again. With a folder it knows what it did. */
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

/** A connection that was kept alive to the carrier that died is noticed by whoever uses it next: let that be us. */
async function reconnected({ url }: Sandbox): Promise<void> {
  const answers = () =>
    carrierLog(url).then(
      () => true,
      () => false,
    )
  while (!(await answers()));
}
