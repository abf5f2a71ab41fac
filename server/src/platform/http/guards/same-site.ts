import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { isOfThisMachine } from '../../this-machine.ts'
import { forbidden, refuse } from '../errors.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A changing request must come from our own pages (S22): the browser says so in Sec-Fetch-Site or Origin, which a page
 * of another site cannot forge. The carrier's callbacks come from no page; their signature is checked instead.
 */
export function refuseOtherSites(app: FastifyInstance, config: Pick<Config, 'publicUrl' | 'production'>): void {
  const ours = new URL(config.publicUrl).origin
  app.addHook('onRequest', async (request, reply) => {
    if (SAFE.has(request.method) || request.routeOptions.url?.startsWith('/callbacks/')) return
    const { origin } = request.headers
    if (request.headers['sec-fetch-site'] === 'same-origin') return
    if (origin === ours || (!config.production && isLoopbackItself(request, origin))) return
    request.log.warn({ route: request.routeOptions.url }, 'refused a request of another site')
    return refuse(reply, forbidden)
  })
}

/** On a developer's machine the same server is localhost and 127.0.0.1, whatever PUBLIC_URL says. */
function isLoopbackItself(request: FastifyRequest, origin: string | undefined): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false
  return isOfThisMachine(origin) && new URL(origin).host === request.headers.host
}
