import * as z from 'zod/mini'
import { notFound, refuse } from '../../platform/http/errors.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { isClipAddressValid } from './clip-address.ts'

const Clip = z.object({ until: z.string(), signature: z.string(), '*': z.string() })

/** The audio of calls, fetched by the carrier during the call. */
export const clipRoutes: Routes = (services) => (app, _options, done) => {
  app.get(
    '/callbacks/clip/:until/:signature/*',
    { config: { public: true }, schema: { params: Clip } },
    async ({ params }, reply) => {
      const key = params['*']
      const address = { until: Number(params.until), signature: params.signature, key }
      const clip = isClipAddressValid(services, address) ? await services.storage.get(key) : null
      if (clip === null) return refuse(reply, notFound)
      return reply.header('cache-control', 'private, max-age=3600').type('audio/wav').send(clip)
    },
  )
  done()
}
