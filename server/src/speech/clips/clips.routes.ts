import * as z from 'zod/mini'
import { notFound, refuse } from '../../platform/http/errors.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { earcon } from '../audio/earcon.ts'
import { joinClips } from '../audio/wav.ts'
import { clipsOfAddress, EARCON_CLIP } from './address-clips.ts'
import { CLIP_TYPES } from './speak.ts'

const File = z.object({ until: z.string(), signature: z.string(), '*': z.string() })

const NOTES = earcon()

/** The audio of calls, which the carrier fetches during the call: clips joined in the order of the URL. */
export const clipRoutes: Routes = (app, services) => {
  const clip = (key: string) => (key === EARCON_CLIP ? NOTES : services.storage.get(key))

  app.get(
    '/callbacks/clip/:until/:signature/*',
    { config: { public: true }, schema: { params: File } },
    async ({ params }, reply) => {
      const address = { until: Number(params.until), signature: params.signature, file: params['*'] }
      const parts = clipsOfAddress(services, address)
      if (parts === null) return refuse(reply, notFound)
      const found = await Promise.all(parts.map((keys) => Promise.all(keys.map(clip))))
      // Addressed a moment ago; if one is missing now, the carrier continues with the next prompt.
      if (found.flat().includes(null)) return refuse(reply, notFound)
      const file = joinClips(found as Buffer[][])
      return reply.header('cache-control', 'private, max-age=3600').type(CLIP_TYPES.phone).send(file)
    },
  )
}
