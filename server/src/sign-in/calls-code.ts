import type { Callee } from '@reveille/core/people/callable'
import { hasStopped } from '../people/opt-outs.sql.ts'
import { isProvenByCall } from '../people/people.sql.ts'
import { withPerson } from '../people/with-person.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import type { CodeOwner } from './codes/codes.sql.ts'
import type { LimitsRefused } from './codes/email-code-limits.ts'
import { callsCodes, passNumberLimit } from './codes/number-wait.ts'
import { isCodeValid, requestCode } from './codes/request-code.ts'
import { withCode, type CodeTried } from './codes/with-code.ts'

/** `as`: which of their numbers' calls to turn back on. */
export type CallsCodeAsker = { userId: number; as: 'first' | 'second'; browserHash: string }
type NothingToLift = { outcome: 'calls-on' | 'phone-not-verified' }
type CallsCodeRefused = LimitsRefused | { outcome: 'texts-stopped' }

/**
 * Sends a code that turns stopped calls back on to the number itself, once a day: a session may be stolen, the phone
 * isn't. While that code is valid, another request gets the same answer. Goes by call where texts can't arrive, although
 * calls are stopped: there is no other way, and the owner asked.
 */
export async function requestCallsCode(
  services: Services,
  asker: CallsCodeAsker,
): Promise<{ outcome: 'sent' } | NothingToLift | CallsCodeRefused> {
  const owner = await codeOwner(services, asker)
  if ('outcome' in owner) return owner
  const { db, config } = services
  const way = !config.texts || (await isProvenByCall(db, owner.address)) ? 'call' : 'text'
  const limits = async (): Promise<{ outcome: 'passed' } | CallsCodeRefused> => {
    if (way === 'text' && (await hasStopped(db, config, 'texts', owner.address))) return { outcome: 'texts-stopped' }
    return passNumberLimit(services, owner.address, callsCodes)
  }
  const requested = await requestCode<CallsCodeRefused>(services, owner, limits, way)
  const isRepeated = requested.outcome === 'too-many-requests' && (await isCodeValid(services, owner))
  return isRepeated ? { outcome: 'sent' } : requested
}

/** Verifies that code and runs `use` for the number that it was sent to. */
export async function withCallsCode<R>(
  services: Services,
  asker: CallsCodeAsker,
  typed: string,
  use: (tx: Tx, phone: string) => Promise<R | null>,
): Promise<CodeTried<R> | NothingToLift> {
  const owner = await codeOwner(services, asker)
  if ('outcome' in owner) return owner
  return withCode(services, owner, typed, (tx) => use(tx, owner.address))
}

async function codeOwner(
  services: Services,
  { userId, as, browserHash }: CallsCodeAsker,
): Promise<CodeOwner | NothingToLift> {
  const callee = await withPerson(services, userId, (_tx, locked) => Promise.resolve(locked))
  const number = callee === null ? null : numberOf(callee, as)
  if (number === null) return { outcome: 'calls-on' }
  if (number.phone === null || !number.verified) return { outcome: 'phone-not-verified' }
  if (!number.optedOutOfCalls) return { outcome: 'calls-on' }
  return { address: number.phone, purpose: `calls:${userId}`, browserHash }
}

function numberOf(callee: Callee, as: 'first' | 'second') {
  const { phone, phoneVerified: verified, optedOutOfCalls } = callee
  return as === 'second' ? callee.second : { phone, verified, optedOutOfCalls }
}

/** Whether the number that a code was sent to is still theirs. */
export function isNumberOf(callee: Callee | null, as: 'first' | 'second', phone: string): boolean {
  const number = callee === null ? null : numberOf(callee, as)
  return number?.phone === phone && number.verified
}
