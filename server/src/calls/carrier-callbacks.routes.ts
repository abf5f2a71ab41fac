import { afterKey, afterSilence, opening, type ScriptPosition, type ScriptStep } from '@reveille/core/calls/call-script'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { CallbackRead, WithCarrier } from '../carrier/carrier.ts'
import { CALLBACK, signedCallback, takeSignedForms } from '../carrier/signed-callback.http.ts'
import { forbidden, refuse } from '../platform/http/errors.ts'
import { ByToken } from '../platform/http/params.ts'
import type { Routes } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import { addressClips } from '../speech/clips/address-clips.ts'
import type { WithSpeech } from '../speech/engines/speech-engine.ts'
import { handleCarrierEvent } from './handle-carrier-event.ts'
import { answerCall } from './handle-key.ts'
import { scriptForCall, sampleGreeting } from './message/script-for-call.ts'

const Position = z.object({ round: z.optional(z.string()), zero: z.optional(z.string()) })

const Greeted = z.object({ greeted: z.optional(z.string()) })

const HANG_UP: ScriptStep[] = [{ do: 'hang-up' }]

/**
 * The carrier's requests. Each is signed, and refused when it is not (S29); 2xx is answered only after the commit. A
 * call that is unknown, another carrier id's or over is told to hang up.
 */
export const carrierCallbackRoutes: Routes<Services & WithCarrier & WithSpeech> =
  (services) => (app, _options, done) => {
    takeSignedForms(app, services)

    // Call status and answering-machine detection: both are handled alike.
    for (const news of ['status', 'machine'] as const) {
      app.post(`/callbacks/${news}/:token`, { ...CALLBACK, schema: { params: ByToken } }, async (request, reply) => {
        const read = readCallback(services, request)
        if (read === null) return forged(reply)
        const { token } = request.params
        if (read.event !== null) await handleCarrierEvent(services, token, read.carrierCallId, read.event)
        return reply.code(204).send()
      })
    }

    app.post(
      '/callbacks/voice/:token',
      { ...CALLBACK, schema: { params: ByToken, querystring: Greeted } },
      async (request, reply) => {
        const read = readCallback(services, request)
        if (read === null) return forged(reply)
        const { token } = request.params
        const greeting = await sampleGreeting(services, token, request.query.greeted !== undefined)
        const script = await scriptForCall(services, token, read.carrierCallId)
        if (script === null) return say(services, reply, HANG_UP)
        return say(
          services,
          reply,
          greeting === null
            ? opening(script, answerPath(token))
            : [
                { do: 'speak', ...greeting },
                { do: 'go-on', path: `/callbacks/voice/${token}?greeted=1` },
              ],
        )
      },
    )

    app.post(
      '/callbacks/key/:token',
      { ...CALLBACK, schema: { params: ByToken, querystring: Position } },
      async (request, reply) => {
        const read = readCallback(services, request)
        if (read === null) return forged(reply)
        return say(services, reply, await stepsAfter(services, request.params.token, positionOf(request.query), read))
      },
    )

    done()
  }

async function stepsAfter(
  services: Services,
  token: string,
  position: ScriptPosition,
  read: CallbackRead,
): Promise<ScriptStep[]> {
  const script = await scriptForCall(services, token, read.carrierCallId)
  if (script === null) return HANG_UP
  if (read.digits === null) return afterSilence(script, position, answerPath(token))
  const pressed = { key: read.digits, afterZero: position.afterZero }
  const answered = await answerCall(services, token, read.carrierCallId, pressed)
  return answered === null ? HANG_UP : afterKey(script, answered.effect, answerPath(token))
}

function readCallback({ carrier }: Services & WithCarrier, request: FastifyRequest): CallbackRead | null {
  const callback = signedCallback(request)
  return callback === null ? null : carrier.readCallback(callback)
}

const forged = (reply: FastifyReply) => refuse(reply, forbidden)

async function say(services: Services & WithCarrier, reply: FastifyReply, steps: ScriptStep[]) {
  const { contentType, body } = services.carrier.renderScript(await addressClips(services, steps))
  return reply.type(contentType).send(body)
}

const answerPath = (token: string) => (position: ScriptPosition) =>
  `/callbacks/key/${token}?round=${position.round}${position.afterZero ? '&zero=1' : ''}`

function positionOf(query: z.infer<typeof Position>): ScriptPosition {
  return { round: Number(query.round) || 1, afterZero: query.zero === '1' }
}
