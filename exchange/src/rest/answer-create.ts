import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FaultName, Occasion } from '../faults.ts'
import type { Exchange } from '../state/exchange.ts'
import { refuse, type Form, type Refusal } from './refusal.ts'

/** A call or text that the carrier accepted: its resource, and how to start it. */
export type Accepted = { resource: object; begin(): void; settled(): Promise<void> }
/** A form's fields, or why they are refused. */
export type Checked<Fields> = { request: Fields } | { refusal: Refusal }
type Exchanged = { request: FastifyRequest; reply: FastifyReply; what: 'call' | 'text' | 'verification' }

const tooMany: Refusal = { status: 429, code: 20429, message: 'Too Many Requests', retryAfterS: 1 }
export const serverError: Refusal = { status: 500, code: 20500, message: 'Internal Server Error' }

/** Checks a form, responds with 201, then starts the call or text, unless a fault intervenes. */
export async function answerCreate<Fields extends { To: string }>(
  exchange: Exchange,
  { request, reply, what }: Exchanged,
  check: (form: Form) => Checked<Fields>,
  accept: (fields: Fields) => Accepted | { refusal: Refusal },
): Promise<unknown> {
  const form = (request.body ?? {}) as Form
  const checked = check(form)
  if ('refusal' in checked) {
    exchange.journal.add(`${what}-refused`, { ...checked.refusal, to: form['To'], at: request.arrivedAt })
    return refuse(reply, checked.refusal)
  }
  const occasion: Occasion = { to: checked.request.To, what: what === 'call' ? 'call' : 'text' }
  const strikes = (name: FaultName) => exchange.faults.strikes(name, occasion)
  const refused = strikes('refuse')
  if (refused) {
    const { code = 21215, status } = refused
    return refuse(reply, { status, code, message: 'Refused by a fault of the sandbox' })
  }
  if (strikes('too-many-requests')) return refuse(reply, tooMany)
  if (strikes('5xx-before-accepting')) return refuse(reply, serverError)
  if (strikes('reset-before-accepting')) return breakOff(request, reply)

  const accepted = accept(checked.request)
  if ('refusal' in accepted) return refuse(reply, accepted.refusal)
  if (strikes('callbacks-before-answer')) {
    accepted.begin()
    await accepted.settled()
    return reply.code(201).send(accepted.resource)
  }
  const slow = strikes('slow-answer')
  if (slow) {
    accepted.begin()
    await delay(slow.delayMs, undefined, { ref: false })
    return reply.code(201).send(accepted.resource)
  }
  // Starts after the response, whether or not it gets through, as on the real network.
  if (reply.raw.destroyed) accepted.begin() // the customer is already gone
  else reply.raw.once('close', accepted.begin)
  if (strikes('accept-then-reset')) return breakOff(request, reply)
  if (strikes('accept-then-5xx')) return refuse(reply, serverError)
  if (strikes('accept-then-hang')) return leaveOpen(reply, accepted)
  if (strikes('malformed-answer')) {
    return reply.code(201).type('application/json').send(JSON.stringify(accepted.resource).slice(0, 25))
  }
  return reply.code(201).send(accepted.resource)
}

function breakOff(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  request.raw.socket.resetAndDestroy()
  return reply
}

/** Never responds, while the phone rings. */
function leaveOpen(reply: FastifyReply, accepted: Accepted): FastifyReply {
  reply.hijack()
  reply.raw.off('close', accepted.begin)
  accepted.begin()
  return reply
}
