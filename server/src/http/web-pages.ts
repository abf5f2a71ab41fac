import fastifyStatic from '@fastify/static'
import { fallbackMessage } from '@reveille/contract/api-error'
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

/** Pages that are readable before JavaScript runs (LAND-4): each has a file of its own. */
const PRERENDERED: Record<string, string> = {
  '/': 'index.html',
  '/login': 'login.html',
  '/signup': 'signup.html',
  '/help': 'help.html',
  '/terms': 'terms.html',
  '/privacy': 'privacy.html',
}

/** The other routes of the specification, section 2: one shell draws them all. */
const SHELL = 'app.html'
const DRAWN_BY_SHELL = [
  '/dashboard',
  '/personalization',
  '/schedule-call',
  '/call-history',
  '/account',
  '/phone-verification',
  '/phone-verification-twilio',
  '/otp-verification',
  '/firebase-test',
]

/** Files with a content hash in their name never change; everything else is asked for again. */
const HASHED_FOLDER = /[\\/]assets[\\/]/
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'

/** Serves the built pages. An unknown path gets the shell, which says '404 Page Not Found', with that status (SHELL-7). */
export const webPages = (folder: string | null): FastifyPluginCallback =>
  fastifyPlugin((app, _options, done) => {
    if (folder === null) app.setNotFoundHandler(answerNotFound)
    else servePages(app, folder)
    done()
  })

function servePages(app: FastifyInstance, folder: string): void {
  app.register(fastifyStatic, {
    root: folder,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => void reply.header('cache-control', HASHED_FOLDER.test(path) ? FOREVER : ASK_AGAIN),
  })
  for (const [path, file] of Object.entries(PRERENDERED)) page(app, path, file)
  for (const path of DRAWN_BY_SHELL) page(app, path, SHELL)
  // A page has one address: the file it is made of is none.
  for (const file of [SHELL, ...Object.values(PRERENDERED)]) {
    app.get(`/${file}`, { schema: { hide: true } }, (_request, reply) => reply.callNotFound())
  }
  app.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) return answerNotFound(request, reply)
    return reply.code(404).sendFile(SHELL)
  })
}

function page(app: FastifyInstance, path: string, file: string): void {
  app.get(path, { schema: { hide: true } }, (_request, reply) => reply.sendFile(file))
}

/** A missing script or picture is no page: the shell in its place would only hide the fault. */
function wantsPage({ method, url }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? ''
  return (method === 'GET' || method === 'HEAD') && !/^\/(api|callbacks|assets)\//.test(path)
}

function answerNotFound(_request: FastifyRequest, reply: FastifyReply) {
  return reply.code(404).send({ message: fallbackMessage(404) })
}
