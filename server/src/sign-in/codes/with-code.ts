import type { Instant } from '@reveille/core/time/time-zone'
import type { Tx } from '../../platform/database/transaction.ts'
import { isSameSecret, keyedHash } from '../../platform/secrets.ts'
import type { Services } from '../../platform/services.ts'
import { lockCode, recordTry, type CodeOwner, type StoredCode } from './codes.sql.ts'
import { type CodeVerdict, MAX_WRONG_TRIES } from './guess-limit.ts'

/**
 * Tries a code once. Inside the transaction of what it is good for: the code is used up together with that, or not at
 * all. Commit the transaction of a refused try too, or the try is not counted.
 */
export async function redeemCode(
  { config, clock }: Services,
  tx: Tx,
  owner: CodeOwner,
  typed: string,
): Promise<CodeVerdict> {
  const stored = await lockCode(tx, owner)
  const now = clock.now()
  const matches = isSameSecret(hashOfCode(config.sessionSecret, stored?.id ?? 0, typed), stored?.codeHash ?? '')
  const verdict = judge(stored, matches, now)
  // Written in every case: how long the answer takes must not tell the verdict (CODE-4).
  await recordTry(tx, stored?.id ?? 0, {
    tries: (stored?.tries ?? 0) + (verdict === 'wrong' ? 1 : 0),
    usedAt: verdict === 'right' ? now : (stored?.usedAt ?? null),
  })
  return verdict
}

/** What is kept of a code: bound to its row, and so to its address, purpose and browser (S6, S7). */
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
