import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A connection whose last answer is sent while we stop. Node adds a second. */
const KEPT_AT_THE_END_MS = 1

/**
 * Browsers open connections before they need them. Node waits for these as if a request were under way, so one of them
 * would keep a server that stops waiting until its time-out: they are closed. So are those that answer their last request
 * while we stop: the other side, a proxy most likely, would keep them for more.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>()
  let closing = false
  app.server.on('connection', (socket: Socket) => {
    if (closing) return void socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', (done) => {
    closing = true
    app.server.keepAliveTimeout = KEPT_AT_THE_END_MS
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    done()
  })
}
