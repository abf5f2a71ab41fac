import type { Call } from '@reveille/core/calls/call'
import {
  afterKey,
  afterSilence,
  opening,
  toMachine,
  type CallScript,
  type ScriptStep,
  type Speaking,
} from '@reveille/core/calls/call-script'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { CallbackRead, WithCarrier } from '../../carrier/carrier.ts'
import { CALLBACK, signedCallback, takeSignedForms } from '../../carrier/signed-callback.http.ts'
import { forbidden, refuse } from '../../platform/http/errors.ts'
import { ByToken } from '../../platform/http/params.ts'
import type { Routes } from '../../platform/http/routes.ts'
import type { Services } from '../../platform/services.ts'
import { addressClips } from '../../speech/clips/address-clips.ts'
import type { WithSpeech } from '../../speech/engines/speech-engine.ts'
import { handleCarrierEvent } from '../handle-carrier-event.ts'
import { answerCall } from '../handle-key.ts'
import { scriptForCall, sampleGreeting } from '../message/script-for-call.ts'
import { addressOf, Position, positionOf } from './call-position.http.ts'
import { callOfCallback } from './callback-call.ts'

/** `machine`: the carrier's detector spoke up during the call. */
const Voice = z.object({ greeted: z.optional(z.string()), machine: z.optional(z.string()) })

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
      { ...CALLBACK, schema: { params: ByToken, querystring: Voice } },
      async (request, reply) => {
        const read = readCallback(services, request)
        if (read === null) return forged(reply)
        const { token } = request.params
        const greeting = await sampleGreeting(services, token, request.query.greeted !== undefined)
        const script = await scriptForCall(services, token, read.carrierCallId)
        if (script === null) return say(services, reply, HANG_UP)
        const speaking = speakingOf(services, token, script)
        if (request.query.machine !== undefined) {
          // A key may have overtaken the verdict on its way: then somebody listens.
          const call = await callOfCallback(services, token, read.carrierCallId)
          return say(services, reply, call?.keyedAt ? afterVerdict(speaking, call) : toMachine(speaking))
        }
        return say(
          services,
          reply,
          greeting === null
            ? opening(speaking)
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
        return say(services, reply, await stepsAfter(services, request.params.token, request.query, read))
      },
    )

    done()
  }

/** What a person hears again whose key the verdict of a machine has cut off. */
function afterVerdict(speaking: Speaking, { confirmedAt, snoozed }: Call): ScriptStep[] {
  if (confirmedAt === null && !snoozed) return opening(speaking)
  const { closing, snoozed: snoozedLine } = speaking.script
  return [{ do: 'speak', ...(snoozed ? snoozedLine : closing) }, { do: 'hang-up' }]
}

async function stepsAfter(
  services: Services,
  token: string,
  query: z.infer<typeof Position>,
  { carrierCallId, digits }: CallbackRead,
): Promise<ScriptStep[]> {
  const script = await scriptForCall(services, token, carrierCallId)
  if (script === null) return HANG_UP
  const position = positionOf(query)
  if (digits === null) {
    const call = position.at === 'task' ? await callOfCallback(services, token, carrierCallId) : null
    return afterSilence(speakingOf(services, token, script, call ?? undefined), position)
  }
  const answered = await answerCall(services, token, carrierCallId, { keys: digits, position })
  if (answered === null) return HANG_UP
  return afterKey(speakingOf(services, token, script, answered.call), position, answered)
}

/** What the steps of a call are made of; its tasks matter only where one is said. */
function speakingOf(
  { clock }: Services,
  token: string,
  script: CallScript,
  { tasks, taskRound }: Pick<Call, 'tasks' | 'taskRound'> = { tasks: [], taskRound: 1 },
): Speaking {
  return { script, tasks, taskRound, answerPath: addressOf(token), now: clock.now() }
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
