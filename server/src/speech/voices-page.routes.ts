import { VOICE_IDS } from '@reveille/core/speech/voices'
import * as z from 'zod/mini'
import { notFound, refuse } from '../platform/http/errors.ts'
import type { Routes } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import type { SpeechEngines, WithSpeech } from './engines/speech-engine.ts'
import { lastVoiceCheck, saySentence } from './voice-check.ts'
import { fallbackWords, voicesPage } from './voices-page.ts'

const Clip = z.object({ engine: z.string(), voiceId: z.enum(VOICE_IDS) })

/** Allows only its own style and sounds, because names on the page come from speech servers. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; frame-ancestors 'none'"

/** How each character sounds by each engine, on the operators' port, which visitors never reach. */
export const voicesPageRoutes: Routes<Services & WithSpeech> = (services) => (app, _options, done) => {
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
  done()
}

/** Omits voice packs, which have only lines of calls and no sentence to try. */
const speakers = (engines: SpeechEngines) => engines.filter(({ isFree }) => isFree !== true)
