import { startSandbox, type Sandbox, type SandboxOptions } from '../sandbox.ts'
import { placeCall } from './client.ts'
import { handset, type CallInHand, type Handset } from './handset.ts'
import { response, startSubscriber, type Subscriber } from './subscriber.ts'

export const number = '+61491570156'

/** A carrier, its customer and a scripted phone. */
export type CarrierWorld = {
  sandbox: Sandbox
  subscriber: Subscriber
  phone: Handset
  /** Requests a call and waits until it rings. */
  ringing(more?: Record<string, string | string[]>): Promise<CallInHand>
  /** CallStatus of each status callback, in the order of arrival. */
  statuses(): (string | undefined)[]
  [Symbol.asyncDispose](): Promise<void>
}

/** The instructions at `/voice` ask for one key, which `/keys` answers with a farewell. */
export async function startWorld(options: SandboxOptions = {}): Promise<CarrierWorld> {
  const sandbox = await startSandbox(options)
  const subscriber = await startSubscriber()
  subscriber.answer(
    '/voice',
    response('<Gather numDigits="1" action="/keys"><Say>Press 1</Say></Gather><Say>Silence</Say>'),
  )
  subscriber.answer('/keys', response('<Say>Good morning</Say><Hangup/>'))
  const phone = await handset(sandbox.url, number)
  return {
    sandbox,
    subscriber,
    phone,
    async ringing(more) {
      await placeCall(sandbox, subscriber.url, number, more)
      return phone.expectCall()
    },
    statuses: () => subscriber.at('/status').map(({ parameters }) => parameters['CallStatus']),
    async [Symbol.asyncDispose]() {
      await sandbox.close()
      await subscriber[Symbol.asyncDispose]()
    },
  }
}
