import { CODE_LIFE_MS, isQuietHour, MAX_WRONG_TRIES, RESEND_PAUSE_MS } from '@reveille/core/sign-in/one-time-code'
import { localDateTimeAt, zonesOfCountry, type Instant } from '@reveille/core/time/time-zone'
import { type Account, findAccount, findByMail, zoneOf } from '../../people/people.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { rowJob } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import type { WithCaptcha } from '../captcha/captcha.ts'
import { findOpenLink, linkTakes, type LinkInvalid } from '../links/links.ts'
import { isRefused, lastCodeOf, replaceCode, type CodeOwner, type CodeWay } from './codes.sql.ts'
import {
  passAddressLimits,
  passCodeLimits,
  passStrangerLimits,
  signedInBefore,
  type Asker,
  type LimitsPassed,
  type LimitsRefused,
} from './email-code-limits.ts'
import { calledProofs, calledSignIns, passNumberLimit } from './number-wait.ts'

/** The database never has the code itself: the job generates it. */
export const codeJob = rowJob('send-code', 'codeId')

export type CodeRequested = { outcome: 'sent' } | LimitsRefused

/** `way` is for numbers. A request too soon after another gets the same answer and counts toward no limit. */
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

export const findRequestedCode = ({ db }: Services, owner: CodeOwner) => lastCodeOf(db, owner)

async function wasJustIssued(services: Services, owner: CodeOwner): Promise<boolean> {
  const last = await openCode(services, owner)
  return last !== null && last.createdAt > services.clock.now() - RESEND_PAUSE_MS
}

/** Whether the code that this owner requested last can still be entered. */
export async function isCodeValid(services: Services, owner: CodeOwner): Promise<boolean> {
  const last = await openCode(services, owner)
  return last !== null && last.tries < MAX_WRONG_TRIES && last.expiresAt > services.clock.now()
}

async function openCode(services: Services, owner: CodeOwner) {
  const last = await findRequestedCode(services, owner)
  return last === null || last.usedAt !== null || isRefused(last) ? null : last
}

/** Enqueues a job that generates and sends the code, so the response time is the same for everybody. */
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

type Countries = { phoneNumbers: { countryOf(phone: string): string | null } }

/**
 * Sends a code for signing in if the address has an account, otherwise for signing up. Both do the same work. Where not
 * everybody may sign up, only a link leads to the second.
 */
export async function requestEmailCode(
  services: Services & WithCaptcha & Countries,
  asker: Omit<Asker, 'purpose'>,
  link?: string,
): Promise<{ outcome: 'sent'; type: 'login' | 'signup' } | LimitsRefused | LinkInvalid> {
  if (link !== undefined) {
    const found = await findOpenLink(services, { secret: link, ip: asker.ip })
    if (found.outcome !== 'found') return found
    if (found.link.kind === 'sign-in' || services.config.mail === null) return { outcome: 'link-invalid' }
  } else if (services.config.signUp !== 'open') {
    return requestPrivately(services, asker)
  }
  const { address, browserHash } = asker
  const type = (await findByMail(services.db, address)) === null ? 'signup' : 'login'
  const owner = { address, purpose: type, browserHash } as const
  const requested = await requestCode(services, owner, () => passCodeLimits(services, { ...asker, purpose: type }))
  return requested.outcome === 'sent' ? { outcome: 'sent', type } : requested
}

/**
 * Strangers must not learn who has an account. So their request is answered before anybody checks, and what depends on
 * the account happens silently afterward. For an unknown address nothing is written.
 */
async function requestPrivately(
  services: Services & WithCaptcha & Countries,
  asker: Omit<Asker, 'purpose'>,
): Promise<{ outcome: 'sent'; type: 'login' } | LimitsRefused> {
  const { config, clock, log } = services
  const login = { ...asker, purpose: 'login' } as const
  const byCall = config.mail === null
  const request = (isKnown: boolean, limits: () => Promise<LimitsPassed>) =>
    byCall ? callHolder(services, login, { isKnown, limits }) : requestCode(services, login, limits)
  if (await signedInBefore(services, login)) {
    const requested = await request(true, () => passCodeLimits(services, login))
    return requested.outcome === 'sent' ? { outcome: 'sent', type: 'login' } : requested
  }
  const passed = await passStrangerLimits(services, login)
  if (passed.outcome !== 'passed') return passed
  clock.spawn('code for a known address', async () => {
    const find = byCall ? findAccount(services.db, { email: asker.address }) : findByMail(services.db, asker.address)
    if ((await find) === null || !(await passed.captcha.spend())) return
    const sent = await request(false, () => passAddressLimits(services, login))
    if (sent.outcome !== 'sent') log.warn({ reason: sent.outcome }, 'code for a known address not sent')
  })
  return { outcome: 'sent', type: 'login' }
}

/** Calls the verified number of this address's account, if it has one. At night, it doesn't ring for strangers. */
async function callHolder(
  services: Services & Countries,
  { address, browserHash }: Pick<Asker, 'address' | 'browserHash'>,
  { isKnown, limits }: { isKnown: boolean; limits: () => Promise<LimitsPassed> },
): Promise<CodeRequested> {
  const account = await findAccount(services.db, { email: address })
  if (account?.phone == null || !account.phoneVerified) return { outcome: 'sent' }
  if (!isKnown && (await isNight(services, account.id, account.phone)))
    return { outcome: 'too-many-requests', retryAfterS: 0 }
  const owner = { address: account.phone, purpose: 'login', browserHash } as const
  const both = async (): Promise<LimitsPassed> => {
    const passed = await limits()
    return passed.outcome === 'passed' ? passNumberLimit(services, owner.address, calledSignIns) : passed
  }
  return requestCode(services, owner, both, 'call')
}

/** Whether it's between 10 PM and 7 AM for this person; without a schedule, anywhere in the country of their number. */
async function isNight(
  { db, clock, phoneNumbers }: Services & Countries,
  userId: number,
  phone: string,
): Promise<boolean> {
  const zone = await zoneOf(db, userId)
  const country = phoneNumbers.countryOf(phone)
  const possible = zone !== null ? [zone] : country === null ? ['UTC'] : zonesOfCountry(country)
  return possible.some((each) => isNightIn(each, clock.now()))
}

export const isNightIn = (zone: string, now: Instant): boolean => isQuietHour(localDateTimeAt(now, zone).time)

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
  return requestCode(services, owner, () => passNumberLimit(services, owner.address, calledProofs), 'call')
}

export type AccountAsker = { userId: number; browserHash: string; ip: string; captcha: string | undefined }

/** Where a code reaches a person: their proven address, or else their verified number. */
export function reachOf(
  { config }: Pick<Services, 'config'>,
  account: Account | null,
): { by: 'email' | 'call'; address: string } | null {
  if (account === null) return null
  if (config.mail !== null && account.emailProven) return { by: 'email', address: account.email }
  return account.phone !== null && account.phoneVerified ? { by: 'call', address: account.phone } : null
}

/** Sends a code to the person themselves, to prove their identity or delete the account. */
export async function requestAccountCode(
  services: Services & WithCaptcha,
  { userId, ...asker }: AccountAsker,
  purpose: 'proof' | 'deletion',
): Promise<{ outcome: 'sent'; by: 'email' | 'call' } | { outcome: 'unreachable' } | LimitsRefused> {
  const reach = reachOf(services, await findAccount(services.db, { id: userId }))
  if (reach === null) return { outcome: 'unreachable' }
  const { by, address } = reach
  const owner = { ...asker, address, purpose: `${purpose}:${userId}` } as const
  const limits = () =>
    by === 'call' ? passNumberLimit(services, address, calledProofs) : passCodeLimits(services, owner)
  const requested = await requestCode(services, owner, limits, by === 'call' ? 'call' : 'text')
  return requested.outcome === 'sent' ? { outcome: 'sent', by } : requested
}

/** Doesn't check whether another account has the address: only that mailbox's reader may learn it. */
export function requestEmailChange(
  services: Services & WithCaptcha,
  { userId, ...asker }: AccountAsker,
  email: string,
): Promise<CodeRequested> {
  const owner = { ...asker, address: email, purpose: `email:${userId}` } as const
  return requestCode(services, owner, () => passCodeLimits(services, owner))
}
