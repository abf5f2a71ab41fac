import type { PasskeyProof } from '@reveille/contract/passkeys'
import { MOST_PASSKEYS } from '@reveille/core/sign-in/credentials'
import type { AskedFrom } from '../../platform/audit/account-events.sql.ts'
import { type Refusal, refusal } from '../../platform/http/errors.ts'
import type { TooMany } from '../codes/email-code-limits.ts'
import { codeRefusals, limitRefusal } from '../codes/refusals.http.ts'
import type { CodeRefused } from '../codes/with-code.ts'
import type { IdentityProof } from '../sessions.ts'
import type { PasskeyRefused } from './passkeys.ts'

export const passkeyRefusals = {
  unknown: refusal(
    400,
    'passkey-refused',
    "That passkey isn't on any account here. It may have been removed. Please sign in another way.",
  ),
  expired: refusal(400, 'passkey-refused', 'That took too long. Please try again.'),
  refused: refusal(400, 'passkey-refused', "We couldn't verify that passkey. Please try again, or use a code."),
  copied: refusal(
    400,
    'passkey-refused',
    'That passkey may have been copied, so we refused it. Please use a code, then remove it in Account.',
  ),
  'limit-reached': refusal(
    409,
    'passkey-limit-reached',
    `You have ${MOST_PASSKEYS} passkeys. Remove one to add another.`,
  ),
} satisfies Record<string, Refusal>

/** Browsers have no passkeys at this installation's address. */
export const noPasskeysHere = refusal(404, 'not-found', 'Passkeys only work over https.')

/** Why a code or a passkey proved nothing. */
export function identityRefusal(refused: CodeRefused | PasskeyRefused | TooMany): Refusal {
  if (refused.outcome === 'too-many-requests') return limitRefusal(refused)
  return { ...codeRefusals, ...passkeyRefusals }[refused.outcome]
}

/** The schema lets through at most one of the two. */
export function identityProof(
  { otp = '', passkey }: { otp?: string | undefined; passkey?: PasskeyProof | undefined },
  browserHash: string,
  from: AskedFrom,
): IdentityProof {
  return { browserHash, from, ...(passkey === undefined ? { otp } : { passkey }) }
}
