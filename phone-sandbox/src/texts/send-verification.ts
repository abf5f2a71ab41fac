import type { Exchange } from '../exchange/exchange.ts'
import { newSid } from '../exchange/identifiers.ts'
import { newText, sendText } from './send-text.ts'
import type { Verification } from './verification.ts'

/** Not the account's own: a code needs none, and what is answered to it reaches no customer. */
const POOL_NUMBER = '+15005550009'
const LIFE_MS = 10 * 60_000
export const MOST_SENDS = 5

/** The one that is open for this number; null when there is none. */
export function openVerification(exchange: Exchange, to: string): Verification | null {
  const isOpen = (one: Verification) =>
    one.to === to && one.status === 'pending' && one.createdAt + LIFE_MS > exchange.now()
  return exchange.verifications.findLast(isOpen) ?? null
}

/** While one is open for a number its code is sent again, whichever was asked for now. */
export function newAttempt(exchange: Exchange, { to, code }: Pick<Verification, 'to' | 'code'>) {
  const open = openVerification(exchange, to)
  const sid = newSid(exchange.account, 'VE')
  const verification = open ?? { sid, to, code, status: 'pending', createdAt: exchange.now(), attempts: [] }
  if (open === null) exchange.verifications.push(verification)
  verification.attempts.push({ sid: newSid(exchange.account, 'VL'), at: exchange.now() })
  exchange.journal.add('verification-created', { sid: verification.sid, to })
  const body = `Your Reveille verification code is: ${verification.code}`
  const text = newText(exchange, { direction: 'outbound-api', from: POOL_NUMBER, to, body })
  return { verification, send: () => sendText(exchange, text) }
}
