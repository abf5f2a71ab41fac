import type { NextMorning, Tokens } from '@reveille/contract/tokens'
import { MOST_TOKENS } from '@reveille/core/sign-in/credentials'
import { localDateAt } from '@reveille/core/time/time-zone'
import { withPerson } from '../people/with-person.ts'
import { type AskedFrom, noteAccountEvent } from '../platform/audit/account-events.sql.ts'
import { iso } from '../platform/http/local-moment.ts'
import { pay, type UsedUp } from '../platform/limits/budgets.ts'
import { type Budgets, hourly } from '../platform/limits/declare-budget.ts'
import { hashOfSecret, newSecret } from '../platform/secrets.ts'
import type { Services } from '../platform/services.ts'
import { type NextCall, nextCalls } from './signals.sql.ts'
import { deleteToken, insertToken, lastMorning, listTokens, useToken } from './tokens.sql.ts'

/** One request every five seconds. */
const reads: Budgets = () => [hourly('reads-per-token', 'token', 720)]

export const tokensOf = ({ db }: Services, userId: number): Promise<Tokens> => listTokens(db, userId)

type Asked = { userId: number; from: AskedFrom }

/** Makes a token, which is returned once; null if the person has as many as they may. */
export async function addToken(services: Services, { userId, from }: Asked, name: string): Promise<string | null> {
  const made = await withPerson(services, userId, async (tx) => {
    if ((await listTokens(tx, userId)).length >= MOST_TOKENS) return null
    const token = `rv_${newSecret()}`
    const now = services.clock.now()
    await insertToken(tx, { userId, name, hash: hashOfSecret(token), now })
    await noteAccountEvent(tx, { userId, now, from }, { kind: 'token-added' })
    return token
  })
  services.live.publish(userId, 'account')
  return made
}

export async function revokeToken(services: Services, { userId, from }: Asked, id: number): Promise<boolean> {
  const revoked = await withPerson(services, userId, async (tx) => {
    const isRevoked = await deleteToken(tx, { userId, id })
    if (isRevoked) await noteAccountEvent(tx, { userId, now: services.clock.now(), from }, { kind: 'token-removed' })
    return isRevoked
  })
  services.live.publish(userId, 'account')
  return revoked
}

/** What a token's holder may read; null for an unknown token. */
export async function readByToken(services: Services, token: string): Promise<NextMorning | UsedUp | null> {
  const { db, clock } = services
  const now = clock.now()
  const used = await useToken(db, hashOfSecret(token), now)
  if (used === null) return null
  const usedUp = await pay(services, reads, { keys: { token: String(used.id) } })
  if (usedUp !== null) return usedUp
  const next = (await nextCalls(db, [used.userId], now)).get(used.userId) ?? null
  const { isCalling, last } = await lastMorning(db, used.userId, now)
  const isToday = ({ at, timezone }: NextCall) => localDateAt(at, timezone) === localDateAt(now, timezone)
  const soFar = last !== null && isToday(last) ? last.outcome : 'none'
  return {
    nextCall: next && { at: iso(next.at), timezone: next.timezone },
    today: isCalling ? 'calling' : next !== null && isToday(next) ? 'ahead' : soFar,
    lastMorning: last && { at: iso(last.at), timezone: last.timezone, outcome: last.outcome },
  }
}
