import type { CodeCallPosition } from '@reveille/core/sign-in/code-call'
import * as z from 'zod/mini'
import type { WithCarrier } from '../../carrier/carrier.ts'
import { CALLBACK, signedCallback, takeSignedForms } from '../../carrier/signed-callback.http.ts'
import { recordCallsStopped } from '../../people/opt-outs.sql.ts'
import { findVerifiedHolder } from '../../people/people.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { forbidden, refuse } from '../../platform/http/errors.ts'
import { ByToken } from '../../platform/http/params.ts'
import type { Routes } from '../../platform/http/routes.ts'
import type { Services } from '../../platform/services.ts'
import { stopCalls } from '../../schedules/stop-calls.ts'
import { codeCallSteps, hearOfCodeCall } from '../../sign-in/codes/by-phone/code-call.ts'
import { hearOfCodeText } from '../../sign-in/codes/by-phone/code-text-news.ts'

/** The place in a call, in the address that the next key goes to. The carrier signs addresses: nobody else writes one. */
const Position = z.object({ at: z.optional(z.string()), n: z.optional(z.string()) })

/** The carrier's requests about codes that went to a phone: what became of a text, and what a call says (PHONE-6). */
export const codeByPhoneRoutes: Routes<Services & WithCarrier> = (services) => (app, _options, done) => {
  const { carrier } = services
  takeSignedForms(app, services)
  const hidden = { ...CALLBACK, schema: { params: ByToken, hide: true } }

  app.post('/callbacks/code-text/:token', hidden, async (request, reply) => {
    const callback = signedCallback(request)
    const news = callback === null ? null : carrier.readTextNews(callback)
    if (news === null) return refuse(reply, forbidden)
    await hearOfCodeText(services, request.params.token, news)
    return reply.code(204).send()
  })

  app.post('/callbacks/code-call/status/:token', hidden, async (request, reply) => {
    const callback = signedCallback(request)
    const read = callback === null ? null : carrier.readCallback(callback)
    if (read === null) return refuse(reply, forbidden)
    await hearOfCodeCall(services, request.params.token, read)
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
      const steps = await codeCallSteps(services, heard, {
        path: (position) => addressOf(token, position),
        stopCalls: (phone) => stopCallsTo(services, phone),
      })
      const { contentType, body } = carrier.renderScript(steps, null)
      return reply.type(contentType).send(body)
    },
  )
  done()
}

/** As 0 twice in a wake-up call (CALL-7, S38): whoever has the number is told, too. */
async function stopCallsTo(services: Services, phone: string): Promise<void> {
  const { db, clock, live } = services
  const holder = await findVerifiedHolder(db, phone)
  if (holder === null) return recordCallsStopped(db, phone, clock.now())
  await inTransaction(db, (tx) => stopCalls(services, tx, holder, { phone, rangSecond: false }))
  for (const changed of ['schedules', 'account'] as const) live.publish(holder, changed)
}

function addressOf(token: string, position: CodeCallPosition): string {
  const n = position.at === 'greeting' ? position.asked : position.at === 'code' ? position.said : 1
  return `/callbacks/code-call/voice/${token}?${new URLSearchParams({ at: position.at, n: String(n) }).toString()}`
}

/** Without one, the phone was just picked up. */
function positionOf({ at, n }: z.infer<typeof Position>): CodeCallPosition {
  const times = Number(n) || 0
  if (at === 'code') return { at, said: times }
  if (at === 'stopping') return { at }
  return { at: 'greeting', asked: times }
}
