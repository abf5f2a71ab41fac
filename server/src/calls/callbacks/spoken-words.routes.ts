import { knownVoice } from '@reveille/core/speech/voices'
import * as z from 'zod/mini'
import type { WithCarrier } from '../../carrier/carrier.ts'
import { CALLBACK, signedCallback, takeSignedForms } from '../../carrier/signed-callback.http.ts'
import { forbidden, notFound, refuse } from '../../platform/http/errors.ts'
import type { Routes } from '../../platform/http/routes.ts'
import type { Services } from '../../platform/services.ts'
import type { WithSpeech } from '../../speech/engines/speech-engine.ts'

const Words = z.object({
  text: z.string().check(z.maxLength(2_000)),
  voice: z.pipe(z.string(), z.transform(knownVoice)),
})

/** Somebody listens to silence meanwhile, but late words beat none: they may be a code. A stop waits for us less long. */
const WITHIN_MS = 25_000

/** Words without a clip, such as a code, for a line without a voice. The embedded engine can't be down. */
export const spokenWordsRoutes: Routes<Services & WithCarrier & WithSpeech> = (app, services) => {
  takeSignedForms(app, services)
  app.get('/callbacks/words', { ...CALLBACK, schema: { querystring: Words, hide: true } }, async (request, reply) => {
    const callback = signedCallback(request)
    if (callback === null || services.carrier.readCallback(callback) === null) return refuse(reply, forbidden)
    const { text, voice: voiceId } = request.query
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort()) // whoever hung up delays nobody's words
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(WITHIN_MS)])
    const spoken = await services.speech.at(-1)!.synthesize({ voiceId, text, form: 'phone', signal, soon: true })
    if (spoken.outcome !== 'spoken') return refuse(reply, notFound)
    return reply.type('audio/wav').send(spoken.audio)
  })
}
