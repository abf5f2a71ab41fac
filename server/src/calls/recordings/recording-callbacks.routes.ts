import type { WithCarrier } from '../../carrier/carrier.ts'
import { CALLBACK, signedCallback, takeSignedForms } from '../../carrier/signed-callback.http.ts'
import { forbidden, refuse } from '../../platform/http/errors.ts'
import { ByToken, type Routes } from '../../platform/http/routes.ts'
import type { Services } from '../../platform/services.ts'
import { handleRecordingCallback } from './fetch-recordings.ts'

/** The carrier's callbacks about recordings, signed like all callbacks. Ignores their audio URL. */
export const recordingCallbackRoutes: Routes<Services & WithCarrier> = (services) => (app, _options, done) => {
  takeSignedForms(app, services)

  app.post(
    '/callbacks/recording/:token',
    { ...CALLBACK, schema: { params: ByToken, hide: true } },
    async (request, reply) => {
      const callback = signedCallback(request)
      const news = callback === null ? null : services.carrier.readRecordingNews(callback)
      if (news === null) return refuse(reply, forbidden)
      await handleRecordingCallback(services, request.params.token, news)
      return reply.code(204).send()
    },
  )
  done()
}
