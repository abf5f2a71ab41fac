import { randomBytes, randomUUID } from 'node:crypto'
import type { Activity } from '../calls/activity.ts'
import type { Call, LiveCall } from '../calls/call.ts'
import type { DialQueue } from '../calls/dial-queue.ts'
import type { Faults } from '../faults.ts'
import type { Mailbox } from '../mailbox.ts'
import type { Recording } from '../recordings/recording.ts'
import type { Refusal } from '../rest/refusal.ts'
import type { TextMessage, Verification } from '../texts/text-message.ts'
import type { Semaphore } from '../webhook/semaphore.ts'
import type { Instant, Journal } from './journal.ts'
import type { Store } from './store.ts'

export type Account = {
  accountSid: string
  authToken: string
  /** The account's number, which calls and texts come from. */
  phoneNumber: string
  /** Other numbers that it may call and text from. */
  moreNumbers: readonly string[]
  /** SignalWire: Twilio's protocol below `/api/laml`, with UUIDs and another key for signatures. Null: Twilio. */
  signalwire: { signingKey: string } | null
  /** Its messaging service, if any, which accepts a text before checking whether it may send it. */
  messagingServiceSid: string | null
  /** Its verification service, if any, which sends codes that the customer generates. */
  verifyServiceSid: string | null
  /** A trial account, which calls only these numbers and sends no texts in the customer's words; null: a full account. */
  trial: { verified: readonly string[] } | null
  callsPerSecond: number
  /**
   * Who answers STOP, START and HELP: the carrier, without a webhook; the carrier with Advanced Opt-Out, which adds
   * OptOutType to the webhook; or nobody, as with a short code.
   */
  keywords: 'default' | 'advanced' | 'none'
  /** The webhook for incoming texts; null for a number without one. */
  inboundUrl: string | null
  /** The webhook for incoming calls; null for the carrier's own demonstration. */
  voiceUrl: string | null
}

/** How calls reach telephones. */
export type Phones = {
  newLine(call: Call, activity: Activity): LiveCall['line']
  /** Begins to call. */
  ring(live: LiveCall): void
  /** Why no call to this number can leave now; null: one can. */
  refusal(to: string): Refusal | null
  /** A call is over. */
  ended(live: LiveCall): void
}

/** The state of the running exchange. */
export type Exchange = {
  account: Account
  now: () => Instant
  journal: Journal
  store: Store
  /** A telephone line keeps ended calls only on the disk. */
  calls: Map<string, LiveCall>
  phones: Phones
  recordings: Map<string, Recording>
  /** On a telephone line, no fault ever strikes. */
  faults: Pick<Faults, 'strikes'>
  /** The exchange's own address. */
  url: () => string
  /** Aborts when the exchange stops. After that, nothing is sent and no call changes. */
  stopped: AbortController
  queue: DialQueue
  /** Notifies the page and waiting tests of every change. */
  changed: ReturnType<typeof newChanges>
  /** Requests wait while nobody listens: a product beside its own line may be restarting. */
  awaitsCustomer: boolean
  /** Limits concurrent requests to customers. */
  outgoing: Semaphore
}

/** What only the sandbox has. */
export type SandboxExchange = Exchange & {
  faults: Faults
  texts: TextMessage[]
  /** Codes that the verification service sent, oldest first. */
  verifications: Verification[]
  mailbox: Mailbox
  /** Numbers whose calls a test scripts. They never run in real time. */
  scripted: Set<string>
  /** Numbers that answered STOP. */
  optedOut: Set<string>
  /** How far the carrier's clock is off, in ms. */
  clockSkewMs: number
}

export function newChanges() {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const listener of listeners) listener()
    },
    /** The first value of `look` that isn't null, tried now and on every change; null after `limitMs`. */
    waitFor<T>(look: () => T | null, limitMs: number): Promise<T | null> {
      const found = look()
      if (found !== null) return Promise.resolve(found)
      return new Promise((resolve) => {
        const finish = (value: T | null) => {
          clearTimeout(timer)
          listeners.delete(listener)
          resolve(value)
        }
        const listener = () => {
          const value = look()
          if (value !== null) finish(value)
        }
        const timer = setTimeout(finish, limitMs, null)
        listeners.add(listener)
      })
    },
  }
}

/** The two letters that every identifier of this carrier starts with, by its kind. */
type Prefix = 'CA' | 'SM' | 'RE' | 'PN' | 'VE' | 'VL'

/** Prefix and 32 hexadecimal digits, or a UUID for SignalWire. */
export const newSid = ({ signalwire }: Account, prefix: Prefix): string =>
  signalwire === null ? prefix + randomBytes(16).toString('hex') : randomUUID()

/** A call in memory, or an ended one that's still stored. */
export const knownCall = ({ calls, store }: Exchange, sid: string): Call | null =>
  calls.get(sid)?.call ?? (store.read('call', sid) as Call | null)

export const isOurs = ({ phoneNumber, moreNumbers }: Account, number: string): boolean =>
  number === phoneNumber || moreNumbers.includes(number)
