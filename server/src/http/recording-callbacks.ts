import formbody from '@fastify/formbody'
import * as z from 'zod/mini'
import { hearOfRecording } from '../use-cases/hear-of-recording.ts'
import type { Routes } from './routes.ts'
import { signedCallback } from './signed-callback.ts'

const ByToken = z.object({ token: z.string().check(z.maxLength(64)) })

/** What the carrier says of recordings; signed like every callback. Its address of the sound is not even read (S43). */
export const recordingCallbackRoutes: Routes = (services) => (app, _options, done) => {
  void app.register(formbody)

  app.post(
    '/callbacks/recording/:token',
    { config: { public: true }, schema: { params: ByToken, hide: true } },
    async (request, reply) => {
      const callback = signedCallback(request)
      const news = callback === null ? null : services.carrier.readRecordingNews(callback)
      if (news === null) return reply.code(403).send({ message: 'Access denied' })
      await hearOfRecording(services, request.params.token, news)
      return reply.code(204).send()
    },
  )
  done()
}
