import { VOICE_LINES } from '@reveille/core/message/voices/all-voices'
import { VOICES, VOICE_IDS } from '@reveille/core/speech/voices'
import * as z from 'zod/mini'
import { notFound, refuse } from '../platform/http/errors.ts'
import { type Routes, serve } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import { CLIP_TYPES } from './clips/speak.ts'
import type { SpeechEngines, WithSpeech } from './engines/speech-engine.ts'
import { lastVoiceCheck, saySentence } from './voice-check.ts'
import { preview } from './voice-previews.ts'
import { fallbackWords, voicesPage } from './voices-page.ts'

const ByVoice = z.object({ voiceId: z.enum(VOICE_IDS) })

/** Clips change only with the engine but keep their URL, so browsers check again after a day. */
const CACHE = 'public, max-age=86400'

/** The voices to choose from, and their previews, which are made now if not stored. */
export const voiceRoutes: Routes<Services & WithSpeech> = (app, services) => {
  serve(app, 'listVoices', { public: true }, async () =>
    VOICE_IDS.map((voiceId) => {
      const { name, category, personalityTrait, line } = VOICES[voiceId]
      const { goalLeads, struggleLeads } = VOICE_LINES[voiceId]
      const imageUrl = `/voices/${voiceId}.svg`
      return { voiceId, name, category, personalityTrait, line, imageUrl, goalLeads, struggleLeads }
    }),
  )

  serve(app, 'previewVoice', { public: true, free: true }, async ({ body: { voiceId } }) => {
    const spoken = await preview(services, voiceId)
    return { audioUrl: spoken.outcome === 'ready' ? `/api/voice/preview/${voiceId}.mp3` : null }
  })

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
}

const Clip = z.object({ engine: z.string(), voiceId: z.enum(VOICE_IDS) })

/** Allows only its own style and sounds, because names on the page come from speech servers. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; frame-ancestors 'none'"

/** How each character sounds by each engine, on the operators' port, which visitors never reach. */
export const voicesPageRoutes: Routes<Services & WithSpeech> = (app, services) => {
  app.get('/voices', async (_request, reply) => {
    const { speech, metrics, config } = services
    const checked = lastVoiceCheck(speech)
    const page = voicesPage({
      engines: speakers(speech).map(({ engine, voices }) => ({
        engine,
        checked: voices === undefined ? null : checked.filter((one) => one.engine === engine),
      })),
      fallbacks: fallbackWords(
        speech.map(({ engine }) => engine),
        metrics.speech(),
      ),
      carrierSpeaks: config.speech.carrier !== null,
    })
    return reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(page)
  })

  app.get('/voices/:engine/:voiceId.wav', async ({ params }, reply) => {
    const clipOf = Clip.safeParse(params)
    const engine = speakers(services.speech).find((one) => one.engine === clipOf.data?.engine)
    if (!clipOf.success || engine === undefined) return refuse(reply, notFound)
    const { engine: name, voiceId } = clipOf.data
    const heard = lastVoiceCheck(services.speech).find((one) => one.engine === name && one.voiceId === voiceId)
    const clip = heard?.clip ?? (await saySentence(engine, voiceId))
    if (typeof clip === 'string') return reply.code(502).type('text/plain; charset=utf-8').send(`It ${clip}.`)
    return reply.type('audio/wav').send(clip)
  })
}

/** Omits voice packs, which have only lines of calls and no sentence to try. */
const speakers = (engines: SpeechEngines) => engines.filter(({ isFree }) => isFree !== true)
