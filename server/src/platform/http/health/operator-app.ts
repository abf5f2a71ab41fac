import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { healthRoutes, type OwnWorker } from './health.routes.ts'

/** /metrics, /healthz and /readyz of any process, workers included, on a port that visitors never reach. */
export async function buildOperatorApp(
  services: Services,
  ownWorker: () => OwnWorker,
  setupFaults?: () => readonly string[],
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  await app.register(healthRoutes(services, { ownWorker, ...(setupFaults && { setupFaults }) }))
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await services.metrics.text()),
  )
  return app
}
