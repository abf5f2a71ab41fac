import { readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { isOwnRequest } from './guard.ts'

const types = { html: 'text/html', css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' } as const
const folder = new URL('../page/', import.meta.url)
const names = { '/': 'index.html', '/favicon.ico': 'icon.svg' }
const files = { ...Object.fromEntries(readdirSync(folder).map((file) => [`/${file}`, file])), ...names }

/** Allows only the page's own scripts and styles. Names the socket, since some browsers' 'self' excludes sockets. */
const policyFor = (host: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ws://${host}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Serves the page with the phone and the mailbox. Reads its files on each request, so that a reload shows changes. */
export function pageFiles(app: FastifyInstance): void {
  for (const [path, file] of Object.entries(files)) {
    app.get(path, (request, reply) => {
      if (!isOwnRequest(request)) return reply.code(403).send({ message: 'Open the sandbox by its own address.' })
      const type = types[file.split('.')[1] as keyof typeof types]
      return reply
        .headers({
          'content-security-policy': policyFor(request.headers.host ?? ''),
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
        })
        .type(`${type}; charset=utf-8`)
        .send(readFileSync(new URL(file, folder)))
    })
  }
}
