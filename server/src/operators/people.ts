import type { People, Person } from '@reveille/contract/people'
import type { AccountEvent, OwnerAct } from '@reveille/core/accounts/account-event'
import type { Callee } from '@reveille/core/people/callable'
import { DAY_MS } from '@reveille/core/time/duration'
import { type Instant, localDateTimeAt } from '@reveille/core/time/time-zone'
import { deleteForOperator } from '../accounts/delete-account.ts'
import { isOwner, leavesNoOwner, lockOwners, makeOwner, setBlocked } from '../people/owners.sql.ts'
import { lockCallee } from '../people/with-person.ts'
import { type AskedFrom, noteAccountEvent } from '../platform/audit/account-events.sql.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import { iso } from '../platform/http/local-moment.ts'
import type { Services } from '../platform/services.ts'
import { type Tomorrow, tomorrowByPerson } from '../schedules/calendar/tomorrow.ts'
import { pauseSchedules, stopCalls, undoOwnersStop } from '../schedules/stop-calls.ts'
import { endLinksOf, listInvitations, makeSignInLink } from '../sign-in/links/links.ts'
import { endAllSessionsIn } from '../sign-in/sessions.ts'
import { listDeliveries } from '../signals/signals.ts'
import { clockAt, verdict } from './explain-morning.ts'
import { listCallsOf, type Morning } from './mornings.sql.ts'
import {
  everyone,
  findPerson,
  lastMornings,
  type ListedPerson,
  listPeople,
  minutesCalled,
  pausedAt,
} from './people.sql.ts'
import { why } from './why.ts'

const LAST_MORNING_MS = 31 * DAY_MS

export async function showPeople(
  services: Services,
  ownerId: number,
  { page, size }: { page: number; size: number },
): Promise<People> {
  const { db, clock, config } = services
  const now = clock.now()
  const listed = await listPeople(db, { offset: (page - 1) * size, limit: size })
  const ids = [0, ...listed.map(({ id }) => id)] // never an empty list
  const tomorrow = await tomorrowByPerson(services)
  const mornings = await lastMornings(db, ids, { since: now - LAST_MORNING_MS, now })
  const minutes = await minutesCalled(db, ids, beginningOfMonth(now))
  const { total, callable } = await everyone(db)
  const invitations = await listInvitations(services)
  return {
    people: await Promise.all(
      listed.map(async (person): Promise<Person> => {
        const { id, name, email, isPaused } = person
        const morning = mornings.get(id)
        return {
          id,
          name,
          email,
          since: iso(person.createdAt),
          phone: person.phone === null ? 'none' : person.phoneVerified ? 'verified' : 'unverified',
          tomorrow: tomorrowFor(person, tomorrow.get(id)),
          lastMorning: morning === undefined ? null : await inWords(services, morning),
          cost: (minutes.get(id) ?? 0) * config.callMinutePrice,
          isYou: id === ownerId,
          isOwner: person.isOwner,
          isBlocked: person.blockedAt !== null,
          isPaused,
        }
      }),
    ),
    total,
    set: callable.filter((id) => 'time' in (tomorrow.get(id) ?? {})).length,
    invitations: invitations.map(({ id, name, expiresAt }) => ({ id, name, expiresAt: iso(expiresAt) })),
    mayInvite: config.signUp !== 'closed',
    deliveries: await listDeliveries(services),
  }
}

function tomorrowFor(person: ListedPerson, schedules: Tomorrow | undefined): Tomorrow {
  if (person.blockedAt !== null) return { whyNot: 'Blocked' }
  if (!person.phoneVerified) return { whyNot: 'No verified number' }
  if (!person.hasPreferences) return { whyNot: 'No preferences yet' }
  if (!person.isCallable) return { whyNot: person.isPaused ? 'You paused their calls' : 'They turned calls off' }
  return schedules ?? { whyNot: 'No schedule' }
}

async function inWords({ db }: Services, morning: Morning) {
  const { date } = localDateTimeAt(morning.dueAt, morning.timezone)
  return { date, words: verdict(morning, await listCallsOf(db, morning.id), (at) => clockAt(at, morning.timezone)) }
}

/** In UTC, like the budgets. */
const beginningOfMonth = (now: Instant): Instant =>
  Date.parse(`${new Date(now).toISOString().slice(0, 7)}-01T00:00:00Z`)

export type Actor = { ownerId: number; from: AskedFrom }

export type NewLink = { url: string; expiresAt: Instant }

/** A link that signs in somebody who gets no code. It's returned once. */
export async function makeLinkFor(
  services: Services,
  actor: Actor,
  userId: number,
): Promise<{ outcome: ActOutcome; link?: NewLink }> {
  const made: { link?: NewLink } = {}
  const outcome = await act(services, actor, { userId, did: 'made-link' }, async (tx, { blockedAt }) => {
    if (blockedAt !== null || userId === actor.ownerId) return false
    made.link = await makeSignInLink(services, tx, { userId, madeBy: actor.ownerId })
    return true
  })
  return { outcome, ...made }
}

export type ActOutcome = 'done' | 'not-found' | 'nothing-to-change' | 'last-owner'

/** Turns a person's calls off, as they could in Account. They are told, and may turn them on with a code. */
export function pausePerson(services: Services, actor: Actor, userId: number): Promise<ActOutcome> {
  return act(services, actor, { userId, did: 'paused' }, async (tx, { phone }, { callee, now }) => {
    if (callee === null || phone === null || !callee.phoneVerified || callee.optedOutOfCalls) return false
    await stopCalls(services, tx, userId, { phone, rangSecond: false, by: 'owner', now })
    return true
  })
}

/** Undoes an owner's pause, never a stop by the person. */
export function resumePerson(services: Services, actor: Actor, userId: number): Promise<ActOutcome> {
  return act(services, actor, { userId, did: 'resumed' }, async (tx, { phone }) => {
    const stoppedAt = await pausedAt(tx, userId)
    if (phone === null || stoppedAt === null) return false
    return undoOwnersStop(services, tx, { userId, phone, stoppedAt })
  })
}

/** Signs a person out, cancels their calls and keeps them from signing in. */
export function blockPerson(services: Services, actor: Actor, userId: number): Promise<ActOutcome> {
  return act(services, actor, { userId, did: 'blocked' }, async (tx, { blockedAt }) => {
    if (blockedAt !== null || userId === actor.ownerId) return false
    if (await leavesNoOwner(tx, userId)) return 'last-owner'
    await endLinksOf(tx, userId)
    await pauseSchedules(services, tx, userId)
    await setBlocked(tx, userId, services.clock.now())
    await endAllSessionsIn(tx, userId)
    return true
  })
}

/** Schedules stay paused until the person resumes them. */
export function unblockPerson(services: Services, actor: Actor, userId: number): Promise<ActOutcome> {
  return act(services, actor, { userId, did: 'unblocked' }, async (tx, { blockedAt }) => {
    if (blockedAt === null) return false
    await setBlocked(tx, userId, null)
    return true
  })
}

/** Deletes an account as its person could. They get the last email; `untold` if the mail server didn't take it. */
export async function removePerson(
  services: Services,
  actor: Actor,
  userId: number,
  name: string,
): Promise<ActOutcome | 'untold'> {
  const person = await findPerson(services.db, userId)
  if (person === null || userId === actor.ownerId) return 'not-found'
  if (person.name.trim() !== name) return 'nothing-to-change'
  const removed = await deleteForOperator(services, userId, async (tx) => {
    if (!(await isOwner(tx, actor.ownerId))) return false
    await noteOwn(services, tx, actor, 'removed')
    return true
  })
  if (removed.outcome !== 'deleted') return removed.outcome
  return removed.isTold ? 'done' : 'untold'
}

export function nameOwnerHere(services: Services, actor: Actor, userId: number): Promise<ActOutcome> {
  return act(services, actor, { userId, did: 'named-owner' }, async (tx, { isOwner: isAlready }) => {
    if (!isAlready) await makeOwner(tx, userId)
    return !isAlready
  })
}

/** Why the phone rang or didn't on the person's last morning, as `npm run ops -- why` says it. */
export async function explainPerson(
  services: Services,
  actor: Actor,
  userId: number,
): Promise<{ outcome: ActOutcome; lines?: string[] }> {
  const person = await findPerson(services.db, userId)
  if (person === null) return { outcome: 'not-found' }
  const { lines } = await why(services, person.email, null, 'owner')
  await inTransaction(services.db, (tx) => noteOwn(services, tx, actor, 'looked'))
  return { outcome: 'done', lines }
}

/** One transaction, recorded in both people's activity; refreshes the person's open pages. */
async function act(
  services: Services,
  actor: Actor,
  { userId, did }: { userId: number; did: OwnerAct | 'named-owner' },
  work: (tx: Tx, person: ListedPerson, at: { callee: Callee | null; now: Instant }) => Promise<boolean | 'last-owner'>,
): Promise<ActOutcome> {
  const outcome = await inTransaction(services.db, async (tx): Promise<ActOutcome> => {
    const callee = await lockCallee(tx, userId)
    await lockOwners(tx)
    const person = await findPerson(tx, userId)
    if (person === null || !(await isOwner(tx, actor.ownerId))) return 'not-found'
    const now = services.clock.now()
    const worked = await work(tx, person, { callee, now })
    if (worked !== true) return worked || 'nothing-to-change'
    const event =
      did === 'named-owner' ? ({ kind: 'became-owner' } as const) : ({ kind: 'owner-acted', act: did } as const)
    await noteAccountEvent(tx, { userId, now, from: null }, event)
    await noteOwn(services, tx, actor, did)
    return 'done'
  })
  if (outcome !== 'done') return outcome
  services.live.publish(userId, did === 'blocked' ? 'signed-out' : 'account', 'schedules')
  return outcome
}

type Own = Extract<AccountEvent, { kind: 'acted-as-owner' }>['act']

/** Records an action in the owner's activity. */
export function noteOwn({ clock }: Services, tx: Tx, { ownerId, from }: Actor, did: Own): Promise<void> {
  return noteAccountEvent(tx, { userId: ownerId, now: clock.now(), from }, { kind: 'acted-as-owner', act: did })
}
