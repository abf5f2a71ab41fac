import { MAX_WRONG_TRIES, WRONG_TRIES_BEFORE_WARNING } from '@reveille/core/sign-in/one-time-code'
import type { Instant } from '@reveille/core/time/time-zone'
import { inTransaction, type Tx } from '../../platform/database/transaction.ts'
import { spend, type Work } from '../../platform/limits/budgets.ts'
import { daily, goesOn, hourly, type Budgets } from '../../platform/limits/declare-budget.ts'
import { isOfEither, keyedHash } from '../../platform/secrets.ts'
import type { Services } from '../../platform/services.ts'
import { reportProof } from './by-phone/end-verification.ts'
import {
  isTexted,
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

/** A wrong try at a texted code: its holder is warned once (S74). */
export const guessesAtNumber: Budgets = () => [
  goesOn(daily('wrong-code-per-number', 'number', WRONG_TRIES_BEFORE_WARNING)),
]

/** A failed try of a stranger at any code. */
export const failedTries: Budgets = ({ wrongCodesPerNetwork }) => [
  hourly('wrong-code-per-network', 'network', wrongCodesPerNetwork),
]

/** By a browser that a code was sent to: neighbors may have used up the network's (CODE-3). */
const failedTriesAtOwnCode: Budgets = (size) => failedTries(size).map(goesOn)

export type CodeRefused = { outcome: Exclude<CodeVerdict, 'right'> }
export type CodeTried<R> = { outcome: 'right'; value: R } | CodeRefused

/**
 * Tries a code once, and in the same transaction does what it is for: both happen or neither. `use` returns null when
 * the code's object is gone: reported and counted as no code (S14). A result that `keepsCode` leaves the right code as it
 * was, for the person's answer to a question. A refused try commits too, otherwise guesses would not count.
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
  if (tried.outcome !== 'right' && codeId !== null && isTexted(owner.purpose))
    await watchGuessesAt(services, owner.address, codeId)
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
  // Written in every case: the response time must not reveal the verdict (CODE-4).
  await recordTry(tx, stored?.id ?? 0, {
    tries: (stored?.tries ?? 0) + (verdict === 'wrong' ? 1 : 0),
    usedAt: verdict === 'right' ? now : (stored?.usedAt ?? null),
  })
  return verdict
}

/** The stored form of a code: bound to its row, and so to its address, purpose and browser (S6, S7). */
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

/** Counts a wrong try at a code texted to this number; its holder is told once a day at most (S74). */
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
 * `withCode` for visitors: failed tries of any kind also count for their network, and after too many in this hour it
 * gets no more tries. A try refused this way has written nothing (S55). Others in the network may have used up the
 * budget, so a browser that a code was sent to is never refused: codes and tries per code are few anyway (CODE-3).
 */
export async function withStrangersCode<R>(
  services: Services,
  { ip, ...owner }: CodeOwner & { ip: string },
  typed: string,
  use: (tx: Tx) => Promise<R | null>,
): Promise<CodeTried<R> | TooMany> {
  const hasCode = (await lastCodeOf(services.db, owner)) !== null
  const kind = hasCode ? failedTriesAtOwnCode : failedTries
  return spend(services, kind, { ip }, async (): Promise<Work<CodeTried<R>>> => {
    const tried = await withCode(services, owner, typed, use)
    return { result: tried, pays: tried.outcome === 'right' ? 'nothing' : 'anyway' }
  })
}
