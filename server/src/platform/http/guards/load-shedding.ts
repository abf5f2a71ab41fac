import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { networkOf } from '../../limits/subnet.ts'
import { sessionIdOf } from '../cookies.ts'

const RETRY_AFTER_S = 1
const MESSAGE = 'Very many people are here right now. Please try again in a moment.'

/** An open stream waits and costs nothing; only its opening counts. */
const STREAM = '/api/events'

/** Who holds a place: null a stranger, a string the session that is still to be looked up, then the number of its person. */
type Holder = number | string | null

type Place = { network: string; holder: Holder }

/**
 * Turns requests away at the door when too many are under way already, in all, of one network or of one account: a quick
 * 503 instead of a queue in which everybody waits, and the phones with them. Strangers have half of the places. One
 * network has two fifths of them and one account a fifth, so that both floods together leave places to others. A place is
 * held while we work, never while we wait for a body that the visitor hasn't sent yet (S56). The carrier's callbacks are
 * never turned away, it wouldn't send them again; neither are those who ask whether we live. Register after the cookies
 * and before what asks the database.
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
    const place = { network: networkOf(request.ip), holder }
    if (isFull(place)) return void reply.code(503).header('retry-after', RETRY_AFTER_S).send({ message: MESSAGE })
    if (!reply.raw.closed) underWay.set(request, place)
    done()
  }

  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => leave(request)) // answered or left
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

/** Pages are files and need nobody; what asks the database is under /api. */
function mayWait({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/') ?? false
}
