import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { CallbackRead, WithCarrier } from '../../carrier/carrier.ts'
import { CALLBACK, type CallbackOf, callbackOf, takeSignedForms } from '../../carrier/signed-callback.http.ts'
import { forbidden, refuse } from '../../platform/http/errors.ts'
import { ByToken, type Routes } from '../../platform/http/routes.ts'
import type { Services } from '../../platform/services.ts'
import { addressClips } from '../../speech/clips/address-clips.ts'
import { handleCarrierEvent } from '../handle-carrier-event.ts'
import { beginDialogue, goOn, type OnTheLine, type Said } from './call-dialogue.ts'
import { addressOf, Position, positionOf } from './call-position.http.ts'

/** `machine`: the carrier's detector redirected the call. */
const Voice = z.object({ machine: z.optional(z.string()) })

/** The carrier's requests. Unsigned ones are refused; 2xx follows only after the commit. */
export const carrierCallbackRoutes: Routes<Services & WithCarrier> = (app, services) => {
  takeSignedForms(app, services)

  // Call status and answering-machine detection are handled alike.
  for (const news of ['status', 'machine'] as const) {
    app.post(`/callbacks/${news}/:token`, { ...CALLBACK, schema: { params: ByToken } }, async (request, reply) => {
      const read = readCallback(services, request)
      if (read === null) return forged(reply)
      const { token } = request.params
      if (read.event !== null)
        await handleCarrierEvent(services, token, read.carrierCallId, { ...read.event, from: read.from })
      if (read.event?.type === 'ended')
        services.clock.spawn('what the carrier could not say', () => checkFailedSpeech(services, read))
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
      return say(services, reply, read, await beginDialogue(services, lineOf(token, read), isMachine))
    },
  )

  app.post(
    '/callbacks/key/:token',
    { ...CALLBACK, schema: { params: ByToken, querystring: Position } },
    async (request, reply) => {
      const read = readCallback(services, request)
      if (read === null) return forged(reply)
      const { digits } = read
      // If a failed voice caused the silence, a working one repeats the prompt.
      if (digits === null) await checkFailedSpeech(services, read)
      const heard = { digits, position: positionOf(request.query) }
      const { token } = request.params
      return say(services, reply, read, await goOn(services, lineOf(token, read), heard))
    },
  )
}

type Read = CallbackRead & Pick<CallbackOf, 'from' | 'carrier'>

const lineOf = (token: string, { carrierCallId, from }: Read): OnTheLine => ({
  token,
  carrierCallId,
  from,
  answerPath: addressOf(token),
  mayWait: true,
})

function readCallback(services: Services & WithCarrier, request: FastifyRequest): Read | null {
  const heard = callbackOf(services, request)
  const read = heard && heard.carrier.readCallback(heard.callback)
  return read && { ...read, from: heard.from, carrier: heard.carrier }
}

/** When the carrier does the speaking, only it knows whether that worked. */
async function checkFailedSpeech({ config, log }: Services, { carrier, carrierCallId }: Read) {
  if (config.speech.carrier === null || carrierCallId === null) return
  try {
    const codes = await carrier.failedSpeech(carrierCallId)
    if (codes.length > 0)
      log.warn({ carrierCallId, codes }, 'carrier could not speak; using its basic voices for a day')
  } catch (error) {
    log.warn({ carrierCallId, error }, 'carrier did not report whether it could speak')
  }
}

const forged = (reply: FastifyReply) => refuse(reply, forbidden)

async function say(services: Services, reply: FastifyReply, { carrier }: Read, { steps, voiceId }: Said) {
  const addressed = await addressClips(services, steps)
  const said = addressed.flatMap((step) => (step.do === 'speak' ? [step] : step.do === 'ask' ? step.speak : []))
  const characters = said.reduce((sum, { text, audioPath }) => sum + (audioPath === null ? text.length : 0), 0)
  services.metrics.carrierSaid(services.config.speech.carrier === null ? 'carrier-basic' : 'carrier', characters)
  const { contentType, body } = carrier.renderScript(addressed, voiceId)
  return reply.type(contentType).send(body)
}
