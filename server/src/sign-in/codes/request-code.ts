import { findAccount } from '../../people/people.sql.ts'
import type { Services } from '../../platform/services.ts'
import { passCodeLimits, type Asker, type LimitsPassed } from './email-code-limits.ts'
import { issueCode, wasJustIssued } from './issue-code.ts'

export type EmailCodeRequested =
  | { outcome: 'sent'; type: 'login' | 'signup' }
  | Exclude<LimitsPassed, { outcome: 'passed' }>

/**
 * Sends a code to an address: for signing in when it has an account, else for signing up. That the type tells which is
 * the documented exception E2; both ways do the same work.
 */
export async function requestEmailCode(services: Services, asker: Omit<Asker, 'purpose'>): Promise<EmailCodeRequested> {
  const { address, browserHash } = asker
  const type = (await findAccount(services.db, { email: address })) === null ? 'signup' : 'login'
  const owner = { address, purpose: type, browserHash } as const
  if (await wasJustIssued(services, owner)) return { outcome: 'sent', type }
  const limits = await passCodeLimits(services, { ...asker, purpose: type })
  if (limits.outcome !== 'passed') return limits
  await issueCode(services, owner)
  return { outcome: 'sent', type }
}
