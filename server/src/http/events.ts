import type { Routes } from './routes.ts'

/** Keeps proxies from closing a quiet stream. */
const STILL_HERE_MS = 25_000

/** GET /api/events: tells a person's open pages what changed; the pages then ask for it again (DASH-10). */
export const eventRoutes: Routes = (services) => (app, _options, done) => {
  const open = new Set<() => void>()

  app.get('/api/events', (request, reply) => {
    reply.hijack()
    const stream = reply.raw
    stream.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    stream.write('retry: 2000\n\n')
    const unsubscribe = services.live.subscribe(request.userId, (changed) => {
      if (changed === 'signed-out') return end()
      stream.write(`data: ${JSON.stringify({ changed })}\n\n`)
    })
    const timer = setInterval(() => stream.write(': still here\n\n'), STILL_HERE_MS)
    function end(): void {
      clearInterval(timer)
      unsubscribe()
      open.delete(end)
      stream.end()
    }
    open.add(end)
    request.raw.on('close', end)
  })

  app.addHook('preClose', (closed) => {
    for (const end of open) end()
    closed()
  })
  done()
}
