import assert from 'node:assert/strict'
import { handset } from '../src/handset.ts'
import { startSandbox } from '../src/sandbox.ts'
import type { Bench } from './bench.ts'
import { startCheckedSubscriber } from './checked-subscriber.ts'
import { promises } from './promises.ts'
import { clientFor, withSdk, type Sdk } from './twilio-sdk.ts'

const CANNOT_RUN = 77

/**
 * The carrier's own library as an independent client of the sandbox: whatever it refuses or misreads is our mistake.
 */
const failed = await withSdk(holdPromises)
if (failed === null) process.stdout.write('The client library could not be fetched from the package registry.\n')
else process.stdout.write(`${promises.length - failed} of ${promises.length} promises held\n`)
process.exitCode = failed === null ? CANNOT_RUN : Math.min(failed, 1)

async function holdPromises(sdk: Sdk): Promise<number> {
  let failures = 0
  for (const { says, check } of promises) {
    try {
      await withBench(sdk, check)
      process.stdout.write(`ok      ${says}\n`)
    } catch (error) {
      failures += 1
      process.stdout.write(`FAILED  ${says}\n${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
  return failures
}

/** A sandbox of its own for each promise; every request to the subscriber must have been genuine. */
async function withBench(sdk: Sdk, check: (bench: Bench) => Promise<void>): Promise<void> {
  await using sandbox = await startSandbox()
  const subscriber = await startCheckedSubscriber(sdk, () => sandbox.authToken)
  const { accountSid, authToken } = sandbox
  try {
    await check({
      sandbox,
      subscriber,
      client: clientFor(sdk, sandbox.url, { accountSid, authToken }),
      stranger: clientFor(sdk, sandbox.url, { accountSid, authToken: 'wrong' }),
      phone: await handset(sandbox.url, '+491555550123'),
    })
    const forged = subscriber.received.filter(({ genuine }) => !genuine)
    assert.deepEqual(forged, [], 'every callback is signed as the library expects')
  } finally {
    subscriber.close()
  }
}
