import { findAccount } from '../../people/people.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import type { WithCaptcha } from '../captcha/captcha.ts'
import { lastCodeOf, replaceCode, type CodeOwner } from './codes.sql.ts'
import { passCodeLimits, type Asker, type LimitsPassed } from './email-code-limits.ts'

const CODE_LIFE_MS = 10 * 60_000
/** A second request within this time sends nothing new and is answered like the first, unless the text was refused (CODE-3). */
const RESEND_PAUSE_MS = 30_000
export type EmailCodeRequested =
  | { outcome: 'sent'; type: 'login' | 'signup' }
  | Exclude<LimitsPassed, { outcome: 'passed' }>

/**
 * Sends a code to an address: for signing in when it has an account, else for signing up. That the type tells which is
 * the documented exception E2; both ways do the same work.
 */
export async function requestEmailCode(
  services: Services & WithCaptcha,
  asker: Omit<Asker, 'purpose'>,
): Promise<EmailCodeRequested> {
  const { address, browserHash } = asker
  const type = (await findAccount(services.db, { email: address })) === null ? 'signup' : 'login'
  const owner = { address, purpose: type, browserHash } as const
  if (await wasJustIssued(services, owner)) return { outcome: 'sent', type }
  const limits = await passCodeLimits(services, { ...asker, purpose: type })
  if (limits.outcome !== 'passed') return limits
  await issueCode(services, owner)
  return { outcome: 'sent', type }
}

/** Whether this owner's code was sent so recently that another request sends none. */
export async function wasJustIssued({ db, clock }: Services, owner: CodeOwner): Promise<boolean> {
  const last = await lastCodeOf(db, owner)
  return last !== null && !last.used && !last.refused && last.createdAt > clock.now() - RESEND_PAUSE_MS
}

/**
 * Makes a new code due for sending. It is drawn and sent by a job: the request takes equally long whoever asks (S14),
 * and neither the code nor a mail server's mood is ever part of it.
 */
export async function issueCode({ db, clock, jobs }: Services, owner: CodeOwner): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const codeId = await replaceCode(tx, owner, {
      now,
      expiresAt: now + CODE_LIFE_MS,
      keepSince: now - RESEND_PAUSE_MS,
    })
    if (codeId !== null) await jobs.enqueue(tx, 'send-code', { codeId })
  })
}

/** Who is signed in and asks for a code by mail. */
export type AccountAsker = { userId: number; browserHash: string; ip: string; captcha: string | undefined }

export type AccountCodeRequested = { outcome: 'sent' } | Exclude<LimitsPassed, { outcome: 'passed' }>

/** Sends a code to the person's own address: to prove that it is still them, or to delete the account (ACCT-3). */
export async function requestAccountCode(
  services: Services & WithCaptcha,
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
  services: Services & WithCaptcha,
  { userId, ...asker }: AccountAsker,
  email: string,
): Promise<AccountCodeRequested> {
  return sendCodeTo(services, { ...asker, address: email }, `email:${userId}`)
}

async function sendCodeTo(
  services: Services & WithCaptcha,
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
