import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../database/database.ts'
import type { Routes } from '../http/routes.ts'

/** Keeps proxies from closing a quiet stream, and limits how long a stream outlives its session. */
const BEAT_MS = 15_000
/** Each stream holds a connection. */
const MOST_OF_A_SESSION = 30

type Stream = { idHash: string; write(text: string): void; end(): void }

/** Which of these sessions, by the hashes of their secrets, are still valid. */
type WhichLive = (db: Database, idHashes: readonly string[], now: Instant) => Promise<ReadonlySet<string>>

/** GET /api/events: tells open pages what changed, so that they fetch it again. */
export const eventRoutes =
  (whichSessionsLive: WhichLive): Routes =>
  (app, services) => {
    const { db, clock, live } = services
    const open = new Set<Stream>()
    let isClosing = false

    app.get('/api/events', (request, reply) => {
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      raw.write('retry: 2000\n\n')
      const unsubscribe = live.subscribe(request.userId, (changed) => {
        stream.write(`data: ${JSON.stringify({ changed })}\n\n`)
        if (changed === 'signed-out') stream.end()
      })
      const stream: Stream = {
        idHash: request.session!.idHash,
        write: (text) => void raw.write(text),
        end() {
          unsubscribe()
          open.delete(stream)
          raw.end()
        },
      }
      endOldest(open, stream.idHash)
      open.add(stream)
      request.raw.on('close', stream.end)
      if (isClosing) stream.end() // its request arrived before the stop, which came during its session's lookup
    })

    // A session may also expire, or end at another process, whose events don't arrive here.
    const beat = clock.every(BEAT_MS, 'open event streams', async () => {
      const streams = [...open]
      if (streams.length === 0) return
      const living = await whichSessionsLive(
        db,
        streams.map(({ idHash }) => idHash),
        clock.now(),
      )
      for (const stream of streams) {
        if (living.has(stream.idHash)) stream.write(': still here\n\n')
        else stream.end()
      }
    })

    app.addHook('preClose', async () => {
      isClosing = true
      for (const stream of open) stream.end()
      await beat.stop()
    })
  }

function endOldest(open: ReadonlySet<Stream>, idHash: string): void {
  const own = [...open].filter((stream) => stream.idHash === idHash)
  if (own.length >= MOST_OF_A_SESSION) own[0]?.end()
}
