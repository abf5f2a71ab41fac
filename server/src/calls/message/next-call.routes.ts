import { NextCallVersion } from '@reveille/contract/calls'
import * as z from 'zod/mini'
import { notFound, refuse } from '../../platform/http/errors.ts'
import { localMoment } from '../../platform/http/local-moment.ts'
import { type Routes, serve } from '../../platform/http/routes.ts'
import type { Services } from '../../platform/services.ts'
import { CLIP_TYPES } from '../../speech/clips/speak.ts'
import type { WithSpeech } from '../../speech/engines/speech-engine.ts'
import { nextCallWords, sayOwnWords, speakNextCall } from './next-call-words.ts'

const ByIndex = z.object({ index: z.pipe(z.string().check(z.regex(/^\d{1,2}$/)), z.transform(Number)) })

/** What calls will say, in words and in sound. */
export const nextCallRoutes: Routes<Services & WithSpeech> = (app, services) => {
  const { clock, storage } = services

  serve(app, 'nextCallWords', async ({ userId, query: { version = 0 } }) => {
    const words = await nextCallWords(services, userId, version)
    if (words === null) return null
    const { next, voiceId, sentences } = words
    const address = (index: number) => `/api/next-call/words/${index}.mp3?version=${version}`
    const spoken = sentences.map(({ text }, index) => ({ text, audioUrl: address(index) }))
    return { at: localMoment(next.at, next.timezone, clock.now()), voiceId, sentences: spoken }
  })

  app.get(
    '/api/next-call/words/:index.mp3',
    { schema: { params: ByIndex, querystring: NextCallVersion } },
    async ({ userId, params: { index }, query: { version = 0 } }, reply) => {
      const key = await speakNextCall(services, userId, { index, version })
      const clip = key === null ? null : await storage.get(key)
      if (clip === null) return refuse(reply, notFound)
      return reply.header('cache-control', 'no-store').type(CLIP_TYPES.preview).send(clip)
    },
  )

  serve(app, 'sayOwnWords', async ({ userId, body }) => {
    const audio = await sayOwnWords(services, userId, body)
    return { audio: audio === null ? null : audio.toString('base64') }
  })
}
