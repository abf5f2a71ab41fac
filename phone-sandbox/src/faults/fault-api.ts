import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Exchange } from '../exchange/exchange.ts'
import { faultNames, FaultRequest } from './fault.ts'

const Outage = z.strictObject({ ms: z.number().int().min(1).max(600_000) })

/** The faults' API: list, add, remove; the seed; and an outage, in which connections are refused. */
export function faultApi(app: FastifyInstance, exchange: Exchange): void {
  const outage = outageOf(app)
  app.get('/sandbox/faults', () => ({ known: faultNames, faults: exchange.faults.list() }))
  app.post('/sandbox/faults', ({ body }) => exchange.faults.add(FaultRequest.parse(body)))
  app.delete('/sandbox/faults', () => {
    exchange.faults.clear()
    return { faults: [] }
  })
  app.delete<{ Params: { id: string } }>('/sandbox/faults/:id', ({ params }) => {
    exchange.faults.remove(params.id)
    return { faults: exchange.faults.list() }
  })
  app.put('/sandbox/faults/seed', ({ body }) => {
    const { seed } = z.strictObject({ seed: z.number().int() }).parse(body)
    exchange.faults.seed(seed)
    return { seed }
  })
  app.post('/sandbox/outage', async ({ body }, reply) => {
    const { ms } = Outage.parse(body)
    exchange.journal.add('outage', { ms })
    outage.begin(ms)
    return reply.header('connection', 'close').send({ ms })
  })
}

/** Refuses new connections for a while; the port stays reserved. */
function outageOf(app: FastifyInstance): { begin(ms: number): void } {
  let reopening: NodeJS.Timeout | null = null
  app.addHook('onClose', (_app, done) => {
    if (reopening) clearTimeout(reopening)
    done()
  })
  return {
    begin(ms) {
      const address = app.server.address()
      if (address === null || typeof address === 'string') return // an outage is under way
      app.server.close()
      app.server.closeIdleConnections()
      reopening = setTimeout(() => app.server.listen(address.port, address.address), ms)
    },
  }
}
