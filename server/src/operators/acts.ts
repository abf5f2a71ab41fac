import type { SupportAct } from '@reveille/core/accounts/account-event'
import type { CheckedNumber } from '@reveille/core/phones/check-number'
import { SIGN_IN_LINK_MS } from '@reveille/core/sign-in/credentials'
import { minutes } from '@reveille/core/time/duration'
import { deleteForOperator } from '../accounts/delete-account.ts'
import { requestExport } from '../accounts/export/build-export.ts'
import {
  recordCallsStopped,
  recordTextsStopped,
  removeCallsStopped,
  hashOfPhone,
  startTexts,
} from '../people/opt-outs.sql.ts'
import { isOwner, makeOwner } from '../people/owners.sql.ts'
import { findAccount, findVerifiedHolder } from '../people/people.sql.ts'
import { withPerson } from '../people/with-person.ts'
import { noteAccountEvent } from '../platform/audit/account-events.sql.ts'
import { findFact, forgetFact, keepFact } from '../platform/database/installation.sql.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { resumeCalls, stopCalls } from '../schedules/stop-calls.ts'
import { codeJob } from '../sign-in/codes/request-code.ts'
import { makeSetupLink, makeSignInLink } from '../sign-in/links/links.ts'
import { findOpenCode, listStopped } from './lists.sql.ts'
import { unfound, type Acted } from './why.ts'

type WithNumbers = { phoneNumbers: { check(phone: string): CheckedNumber } }

/** The key under which we record what an operator stopped. It contains only a hash of the number. */
const factOf = ({ config }: Services, phone: string) => `operators-block ${hashOfPhone(config, phone)}`

/** Stops calls and texts to a number. Its owner can lift this with a code, like any stop. */
export async function block(services: Services & WithNumbers, phone: string): Promise<Acted> {
  const { db, clock, phoneNumbers } = services
  const userId = await findVerifiedHolder(db, phone)
  const number = phoneNumbers.check(phone)
  if (userId === null && number.outcome === 'refused' && number.reason === 'not-in-use')
    return unfound('No phone can have this number: check its digits and the country code.')
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    const already = await listStopped(tx, phone)
    const ours = (['calls', 'texts'] as const).filter((kind) => !already.includes(kind))
    if (userId !== null && ours.includes('calls'))
      await stopCalls(services, tx, userId, { phone, rangSecond: false, now })
    await recordCallsStopped(tx, phone, now)
    await recordTextsStopped(tx, phone, now)
    if (ours.length > 0) await keepFact(tx, factOf(services, phone), `${ours.join(',')} ${now}`)
    await note(services, tx, userId, 'stopped')
  })
  if (userId !== null) services.live.publish(userId, 'schedules')
  return acted(userId, `No call or text goes to this number anymore${userId === null ? '; no account has it' : ''}.`)
}

/** Lifts only what `block` stopped. What the number's owner stopped takes a code sent to the number. */
export async function unblock(services: Services, phone: string): Promise<Acted> {
  const { db, config } = services
  const kinds = await blockedKinds(services, phone)
  if (kinds.length === 0)
    return acted(
      null,
      'Nothing to lift: no operator blocks this number. What its owner stopped takes a code sent to the number.',
    )
  const userId = await findVerifiedHolder(db, phone)
  await inTransaction(db, async (tx) => {
    if (kinds.includes('calls'))
      await (userId === null ? removeCallsStopped(tx, phone) : resumeCalls(services, tx, userId, phone))
    if (kinds.includes('texts')) await startTexts(tx, config, phone)
    await forgetFact(tx, factOf(services, phone))
    await note(services, tx, userId, 'restarted')
  })
  if (userId !== null) services.live.publish(userId, 'schedules')
  return acted(userId, 'The block is lifted. Schedules stay paused until their owner resumes them.')
}

/** What `block` stopped, without what the number's owner stopped again later. */
async function blockedKinds(services: Services, phone: string): Promise<string[]> {
  const fact = await findFact(services.db, factOf(services, phone))
  if (fact === null) return []
  const [kinds = '', at] = fact.split(' ') // an earlier version kept no instant
  const theirs: string[] = at === undefined ? [] : await listStopped(services.db, phone, { except: Number(at) })
  return kinds.split(',').filter((kind) => !theirs.includes(kind))
}

/** Replaces the code that somebody waits for and sends it, valid in that browser only. */
export async function resend(services: Services, address: string): Promise<Acted> {
  const code = await findOpenCode(services.db, address, services.clock.now())
  if (code === null) return unfound('No code is open for this address: they have to ask for one first.')
  const userId = await holderOf(services, address)
  await inTransaction(services.db, async (tx) => {
    await services.jobs.enqueue(tx, codeJob, { codeId: code.id })
    await note(services, tx, userId, 'sent-code')
  })
  return acted(userId, `A new ${code.purpose.split(':')[0]} code is on its way; the one before is void.`)
}

export async function exportFor(services: Services, email: string): Promise<Acted> {
  const account = await findAccount(services.db, { email })
  if (account === null) return unfound('No account has this email address.')
  const requested = await requestExport(services, account.id, null)
  if (requested.outcome !== 'requested') return acted(account.id, 'Too many archives were made today: try tomorrow.')
  await inTransaction(services.db, (tx) => note(services, tx, account.id, 'made-archive'))
  return acted(account.id, 'The archive is being made. Its owner downloads it under Account; nobody else can.')
}

export async function deleteFor(services: Services, email: string): Promise<Acted> {
  const account = await findAccount(services.db, { email })
  const deleted = await deleteForOperator(services, account?.id ?? 0)
  if (deleted.outcome === 'last-owner')
    return unfound(
      'This is the only owner, and others have accounts: npm run ops -- owner ADDRESS names another first.',
    )
  if (account === null || deleted.outcome !== 'deleted') return unfound('No account has this email address.')
  const told = deleted.isTold ? 'was emailed' : "couldn't be emailed"
  return acted(account.id, `The account and everything about it is deleted. Its owner ${told}.`)
}

/** Prints a setup link, which replaces the one before. */
export async function welcome(services: Services): Promise<Acted> {
  const url = await makeSetupLink(services)
  if (url !== null)
    return acted(null, `Open this link within an hour to make the first account, which is the owner's:`, url)
  return unfound(
    'No setup link is needed: people have accounts already (npm run ops -- owner ADDRESS makes one an owner), or only the pretend phone rings and anybody can sign up.',
  )
}

export async function nameOwner(services: Services, email: string): Promise<Acted> {
  const account = await findAccount(services.db, { email })
  if (account === null) return unfound('No account has this email address.')
  await withPerson(services, account.id, async (tx) => {
    if (await isOwner(tx, account.id)) return
    await makeOwner(tx, account.id)
    await noteAccountEvent(tx, { userId: account.id, now: services.clock.now(), from: null }, { kind: 'became-owner' })
  })
  services.live.publish(account.id, 'account')
  return acted(account.id, 'This person is an owner. They find People in Account.')
}

/** For somebody who gets no code, even an owner. Unlike an owner's link, it requires no code or passkey. */
export async function linkFor(services: Services, email: string): Promise<Acted> {
  const account = await findAccount(services.db, { email })
  if (account === null) return unfound('No account has this email address.')
  const { url } = await inTransaction(services.db, async (tx) => {
    await note(services, tx, account.id, 'made-link')
    return makeSignInLink(services, tx, { userId: account.id, madeBy: null })
  })
  const within = minutes(SIGN_IN_LINK_MS)
  return acted(account.id, `Give this link only to that person. It signs them in once, within ${within}:`, url)
}

async function holderOf({ db }: Services, address: string): Promise<number | null> {
  return address.includes('@')
    ? ((await findAccount(db, { email: address }))?.id ?? null)
    : findVerifiedHolder(db, address)
}

async function note({ clock }: Services, tx: Tx, userId: number | null, act: SupportAct): Promise<void> {
  if (userId !== null)
    await noteAccountEvent(tx, { userId, now: clock.now(), from: null }, { kind: 'support-acted', act })
}

const acted = (userId: number | null, ...lines: string[]): Acted => ({
  lines,
  userIds: userId === null ? [] : [userId],
})
