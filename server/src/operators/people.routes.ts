import { ApiError, Done } from '@reveille/contract/api-error'
import {
  Invited,
  MadeLink,
  NewInvitation,
  People,
  PEOPLE_A_PAGE,
  PeoplePage,
  PersonAct,
  Setup,
  Told,
} from '@reveille/contract/people'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOwner } from '../people/owners.sql.ts'
import { askedFrom } from '../platform/audit/account-events.sql.ts'
import { lastBackupAt } from '../platform/backup/backup-facts.ts'
import { notFound, refuse, type Refusal } from '../platform/http/errors.ts'
import { iso } from '../platform/http/local-moment.ts'
import { ById, type Routes } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import { isProvenToday, sessionOf, staleRefusal } from '../sign-in/session.http.ts'
import type { WithSpeech } from '../speech/engines/speech-engine.ts'
import { checkSetup } from './check-setup.ts'
import {
  type Actor,
  type ActOutcome,
  blockPerson,
  explainPerson,
  invite,
  makeLinkFor,
  nameOwnerHere,
  pausePerson,
  removePerson,
  resumePerson,
  showPeople,
  unblockPerson,
  withdrawInvitation,
} from './people.ts'

/** For owners. To everybody else, signed in or not, these routes don't exist. */
export const peopleRoutes: Routes = (services) => (app, _options, done) => {
  app.addHook('onRequest', ownersOnly(services))

  app.get(
    '/api/people',
    { config, schema: { querystring: PeoplePage, response: { 200: People, '4xx': ApiError } } },
    ({ userId, query }) => showPeople(services, userId, { page: query.page, size: PEOPLE_A_PAGE }),
  )

  app.post(
    '/api/people/invitations',
    { config, schema: { body: NewInvitation, response: { 200: Invited, '4xx': ApiError } } },
    async (request, reply) => {
      const { body } = request
      const invited = await invite(services, actorOf(request), body)
      if (invited.outcome !== 'invited') return refuse(reply, REFUSALS[invited.outcome])
      return { url: invited.url, expiresAt: iso(invited.expiresAt), mailed: invited.mailed }
    },
  )

  app.delete(
    '/api/people/invitations/:id',
    { config, schema: { params: ById, response: { 200: Done, '4xx': ApiError } } },
    async (request, reply) =>
      (await withdrawInvitation(services, actorOf(request), request.params.id))
        ? { message: 'The invitation is withdrawn.' }
        : refuse(reply, notFound),
  )

  done()
}

/** What an owner does for one person. */
export const personRoutes: Routes = (services) => (app, _options, done) => {
  app.addHook('onRequest', ownersOnly(services))

  app.post(
    '/api/people/:id',
    { config, schema: { params: ById, body: PersonAct, response: { 200: Done, '4xx': ApiError } } },
    async (request, reply) => {
      const { act, name = '' } = request.body
      const { does, message, takesProof } = ACTS[act]
      if (takesProof && !isProvenToday(services, request)) return refuse(reply, staleRefusal)
      const outcome = await does(services, actorOf(request), request.params.id, name)
      if (outcome === 'untold') return { message: `${message} We couldn't email them.` }
      return outcome === 'done' ? { message } : refuse(reply, REFUSALS[outcome])
    },
  )

  app.post(
    '/api/people/:id/sign-in-link',
    { config, schema: { params: ById, response: { 200: MadeLink, '4xx': ApiError } } },
    async (request, reply) => {
      if (!isProvenToday(services, request)) return refuse(reply, staleRefusal)
      const made = await makeLinkFor(services, actorOf(request), request.params.id)
      return made.outcome === 'done'
        ? { url: made.url, expiresAt: iso(made.expiresAt) }
        : refuse(reply, REFUSALS[made.outcome])
    },
  )

  app.post(
    '/api/people/:id/why',
    { config, schema: { params: ById, response: { 200: Told, '4xx': ApiError } } },
    async (request, reply) => {
      const lines = await explainPerson(services, actorOf(request), request.params.id)
      return lines === null ? refuse(reply, notFound) : { lines }
    },
  )
  done()
}

/** What check-setup says, for an owner who has no shell at hand. */
export const setupRoutes: Routes<Services & WithSpeech> = (services) => (app, _options, done) => {
  app.addHook('onRequest', ownersOnly(services))

  app.post('/api/people/setup', { config, schema: { response: { 200: Setup, '4xx': ApiError } } }, async () => {
    const storage = () => Promise.resolve(services.storage)
    const findings = await checkSetup({ ...services, storage, lastBackupAt: () => lastBackupAt(services.db) })
    return findings.map(({ what, state, says, todo = null }) => ({ what, state, says, todo }))
  })
  done()
}

/** Public, so that a visitor gets the 404 of a route that doesn't exist. */
const config = { public: true }
const ownersOnly =
  (services: Services) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
    (await isOwners(services, request)) ? undefined : refuse(reply, notFound)

const isOwners = async ({ db }: Services, { session }: Pick<FastifyRequest, 'session'>): Promise<boolean> =>
  session !== null && (await isOwner(db, session.userId))

/** Whether an owner opens the page of these routes, which is a 404 for everybody else. */
export const isOwnersPage = async (services: Services, request: FastifyRequest): Promise<boolean> =>
  isOwners(services, { session: await sessionOf(request, services) })

const actorOf = (request: FastifyRequest): Actor => ({ ownerId: request.userId, from: askedFrom(request) })

type Act = {
  does(services: Services, actor: Actor, userId: number, name: string): Promise<ActOutcome | 'untold'>
  message: string
  /** Whether it takes a sign-in or a code within a day. */
  takesProof: boolean
}

const ACTS: Record<PersonAct['act'], Act> = {
  pause: { does: pausePerson, message: 'Calls are paused.', takesProof: false },
  resume: { does: resumePerson, message: 'Calls are back on.', takesProof: false },
  block: { does: blockPerson, message: 'The account is blocked.', takesProof: true },
  unblock: { does: unblockPerson, message: 'The account can sign in again.', takesProof: false },
  remove: { does: removePerson, message: 'The account is deleted.', takesProof: true },
  'make-owner': { does: nameOwnerHere, message: 'This person is an owner now.', takesProof: true },
}

const REFUSALS: Record<Exclude<ActOutcome, 'done'>, Refusal> = {
  'not-found': notFound,
  'nothing-to-change': {
    status: 409,
    reason: 'changed-elsewhere',
    message: 'That changes nothing now. Reload the page to see how things are.',
  },
  'last-owner': { status: 403, reason: 'forbidden', message: 'This is the only owner.' },
}
