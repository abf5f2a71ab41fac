import { randomBytes, randomUUID } from 'node:crypto'
import type { LiveCall } from '../calls/call.ts'
import type { DialQueue } from '../calls/dial-queue.ts'
import type { Faults } from '../faults.ts'
import type { Mailbox } from '../mailbox.ts'
import type { Recording } from '../recordings/recording.ts'
import type { TextMessage, Verification } from '../texts/text-message.ts'
import type { Semaphore } from '../webhook/semaphore.ts'
import type { Instant, Journal } from './journal.ts'
import type { Store } from './store.ts'

export type Account = {
  accountSid: string
  authToken: string
  /** The account's number: caller id and sender of texts. */
  phoneNumber: string
  /** Further ones, from which it may call and text too. */
  moreNumbers: readonly string[]
  /**
   * It plays SignalWire, which speaks the same protocol: below `/api/laml`, with UUIDs, and callbacks signed by a key of
   * their own. Null: Twilio.
   */
  signalwire: { signingKey: string } | null
  /** Its messaging service, which takes a text before it knows whether it may send it; null: it has none. */
  messagingServiceSid: string | null
  /** Its verification service, which sends codes that a customer draws; null: it has none. */
  verifyServiceSid: string | null
  /** It is a trial, which calls these numbers only and sends no words of its customer's; null: a full account. */
  trial: { verified: readonly string[] } | null
  callsPerSecond: number
  /**
   * Who answers STOP, START and HELP: the carrier, and the webhook isn't told; the carrier with Advanced Opt-Out, which says so as
   * OptOutType; or nobody, as with a short code.
   */
  keywords: 'default' | 'advanced' | 'none'
  /** Where an answer to a text is delivered; null: nowhere, as for a number without a webhook. */
  inboundUrl: string | null
  /** Where the instructions for a call to the number are; null: the carrier's own demonstration. */
  voiceUrl: string | null
}

/** The telephone exchange: the state of the running sandbox. */
export type Exchange = {
  account: Account
  now: () => Instant
  journal: Journal
  store: Store
  calls: Map<string, LiveCall>
  texts: TextMessage[]
  /** Codes that were sent by the verification service, oldest first. */
  verifications: Verification[]
  mailbox: Mailbox
  /** Numbers whose calls a test commands; they never run in real time. */
  scripted: Set<string>
  /** Numbers that answered STOP. */
  optedOut: Set<string>
  recordings: Map<string, Recording>
  faults: Faults
  /** The sandbox's own address. */
  url: () => string
  /** Aborted when the sandbox stops: nothing is sent and no call changes any more. */
  stopped: AbortController
  /** How far the carrier's clock is off, ms. */
  clockSkewMs: number
  queue: DialQueue
  /** Called at every change that a page or a waiting test may want to know. */
  changed: Changes
  /** Limits all requests to customers. */
  outgoing: Semaphore
}

type Changes = {
  notify(): void
  /** The first value of `look` that is not null, tried now and at every change; null after `limitMs`. */
  waitFor<T>(look: () => T | null, limitMs: number): Promise<T | null>
}

export function newChanges(): Changes {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const listener of listeners) listener()
    },
    waitFor(look, limitMs) {
      const found = look()
      if (found !== null) return Promise.resolve(found)
      return new Promise((resolve) => {
        const finish = (value: ReturnType<typeof look>) => {
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

/** The kind of an identifier: the two letters that every identifier of this carrier starts with. */
type Prefix = 'CA' | 'SM' | 'RE' | 'PN' | 'VE' | 'VL'

/** A new identifier: prefix and 32 hexadecimal digits, or a UUID where it plays SignalWire. */
export const newSid = ({ signalwire }: Account, prefix: Prefix): string =>
  signalwire === null ? prefix + randomBytes(16).toString('hex') : randomUUID()

/** Whether the account may call and text from this number. */
export const isOurs = ({ phoneNumber, moreNumbers }: Account, number: string): boolean =>
  number === phoneNumber || moreNumbers.includes(number)
