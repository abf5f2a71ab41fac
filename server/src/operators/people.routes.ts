import { PEOPLE_A_PAGE, type PersonAct } from '@reveille/contract/people'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOwner } from '../people/owners.sql.ts'
import { askedFrom } from '../platform/audit/account-events.sql.ts'
import { lastBackupAt } from '../platform/backup/backup-facts.ts'
import { notFound, refuse, type Refusal, refusal } from '../platform/http/errors.ts'
import { iso } from '../platform/http/local-moment.ts'
import { type Routes, serve } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import { isProvenToday, sessionOf, staleRefusal } from '../sign-in/session.http.ts'
import type { WithSpeech } from '../speech/engines/speech-engine.ts'
import { checkSetup } from './check-setup.ts'
import { invite, withdrawInvitation } from './invitations.ts'
import {
  type Actor,
  type ActOutcome,
  blockPerson,
  explainPerson,
  makeLinkFor,
  nameOwnerHere,
  type NewLink,
  pausePerson,
  removePerson,
  resumePerson,
  showPeople,
  unblockPerson,
} from './people.ts'

/** For owners. To everybody else, these routes don't exist: they're public, so that a visitor gets a 404, too. */
export const peopleRoutes: Routes<Services & WithSpeech> = (app, services) => {
  app.addHook('onRequest', ownersOnly(services))

  serve(app, 'listPeople', { public: true }, ({ userId, query }) =>
    showPeople(services, userId, { page: query.page, size: PEOPLE_A_PAGE }),
  )

  serve(app, 'invite', { public: true }, async (request, reply) => {
    const { body } = request
    const invited = await invite(services, actorOf(request), body)
    if (invited.outcome !== 'invited') return refuse(reply, REFUSALS[invited.outcome])
    return { url: invited.url, expiresAt: iso(invited.expiresAt), mailed: invited.mailed }
  })

  serve(app, 'withdrawInvitation', { public: true }, async (request, reply) =>
    (await withdrawInvitation(services, actorOf(request), request.params.id))
      ? { message: 'The invitation is withdrawn.' }
      : refuse(reply, notFound),
  )

  serve(app, 'actOnPerson', { public: true }, async (request, reply) => {
    const { act, name = '' } = request.body
    const { does, message, takesProof } = ACTS[act]
    if (takesProof && !isProvenToday(services, request)) return refuse(reply, staleRefusal)
    const did = await does(services, actorOf(request), request.params.id, name)
    const { outcome, link, lines } = typeof did === 'string' ? { outcome: did } : did
    if (outcome !== 'done' && outcome !== 'untold') return refuse(reply, REFUSALS[outcome])
    return {
      message: outcome === 'done' ? message : `${message} No email told them.`,
      ...(link && { link: { url: link.url, expiresAt: iso(link.expiresAt) } }),
      ...(lines && { lines }),
    }
  })

  // What check-setup says, for an owner who has no shell at hand.
  serve(app, 'setup', { public: true }, async () => {
    const storage = () => Promise.resolve(services.storage)
    const findings = await checkSetup({ ...services, storage, lastBackupAt: () => lastBackupAt(services.db) })
    return findings.map(({ what, state, says, todo = null }) => ({ what, state, says, todo }))
  })
}

const ownersOnly =
  (services: Services) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
    (await isOwners(services, request)) ? undefined : refuse(reply, notFound)

const isOwners = async ({ db }: Services, { session }: Pick<FastifyRequest, 'session'>): Promise<boolean> =>
  session !== null && (await isOwner(db, session.userId))

export const isOwnersPage = async (services: Services, request: FastifyRequest): Promise<boolean> =>
  isOwners(services, { session: await sessionOf(request, services) })

const actorOf = (request: FastifyRequest): Actor => ({ ownerId: request.userId, from: askedFrom(request) })

type Did = ActOutcome | 'untold' | { outcome: ActOutcome; link?: NewLink; lines?: string[] }
type Act = {
  does(services: Services, actor: Actor, userId: number, name: string): Promise<Did>
  message: string
  /** Requires a sign-in or a code within the last day. */
  takesProof?: true
}

const ACTS: Record<PersonAct['act'], Act> = {
  pause: { does: pausePerson, message: 'Calls are paused.' },
  resume: { does: resumePerson, message: 'Calls are back on.' },
  block: { does: blockPerson, message: 'The account is blocked.', takesProof: true },
  unblock: { does: unblockPerson, message: 'The account can sign in again.' },
  remove: { does: removePerson, message: 'The account is deleted.', takesProof: true },
  'make-owner': { does: nameOwnerHere, message: 'This person is an owner now.', takesProof: true },
  link: { does: makeLinkFor, message: 'The sign-in link is ready.', takesProof: true },
  why: { does: explainPerson, message: 'Here is what happened.' },
}

const REFUSALS: Record<Exclude<ActOutcome, 'done'>, Refusal> = {
  'not-found': notFound,
  'nothing-to-change': refusal(
    409,
    'changed-elsewhere',
    'That changes nothing now. Reload the page to see how things are.',
  ),
  'last-owner': refusal(403, 'forbidden', 'This is the only owner.'),
}
