import { MAX_WRONG_TRIES, WRONG_TRIES_BEFORE_WARNING } from '@reveille/core/sign-in/one-time-code'
import type { Instant } from '@reveille/core/time/time-zone'
import { inTransaction, type Tx } from '../../platform/database/transaction.ts'
import { spend, type Work } from '../../platform/limits/budgets.ts'
import { daily, goesOn, hourly, type Budgets } from '../../platform/limits/declare-budget.ts'
import { isOfEither, keyedHash } from '../../platform/secrets.ts'
import type { Services } from '../../platform/services.ts'
import { reportProof } from './by-phone/end-verification.ts'
import {
  isNumber,
  lastCodeOf,
  lockCode,
  recordTry,
  type CodeOwner,
  type CodeWay,
  type StoredCode,
} from './codes.sql.ts'
import type { TooMany } from './email-code-limits.ts'
import { countTry, type CodeVerdict } from './guess-limit.ts'
import { textGuessWarningJob } from './guess-warning.ts'

/** Wrong tries at a number's codes; its owner is warned once a day. */
export const guessesAtNumber: Budgets = () => [
  goesOn(daily('wrong-code-per-number', 'number', WRONG_TRIES_BEFORE_WARNING)),
]

/** Failed tries by strangers, at any code. */
export const failedTries: Budgets = ({ wrongCodesPerNetwork }) => [
  hourly('wrong-code-per-network', 'network', wrongCodesPerNetwork),
]

/** By a browser that a code was sent to: never refused, since neighbors may have used up the network's budget. */
const failedTriesAtOwnCode: Budgets = (size) => failedTries(size).map(goesOn)

export type CodeRefused = { outcome: Exclude<CodeVerdict, 'right'> }
export type CodeTried<R> = { outcome: 'right'; value: R } | CodeRefused

/**
 * Tries a code and does what it is for, in one transaction. When `use` returns null, what the code was for is gone,
 * which counts as no code. A result that `keepsCode` leaves a right code valid, for the person's answer to a question.
 * A refused try commits too, so that guesses count.
 */
export async function withCode<R>(
  services: Services,
  owner: CodeOwner,
  typed: string,
  use: (tx: Tx, way: CodeWay) => Promise<R | null>,
): Promise<CodeTried<R>> {
  let codeId: number | null = null
  const tried = await inTransaction(services.db, async (tx): Promise<CodeTried<R>> => {
    const stored = await lockCode(tx, owner)
    codeId = stored?.id ?? null
    const verdict = await redeemCode(services, tx, stored, typed)
    if (verdict !== 'right') return { outcome: verdict }
    const value = await use(tx, stored?.way ?? 'text')
    if (keepsCode(value)) await recordTry(tx, stored!.id, { tries: stored!.tries, usedAt: null })
    else if (stored?.verificationId != null) await reportProof(services, tx, owner.address, stored.verificationId)
    return value === null ? { outcome: 'no-code' } : { outcome: 'right', value }
  })
  await countTry(services, owner, tried.outcome)
  const triedId = codeId
  // In the background: only an account's number is watched, so waiting would reveal which addresses have an account.
  if (tried.outcome !== 'right' && triedId !== null && isNumber(owner.address))
    services.clock.spawn('watch guesses', () => watchGuessesAt(services, owner.address, triedId))
  return tried
}

const keepsCode = (value: unknown) => typeof value === 'object' && value !== null && 'keepsCode' in value

async function redeemCode(
  { config, clock }: Services,
  tx: Tx,
  stored: StoredCode | null,
  typed: string,
): Promise<CodeVerdict> {
  const now = clock.now()
  const matches = isOfEither(config, stored?.codeHash ?? '', (secret) => hashOfCode(secret, stored?.id ?? 0, typed))
  const verdict = judge(stored, matches, now)
  // Always written: the response time must not reveal the verdict.
  await recordTry(tx, stored?.id ?? 0, {
    tries: (stored?.tries ?? 0) + (verdict === 'wrong' ? 1 : 0),
    usedAt: verdict === 'right' ? now : (stored?.usedAt ?? null),
  })
  return verdict
}

/** The stored form of a code: bound to its row, and so to its address, purpose and browser. */
export function hashOfCode(sessionSecret: string, codeId: number, code: string): string {
  return keyedHash(sessionSecret, 'one-time code', `${codeId} ${code}`)
}

function judge(stored: StoredCode | null, matches: boolean, now: Instant): CodeVerdict {
  if (stored === null) return 'no-code'
  if (stored.usedAt !== null) return 'used'
  if (stored.tries >= MAX_WRONG_TRIES) return 'too-many-tries'
  if (now >= stored.expiresAt) return 'expired'
  return matches ? 'right' : 'wrong'
}

/** Counts a wrong try at a code texted to this number; warns its owner at most once a day. */
async function watchGuessesAt(services: Services, phone: string, codeId: number): Promise<void> {
  const { db, jobs } = services
  await spend(services, guessesAtNumber, { keys: { number: phone } }, () =>
    Promise.resolve({
      result: null,
      pays: 'anyway',
      async paid(spent) {
        if (spent.used('number') !== WRONG_TRIES_BEFORE_WARNING) return
        await inTransaction(db, (tx) => jobs.enqueue(tx, textGuessWarningJob, { codeId }))
      },
    }),
  )
}

/**
 * `withCode` for visitors: failed tries also count for their network, which gets no more tries this hour after too
 * many. A try refused this way writes nothing. A browser that a code was sent to is never refused, since neighbors may
 * have used up the budget: codes and tries per code are few anyway. With `isAlike` it is refused too, since the difference
 * would reveal whether the address has an account.
 */
export async function withStrangersCode<R>(
  services: Services,
  { ip, isAlike = false, ...owner }: CodeOwner & { ip: string; isAlike?: boolean },
  typed: string,
  use: (tx: Tx) => Promise<R | null>,
): Promise<CodeTried<R> | TooMany> {
  const hasCode = (await lastCodeOf(services.db, owner)) !== null
  const kind = hasCode && !isAlike ? failedTriesAtOwnCode : failedTries
  return spend(services, kind, { ip }, async (): Promise<Work<CodeTried<R>>> => {
    const tried = await withCode(services, owner, typed, use)
    return { result: tried, pays: tried.outcome === 'right' ? 'nothing' : 'anyway' }
  })
}
