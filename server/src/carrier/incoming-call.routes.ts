import type { AddressedPrompt, ScriptStep } from '@reveille/core/calls/call-script'
import { forbidden, refuse } from '../platform/http/errors.ts'
import type { Routes } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import type { WithCarrier } from './carrier.ts'
import { CALLBACK, callbackOf, takeSignedForms } from './signed-callback.http.ts'

/** Spoken by the carrier's own voice, the same for everybody. */
const SENTENCE: ScriptStep<AddressedPrompt>[] = [
  {
    do: 'speak',
    text:
      "This is Reveille, an automated wake-up service. Calling this number doesn't change anything. " +
      'To change your calls, open Reveille or press keys in the next call. Goodbye.',
    audioPath: null,
  },
  { do: 'hang-up' },
]

/** A caller ID can be forged, so nothing changes and we call nobody back. The log omits the caller. */
export const incomingCallRoutes: Routes<Services & WithCarrier> = (app, services) => {
  takeSignedForms(app, services)
  app.post('/callbacks/inbound-call', { ...CALLBACK, schema: { hide: true } }, async (request, reply) => {
    const heard = callbackOf(services, request)
    const call = heard && heard.carrier.readCallback(heard.callback)
    if (heard === null || call === null) return refuse(reply, forbidden)
    services.log.info({ carrierCallId: call.carrierCallId }, 'incoming call')
    const { contentType, body } = heard.carrier.renderScript(SENTENCE, null)
    return reply.type(contentType).send(body)
  })
}
