import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { OWNERS_PAGES, paths, PRERENDERED, PRERENDERED_WITHOUT_TEXTS } from '@reveille/contract/pages'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Config } from '../config/config.ts'
import { escaped } from '../mail/email-layout.ts'
import { notFound, refuse } from './errors.ts'
import { isKnown, tagOf } from './if-match.ts'

export const webDist = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

/** The page that renders all others in the browser. */
const SHELL = 'app.html'

/** Files with a content hash in their name never change; all others are revalidated. */
const HASHED_FOLDER = /[\\/]assets[\\/]/
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'
const HTML = 'text/html; charset=utf-8'
const HIDDEN = { schema: { hide: true } }

/** Placeholders in built pages for what only an installation knows. */
const PUBLIC_URL = '%PUBLIC_URL%'
const CONTACT_EMAIL = '%CONTACT_EMAIL%'

type WebPages = Pick<Config, 'publicUrl' | 'texts' | 'mail' | 'secondCarrier' | 'signUp'> & {
  folder: string | null
  contactEmail(): Promise<string>
  /** Whether the request is an owner's. To everybody else, OWNERS_PAGES are a 404. */
  isOwners(request: FastifyRequest): Promise<boolean>
}

/** Serves the built pages. An unknown path gets the shell, which shows '404 Page Not Found', with that status. */
export const webPages = (settings: WebPages): FastifyPluginAsync =>
  fastifyPlugin(async (app) => {
    const { folder } = settings
    if (folder === null) app.setNotFoundHandler(answerNotFound)
    else await servePages(app, { ...settings, folder })
  })

async function servePages(
  app: FastifyInstance,
  { folder, publicUrl, contactEmail, texts, mail, secondCarrier, signUp, isOwners }: WebPages & { folder: string },
): Promise<void> {
  app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => void reply.header('cache-control', HASHED_FOLDER.test(file) ? FOREVER : ASK_AGAIN),
  })
  const prerendered = Object.fromEntries(
    Object.entries(PRERENDERED).filter(([address]) =>
      mail === null ? address === paths.landing : signUp === 'open' || address !== paths.signup,
    ),
  )
  const drawn = Object.values<string>(paths).filter(
    (address) => !(address in prerendered) && !OWNERS_PAGES.includes(address),
  )
  const read = async (file: string) => {
    const html = await readFile(path.join(folder, file), 'utf8')
    const ours = html.replaceAll(PUBLIC_URL, publicUrl)
    const said = [
      signUp === 'open' ? '' : ` data-sign-up="${signUp}"`,
      mail === null ? ' data-mail="off"' : '',
      secondCarrier === null ? '' : ' data-numbers="2"',
    ]
    return ours.replace('<html', `<html${said.join('')}`)
  }
  const pages = texts || mail === null ? prerendered : { ...prerendered, ...PRERENDERED_WITHOUT_TEXTS }
  for (const [address, file] of Object.entries(pages)) servedPage(app, address, await read(file), contactEmail)
  const shell = await read(SHELL)
  for (const address of drawn) servedPage(app, address, shell, contactEmail)
  for (const address of [...Object.keys(prerendered), ...drawn]) if (address !== '/') oneAddress(app, address)
  for (const address of OWNERS_PAGES)
    app.get(address, HIDDEN, async (request, reply) => {
      reply.code((await isOwners(request)) ? 200 : 404)
      return reply.header('cache-control', ASK_AGAIN).type(HTML).send(shell)
    })
  const [robots, sites] = [robotsText(publicUrl, drawn), siteMap(publicUrl, Object.keys(prerendered))]
  app.get('/robots.txt', HIDDEN, (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots))
  app.get('/sitemap.xml', HIDDEN, (_request, reply) => reply.type('application/xml; charset=utf-8').send(sites))
  // A page has one address, which isn't its file's.
  for (const file of [SHELL, ...Object.values(PRERENDERED), ...Object.values(PRERENDERED_WITHOUT_TEXTS)]) {
    app.get(`/${file}`, HIDDEN, (_request, reply) => reply.callNotFound())
  }
  // Returns nothing: for a returned reply Fastify adds another listener, and Node warns of a leak.
  app.setNotFoundHandler((request, reply) => {
    if (wantsPage(request)) reply.code(404).header('cache-control', ASK_AGAIN).type(HTML).send(shell)
    else answerNotFound(request, reply)
  })
}

function servedPage(app: FastifyInstance, address: string, page: string, contactEmail: () => Promise<string>): void {
  let [html, etag, email] = ['', '', '']
  app.get(address, HIDDEN, async (request, reply) => {
    const current = page.includes(CONTACT_EMAIL) ? await contactEmail() : 'none'
    if (current !== email) {
      email = current
      html = page.replaceAll(CONTACT_EMAIL, () => escaped(email))
      etag = tagOf(html)
    }
    reply.headers({ 'cache-control': ASK_AGAIN, etag })
    if (isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send()
    return reply.type(HTML).send(html)
  })
}

/** Redirects lead only to known pages, so the requested path can't choose the target. */
function oneAddress(app: FastifyInstance, address: string): void {
  app.get(`${address}/`, HIDDEN, ({ url }, reply) => {
    const query = url.indexOf('?')
    return reply.redirect(query === -1 ? address : address + url.slice(query), 308)
  })
}

/** A missing script or picture must not get the shell, which would hide the fault. */
function wantsPage({ method, url }: FastifyRequest): boolean {
  const address = url.split('?', 1)[0] ?? ''
  return (method === 'GET' || method === 'HEAD') && !/^\/(api|callbacks|assets)\//.test(address)
}

function answerNotFound(_request: FastifyRequest, reply: FastifyReply) {
  return refuse(reply, notFound)
}

function robotsText(publicUrl: string, closed: readonly string[]): string {
  const rules = ['/api/', '/callbacks/', ...closed].map((address) => `Disallow: ${address}\n`)
  return `User-agent: *\n${rules.join('')}\nSitemap: ${publicUrl}/sitemap.xml\n`
}

function siteMap(publicUrl: string, open: readonly string[]): string {
  const entries = open.map((address) => `  <url><loc>${publicUrl}${address}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`
}
