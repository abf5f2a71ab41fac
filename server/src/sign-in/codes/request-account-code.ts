import { findAccount } from '../../people/people.sql.ts'
import type { Services } from '../../platform/services.ts'
import { passCodeLimits, type LimitsPassed } from './email-code-limits.ts'
import { issueCode, wasJustIssued } from './issue-code.ts'

/** Who is signed in and asks for a code by mail. */
export type AccountAsker = { userId: number; browserHash: string; ip: string; captcha: string | undefined }

export type AccountCodeRequested = { outcome: 'sent' } | Exclude<LimitsPassed, { outcome: 'passed' }>

/** Sends a code to the person's own address: to prove that it is still them, or to delete the account (ACCT-3). */
export async function requestAccountCode(
  services: Services,
  { userId, ...asker }: AccountAsker,
  purpose: 'proof' | 'deletion',
): Promise<AccountCodeRequested> {
  const account = await findAccount(services.db, { id: userId })
  if (account === null) throw new Error('the account vanished while a code was asked for')
  return sendCodeTo(services, { ...asker, address: account.email }, `${purpose}:${userId}`)
}

/**
 * Sends a code to an address that shall become the person's. Whether another account uses it is not looked at: sending
 * never says so (S14), and only who reads that mailbox learns it.
 */
export function requestEmailChange(
  services: Services,
  { userId, ...asker }: AccountAsker,
  email: string,
): Promise<AccountCodeRequested> {
  return sendCodeTo(services, { ...asker, address: email }, `email:${userId}`)
}

async function sendCodeTo(
  services: Services,
  asker: { address: string; browserHash: string; ip: string; captcha: string | undefined },
  purpose: `${'proof' | 'deletion' | 'email'}:${number}`,
): Promise<AccountCodeRequested> {
  const owner = { address: asker.address, purpose, browserHash: asker.browserHash }
  if (await wasJustIssued(services, owner)) return { outcome: 'sent' }
  const limits = await passCodeLimits(services, { ...asker, purpose })
  if (limits.outcome !== 'passed') return limits
  await issueCode(services, owner)
  return { outcome: 'sent' }
}
