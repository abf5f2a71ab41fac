import { ApiError } from '@reveille/contract/api-error'
import { VoicePreview, VoicePreviewRequest, Voices } from '@reveille/contract/preferences'
import { VOICE_IDS, VOICES } from '@reveille/core/speech/voices'
import * as z from 'zod/mini'
import { notFound, refuse } from '../platform/http/errors.ts'
import type { Routes } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import { CLIP_TYPES } from './clips/speak.ts'
import type { WithSpeech } from './engines/speech-engine.ts'
import { preview } from './voice-previews.ts'

const ByVoice = z.object({ voiceId: z.enum(VOICE_IDS) })

/** Clips change only with the engine but keep their URL, so browsers check again after a day. */
const CACHE = 'public, max-age=86400'

/** The voices to choose from, and their previews, which are made now if not stored. */
export const voiceRoutes: Routes<Services & WithSpeech> = (services) => (app, _options, done) => {
  app.get('/api/voices', { config: { public: true }, schema: { response: { 200: Voices } } }, async () =>
    VOICE_IDS.map((voiceId) => {
      const { name, category, personalityTrait, line } = VOICES[voiceId]
      return { voiceId, name, category, personalityTrait, line, imageUrl: `/voices/${voiceId}.svg` }
    }),
  )

  app.post(
    '/api/voice/preview',
    {
      config: { public: true, free: true },
      schema: { body: VoicePreviewRequest, response: { 200: VoicePreview, '4xx': ApiError } },
    },
    async ({ body: { voiceId } }) => {
      const spoken = await preview(services, voiceId)
      return { audioUrl: spoken.outcome === 'ready' ? `/api/voice/preview/${voiceId}.mp3` : null }
    },
  )

  app.get(
    '/api/voice/preview/:voiceId.mp3',
    { config: { public: true }, schema: { params: ByVoice } },
    async ({ params: { voiceId } }, reply) => {
      const spoken = await preview(services, voiceId)
      const clip = spoken.outcome === 'ready' ? await services.storage.get(spoken.keys[0]!) : null
      if (clip === null) return refuse(reply, notFound)
      return reply.header('cache-control', CACHE).type(CLIP_TYPES.preview).send(clip)
    },
  )

  done()
}
