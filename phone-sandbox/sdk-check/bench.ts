import type { Handset } from '../src/handset.ts'
import type { Sandbox } from '../src/sandbox.ts'
import type { startCheckedSubscriber } from './checked-subscriber.ts'
import type { SdkClient } from './twilio-sdk.ts'

/** What a promise is checked with. */
export type Bench = {
  sandbox: Sandbox
  client: SdkClient
  /** The same library with a wrong token. */
  stranger: SdkClient
  subscriber: Awaited<ReturnType<typeof startCheckedSubscriber>>
  phone: Handset
}
