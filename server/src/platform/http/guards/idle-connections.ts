import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** ms that an idle connection is kept while we stop. Node adds a second. */
const KEPT_AT_THE_END_MS = 1

/**
 * Browsers open connections ahead. Node waits for these as if a request were under way, so one of them would keep a
 * stopping server until its time-out: they are closed. So are connections whose last request was answered while we
 * stop, which a proxy would keep for reuse. Node looks for late requests no longer once it stops, and would wait for
 * one for ever: what hasn't arrived within the time-out is cut off here (S51).
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>()
  const underWay = new Map<Socket, IncomingMessage>()
  let closing = false
  app.server.on('connection', (socket: Socket) => {
    if (closing) return void socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    underWay.set(request.socket, request)
    response.once('close', () => underWay.delete(request.socket))
  })
  app.addHook('preClose', (done) => {
    closing = true
    app.server.keepAliveTimeout = KEPT_AT_THE_END_MS
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    const late = setTimeout(() => {
      for (const socket of open) if (underWay.get(socket)?.complete !== true) socket.destroy()
    }, app.server.requestTimeout)
    app.server.once('close', () => clearTimeout(late))
    done()
  })
}
