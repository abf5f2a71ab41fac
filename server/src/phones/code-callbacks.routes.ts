import type { CodeCallPosition } from '@reveille/core/sign-in/code-call'
import * as z from 'zod/mini'
import type { WithCarrier } from '../carrier/carrier.ts'
import { CALLBACK, signedCallback, takeSignedForms } from '../carrier/signed-callback.http.ts'
import { forbidden, refuse } from '../platform/http/errors.ts'
import { ByToken, type Routes } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import { codeCallSteps, handleCodeCallEvent } from '../sign-in/codes/by-phone/call-code.ts'
import { handleCodeTextReport } from '../sign-in/codes/by-phone/text-code.ts'

/** The position in a call, in the URL for the next key. Only signed callbacks are accepted, so nobody can forge it. */
const Position = z.object({ at: z.optional(z.string()), n: z.optional(z.string()) })

/** The carrier's callbacks about codes to a phone: delivery of a text, and the steps of a call. */
export const codeByPhoneRoutes: Routes<Services & WithCarrier> = (app, services) => {
  const { carrier } = services
  takeSignedForms(app, services)
  const hidden = { ...CALLBACK, schema: { params: ByToken, hide: true } }

  app.post('/callbacks/code-text/:token', hidden, async (request, reply) => {
    const callback = signedCallback(request)
    const news = callback === null ? null : carrier.readTextNews(callback)
    if (news === null) return refuse(reply, forbidden)
    await handleCodeTextReport(services, request.params.token, news)
    return reply.code(204).send()
  })

  app.post('/callbacks/code-call/status/:token', hidden, async (request, reply) => {
    const callback = signedCallback(request)
    const read = callback === null ? null : carrier.readCallback(callback)
    if (read === null) return refuse(reply, forbidden)
    await handleCodeCallEvent(services, request.params.token, read)
    return reply.code(204).send()
  })

  app.post(
    '/callbacks/code-call/voice/:token',
    { ...CALLBACK, schema: { params: ByToken, querystring: Position, hide: true } },
    async (request, reply) => {
      const callback = signedCallback(request)
      const read = callback === null ? null : carrier.readCallback(callback)
      if (read === null) return refuse(reply, forbidden)
      const { token } = request.params
      const heard = { token, position: positionOf(request.query), digits: read.digits }
      const steps = await codeCallSteps(services, heard, (position) => addressOf(token, position))
      const { contentType, body } = carrier.renderScript(steps, null)
      return reply.type(contentType).send(body)
    },
  )
}

function addressOf(token: string, position: CodeCallPosition): string {
  const n = position.at === 'greeting' ? position.asked : position.at === 'code' ? position.said : 1
  return `/callbacks/code-call/voice/${token}?${new URLSearchParams({ at: position.at, n: String(n) }).toString()}`
}

/** Without a position, the phone was just picked up. */
function positionOf({ at, n }: z.infer<typeof Position>): CodeCallPosition {
  const times = Number(n) || 0
  if (at === 'code') return { at, said: times }
  if (at === 'stopping') return { at }
  return { at: 'greeting', asked: times }
}
