import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** ms that an idle connection is kept while we stop. Node adds a second. */
const KEPT_AT_THE_END_MS = 1

/**
 * Browsers open connections ahead. Node waits for these as if a request were under way, so one of them would keep a
 * stopping server until its time-out: they are closed. So are connections whose last request was answered while we
 * stop, which a proxy would keep for reuse.
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
