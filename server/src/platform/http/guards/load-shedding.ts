import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { subnetOf } from '../../limits/subnet.ts'
import { sessionIdOf } from '../cookies.ts'
import { refuse, type Refusal } from '../errors.ts'

const RETRY_AFTER_S = 1
const crowded: Refusal = {
  status: 503,
  reason: 'unavailable',
  message: 'Reveille is very busy right now. Please try again in a moment.',
}

/** An open stream costs nothing while it waits; only its opening counts. */
const STREAM = '/api/events'

/** Who holds a place: null for a visitor, a string for a session not looked up yet, then the person's id. */
type Holder = number | string | null

type Place = { network: string; holder: Holder }

/**
 * Sheds load at the door: when too many requests are under way, in all, of one network or of one account, the next gets
 * a quick 503 instead of a queue that would delay everybody, the phones included. Visitors have half of the places. A
 * network has two fifths and an account one fifth, so that both floods together leave places to others. A request holds
 * a place while we work, never while we wait for a body that the visitor hasn't sent yet (S56). The carrier's callbacks
 * are never shed, since it wouldn't send them again; neither are health checks. Register after the cookies and before
 * anything that queries the database.
 */
export function shedOverload(app: FastifyInstance, { mostRequestsAtOnce }: Pick<Config, 'mostRequestsAtOnce'>): void {
  const { all, network: ofOneNetwork, person: ofOnePerson } = mostRequestsAtOnce
  const underWay = new Map<FastifyRequest, Place>()
  const leave = (request: FastifyRequest): void => void underWay.delete(request)
  const taken = (counts: (place: Place) => boolean): number => [...underWay.values()].filter(counts).length
  const isFull = ({ network, holder }: Place): boolean =>
    underWay.size >= all ||
    taken((place) => place.network === network) >= ofOneNetwork ||
    taken((place) => place.holder === holder) >= (holder === null ? all / 2 : ofOnePerson)

  function enter(request: FastifyRequest, reply: FastifyReply, holder: Holder, done: () => void): void {
    if (!mayWait(request)) return done()
    const place = { network: subnetOf(request.ip), holder }
    if (isFull(place)) return void refuse(reply.header('retry-after', RETRY_AFTER_S), crowded)
    if (!reply.raw.closed) underWay.set(request, place)
    done()
  }

  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => leave(request)) // answered or aborted
    enter(request, reply, sessionIdOf(request), done)
  })
  app.addHook('preParsing', (request, _reply, _body, done) => {
    leave(request)
    done()
  })
  app.addHook('preValidation', (request, reply, done) => {
    if (request.routeOptions.url === STREAM) return done()
    enter(request, reply, request.session?.userId ?? null, done)
  })
}

/** Pages are files; only what is under /api queries the database. */
function mayWait({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/') ?? false
}
