import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSameSecret } from '../secrets.ts'

/** Where the phone sandbox listens on this machine, and who may see its codes. */
export type PretendPhone = { url: string; token: string }

const PATH = '/phone'
const COOKIE = 'reveille-phone'
const SOCKET = '/sandbox/socket'
const HIDDEN = { schema: { hide: true } }
const PASSED_BACK = ['content-type', 'content-security-policy', 'cache-control']

/**
 * Serves the phone sandbox's page under /phone, for hosts where only this server's port can be reached, as in a
 * container. Its mailbox contains codes, so it needs the token that the start prints.
 */
export function servePretendPhone(app: FastifyInstance, { url, token }: PretendPhone): void {
  const { host, hostname, port } = new URL(url)
  const mayEnter = (given: string | undefined): boolean => given !== undefined && isSameSecret(given, token)
  const cookieOf = ({ headers }: IncomingMessage) => app.parseCookie(headers.cookie ?? '')[COOKIE]

  app.get<{ Querystring: { token?: string } }>(PATH, HIDDEN, (request, reply) => {
    if (!mayEnter(request.query.token ?? cookieOf(request.raw))) return stayOut(reply)
    return reply.setCookie(COOKIE, token, { path: PATH, httpOnly: true, sameSite: 'lax' }).redirect(`${PATH}/`)
  })
  app.all(`${PATH}/*`, HIDDEN, async (request, reply) => {
    if (!mayEnter(cookieOf(request.raw))) return stayOut(reply)
    const answer = await fetch(url + request.url.slice(PATH.length), {
      method: request.method,
      ...bodyOf(request),
      redirect: 'manual',
    })
    reply.code(answer.status)
    for (const name of PASSED_BACK) {
      const value = answer.headers.get(name)
      if (value !== null) reply.header(name, value.replaceAll(host, request.host)) // the policy names the socket
    }
    return reply.send(Buffer.from(await answer.arrayBuffer()))
  })

  const open = new Set<Duplex>()
  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    // A browser sends the origin of the page that opens a socket, and another site's page mustn't listen.
    const isOurs = URL.parse(request.headers.origin ?? '')?.host === request.headers.host
    if (request.url !== PATH + SOCKET || !isOurs || !mayEnter(cookieOf(request)))
      return void socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n')
    const onward = connect(Number(port), hostname, () => {
      const passedOn = Object.entries(request.headers).filter(([name]) => /^(upgrade|connection|sec-)/.test(name))
      const headers = [['host', host], ['origin', url], ...passedOn].map(([name, value]) => `${name}: ${String(value)}`)
      onward.write(`GET ${SOCKET} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      socket.pipe(onward).pipe(socket)
    })
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy()).on('close', () => void (open.delete(one) && other.destroy()))
    }
  })
  app.addHook('preClose', (done) => {
    for (const socket of open) socket.destroy()
    done()
  })
}

function bodyOf({ body }: FastifyRequest): { body?: string; headers?: Record<string, string> } {
  if (body === undefined || body === null) return {}
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

function stayOut(reply: FastifyReply) {
  return reply
    .code(403)
    .type('text/plain; charset=utf-8')
    .send('Open the address of the pretend phone that the start printed: it ends in a token.\n')
}
