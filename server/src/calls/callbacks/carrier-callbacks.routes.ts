import type { ScriptStep } from '@reveille/core/calls/call-script'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { CallbackRead, WithCarrier } from '../../carrier/carrier.ts'
import { CALLBACK, signedCallback, takeSignedForms } from '../../carrier/signed-callback.http.ts'
import { forbidden, refuse } from '../../platform/http/errors.ts'
import { ByToken } from '../../platform/http/params.ts'
import type { Routes } from '../../platform/http/routes.ts'
import type { Services } from '../../platform/services.ts'
import { addressClips } from '../../speech/clips/address-clips.ts'
import { handleCarrierEvent } from '../handle-carrier-event.ts'
import { sampleWords } from '../message/script-for-call.ts'
import { beginDialogue, goOn, type OnTheLine } from './call-dialogue.ts'
import { addressOf, Position, positionOf } from './call-position.http.ts'

/** `machine`: the carrier's detector spoke up during the call. */
const Voice = z.object({ machine: z.optional(z.string()) })

/**
 * The carrier's requests. Each is signed, and refused when it is not (S29); 2xx is answered only after the commit. A
 * call that is unknown, another carrier id's or over is told to hang up.
 */
export const carrierCallbackRoutes: Routes<Services & WithCarrier> = (services) => (app, _options, done) => {
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
    { ...CALLBACK, schema: { params: ByToken, querystring: Voice } },
    async (request, reply) => {
      const read = readCallback(services, request)
      if (read === null) return forged(reply)
      const { token } = request.params
      const isMachine = request.query.machine !== undefined
      // A machine is not kept waiting for words that it won't hear.
      if (!isMachine) await sampleWords(services, token, 'name')
      return say(services, reply, await beginDialogue(services, lineOf(token, read), isMachine))
    },
  )

  app.post(
    '/callbacks/key/:token',
    { ...CALLBACK, schema: { params: ByToken, querystring: Position } },
    async (request, reply) => {
      const read = readCallback(services, request)
      if (read === null) return forged(reply)
      const { digits } = read
      const heard = { digits, position: positionOf(request.query) }
      const { token } = request.params
      const isMessageNext = digits === null && 'asked' in heard.position && heard.position.asked === 0
      if (isMessageNext) await sampleWords(services, token, 'message')
      const { steps } = await goOn(services, lineOf(token, read), heard)
      return say(services, reply, steps)
    },
  )

  done()
}

const lineOf = (token: string, { carrierCallId }: CallbackRead): OnTheLine => ({
  token,
  carrierCallId,
  answerPath: addressOf(token),
})

function readCallback({ carrier }: Services & WithCarrier, request: FastifyRequest): CallbackRead | null {
  const callback = signedCallback(request)
  return callback === null ? null : carrier.readCallback(callback)
}

const forged = (reply: FastifyReply) => refuse(reply, forbidden)

async function say(services: Services & WithCarrier, reply: FastifyReply, steps: ScriptStep[]) {
  const { contentType, body } = services.carrier.renderScript(await addressClips(services, steps))
  return reply.type(contentType).send(body)
}
