import { CODE_LIFE_MS, RESEND_PAUSE_MS } from '@reveille/core/sign-in/one-time-code'
import * as z from 'zod/mini'
import { findAccount } from '../../people/people.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import type { WithCaptcha } from '../captcha/captcha.ts'
import { findOpenLink, linkTakes, type LinkInvalid } from '../links/links.ts'
import { lastCodeOf, replaceCode, type CodeOwner, type CodeWay, type LastCode } from './codes.sql.ts'
import {
  passAddressLimits,
  passCodeLimits,
  passStrangerLimits,
  signedInBefore,
  type Asker,
  type LimitsRefused,
} from './email-code-limits.ts'
import { passCalledCodeLimit } from './number-wait.ts'

/** The database never has the code itself: the job draws it. */
export const codeJob: Job<{ codeId: number }> = { name: 'send-code', payload: z.object({ codeId: z.int() }) }

export type CodeRequested = { outcome: 'sent' } | LimitsRefused

/**
 * Sends this owner a code if `limits` allow it; `way` is for numbers. A request too soon after another gets the same
 * answer and counts toward no limit.
 */
export async function requestCode<Refused extends { outcome: string } = LimitsRefused>(
  services: Services,
  owner: CodeOwner,
  limits: () => Promise<{ outcome: 'passed' } | Refused>,
  way: CodeWay = 'text',
): Promise<{ outcome: 'sent' } | Refused> {
  if (await wasJustIssued(services, owner)) return { outcome: 'sent' }
  const passed = await limits()
  if (passed.outcome !== 'passed') return passed as Refused
  await issueCode(services, owner, way)
  return { outcome: 'sent' }
}

export function findRequestedCode({ db }: Services, owner: CodeOwner): Promise<LastCode | null> {
  return lastCodeOf(db, owner)
}

async function wasJustIssued(services: Services, owner: CodeOwner): Promise<boolean> {
  const last = await findRequestedCode(services, owner)
  return last !== null && !last.used && !last.refused && last.createdAt > services.clock.now() - RESEND_PAUSE_MS
}

/** Enqueues a job that draws and sends the code, so the response time is the same for everybody. */
async function issueCode({ db, clock, jobs }: Services, owner: CodeOwner, way: CodeWay): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const codeId = await replaceCode(tx, owner, {
      now,
      expiresAt: now + CODE_LIFE_MS,
      keepSince: now - RESEND_PAUSE_MS,
      way,
    })
    if (codeId !== null) await jobs.enqueue(tx, codeJob, { codeId })
  })
}

/**
 * Sends a code for signing in if the address has an account, otherwise for signing up. Both do the same work. Where not
 * everybody may sign up, only a link leads to the second.
 */
export async function requestEmailCode(
  services: Services & WithCaptcha,
  asker: Omit<Asker, 'purpose'>,
  link?: string,
): Promise<{ outcome: 'sent'; type: 'login' | 'signup' } | LimitsRefused | LinkInvalid> {
  if (link !== undefined) {
    const found = await findOpenLink(services, { secret: link, ip: asker.ip })
    if (found.outcome !== 'found') return found
    if (found.link.kind === 'sign-in') return { outcome: 'link-invalid' }
  } else if (services.config.signUp !== 'open') {
    return requestPrivately(services, asker)
  }
  const { address, browserHash } = asker
  const type = (await findAccount(services.db, { email: address })) === null ? 'signup' : 'login'
  const owner = { address, purpose: type, browserHash } as const
  const requested = await requestCode(services, owner, () => passCodeLimits(services, { ...asker, purpose: type }))
  return requested.outcome === 'sent' ? { outcome: 'sent', type } : requested
}

/**
 * Strangers must not learn who has an account. So their request is answered before anybody looks, and what depends on the
 * account happens silently afterwards. For an unknown address nothing is written.
 */
async function requestPrivately(
  services: Services & WithCaptcha,
  asker: Omit<Asker, 'purpose'>,
): Promise<{ outcome: 'sent'; type: 'login' } | LimitsRefused> {
  const { address, browserHash } = asker
  const login = { ...asker, purpose: 'login' } as const
  if (await signedInBefore(services, login)) {
    const requested = await requestCode(services, login, () => passCodeLimits(services, login))
    return requested.outcome === 'sent' ? { outcome: 'sent', type: 'login' } : requested
  }
  const passed = await passStrangerLimits(services, login)
  if (passed.outcome !== 'passed') return passed
  services.clock.spawn('code for a known address', async () => {
    if ((await findAccount(services.db, { email: address })) === null || !(await passed.captcha.spend())) return
    const owner = { address, purpose: 'login', browserHash } as const
    const sent = await requestCode(services, owner, () => passAddressLimits(services, login))
    if (sent.outcome !== 'sent') services.log.warn({ reason: sent.outcome }, 'code for a known address not sent')
  })
  return { outcome: 'sent', type: 'login' }
}

/** Calls the number of a sign-in link's person with a code. */
export async function callForLink(
  services: Services,
  { secret, ip, browserHash }: { secret: string; ip: string; browserHash: string },
): Promise<CodeRequested | LinkInvalid> {
  const found = await findOpenLink(services, { secret, ip })
  if (found.outcome !== 'found') return found
  const { takes, person } = await linkTakes(services, services.db, found.link)
  if (person?.phone == null || !takes.includes('call')) return { outcome: 'link-invalid' }
  const owner = { address: person.phone, purpose: `link:${person.id}`, browserHash } as const
  return requestCode(services, owner, () => passCalledCodeLimit(services, owner.address), 'call')
}

export type AccountAsker = { userId: number; browserHash: string; ip: string; captcha: string | undefined }

/** Sends a code to the person's own address, to prove their identity or delete the account. */
export async function requestAccountCode(
  services: Services & WithCaptcha,
  { userId, ...asker }: AccountAsker,
  purpose: 'proof' | 'deletion',
): Promise<CodeRequested> {
  const account = await findAccount(services.db, { id: userId })
  if (account === null) throw new Error('the account was deleted while a code was requested')
  return sendCodeTo(services, { ...asker, address: account.email }, `${purpose}:${userId}`)
}

/**
 * Doesn't check whether another account has the address: sending must not reveal it. Only that mailbox's reader learns
 * it.
 */
export function requestEmailChange(
  services: Services & WithCaptcha,
  { userId, ...asker }: AccountAsker,
  email: string,
): Promise<CodeRequested> {
  return sendCodeTo(services, { ...asker, address: email }, `email:${userId}`)
}

async function sendCodeTo(
  services: Services & WithCaptcha,
  asker: { address: string; browserHash: string; ip: string; captcha: string | undefined },
  purpose: `${'proof' | 'deletion' | 'email'}:${number}`,
): Promise<CodeRequested> {
  const owner = { address: asker.address, purpose, browserHash: asker.browserHash }
  return requestCode(services, owner, () => passCodeLimits(services, { ...asker, purpose }))
}
