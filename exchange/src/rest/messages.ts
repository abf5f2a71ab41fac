import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isOurs, type SandboxExchange } from '../state/exchange.ts'
import { isPhoneNumber } from '../state/phone-number.ts'
import { MessageRequest, newText, sendText, unsupportedMessageFields } from '../texts/send-text.ts'
import { answerCreate } from './answer-create.ts'
import { dateFilter, isWithin, listPage, pageFields } from './list-page.ts'
import { invalid, notFound, notSupported, refusalBody, refusalOf, type FieldCodes, type Refusal } from './refusal.ts'
import { messageResource } from './resources.ts'

const MessageQuery = z.strictObject({
  To: z.string().optional(),
  From: z.string().optional(),
  DateSent: dateFilter.optional(),
  'DateSent<': dateFilter.optional(),
  'DateSent>': dateFilter.optional(),
  ...pageFields,
})

export function messageRoutes(app: FastifyInstance, exchange: SandboxExchange, path: string): void {
  app.post<{ Body: Record<string, unknown> | undefined }>(`${path}/Messages.json`, (request, reply) => {
    const checked = checkMessage(exchange, request.body ?? {})
    if (checked.outcome === 'refused') {
      const { refusal } = checked
      exchange.journal.add('text-refused', { ...refusal, to: request.body?.['To'], at: request.arrivedAt })
      return reply.code(refusal.status).send(refusalBody(refusal))
    }
    const { To: to, From: from, Body: body, MessagingServiceSid: serviceSid } = checked.request
    return answerCreate(exchange, { request, reply, occasion: { to, what: 'text' } }, () => {
      const text = newText(exchange, { direction: 'outbound-api', from, to, body, serviceSid })
      let sending: Promise<void> = Promise.resolve()
      return {
        resource: messageResource(exchange.account, text),
        begin: () => void (sending = sendText(exchange, text, checked.request)),
        settled: () => sending,
      }
    })
  })

  app.get(`${path}/Messages.json`, (request, reply) => {
    const query = MessageQuery.safeParse(request.query)
    if (!query.success) {
      return reply.code(400).send(refusalBody(refusalOf(query.error, request.query as Record<string, unknown>, {})))
    }
    const found = exchange.texts
      .filter((text) => query.data.To === undefined || text.to === query.data.To)
      .filter((text) => query.data.From === undefined || text.from === query.data.From)
      .filter((text) => isWithin(text.sentAt, query.data, 'DateSent'))
      .toReversed()
    const resources = found.map((text) => messageResource(exchange.account, text))
    return listPage(resources, query.data, { path: `${path}/Messages.json`, url: request.url, key: 'messages' })
  })

  app.get<{ Params: { sid: string } }>(`${path}/Messages/:sid.json`, (request, reply) => {
    const text = exchange.texts.find(({ sid }) => sid === request.params.sid)
    if (!text) return reply.code(404).send(refusalBody(notFound(request.url)))
    return messageResource(exchange.account, text)
  })

  app.delete<{ Params: { sid: string } }>(`${path}/Messages/:sid.json`, (request, reply) => {
    const index = exchange.texts.findIndex(({ sid }) => sid === request.params.sid)
    if (index === -1) return reply.code(404).send(refusalBody(notFound(request.url)))
    exchange.texts.splice(index, 1)
    exchange.store.remove('text', request.params.sid)
    return reply.code(204).send()
  })
}

const codes: FieldCodes = {
  To: { missing: 21604, wrong: 21211 },
  From: { missing: 21603, wrong: 21212 },
  Body: { missing: 21602, wrong: 21617 },
  StatusCallback: { wrong: 21609 },
}

type CheckedMessage = { outcome: 'valid'; request: MessageRequest } | { outcome: 'refused'; refusal: Refusal }

/** The carrier's checks before it accepts a text. */
function checkMessage(exchange: SandboxExchange, form: Record<string, unknown>): CheckedMessage {
  const unsupported = unsupportedMessageFields.find((field) => field in form)
  if (unsupported) return refused(notSupported(`the parameter ${unsupported}`))
  if (form['Body'] === '') return refused(invalid(21602, 'Message body is required.'))
  const parsed = MessageRequest.safeParse(form)
  if (!parsed.success) return refused(refusalOf(parsed.error, form, codes))
  const { To, From, MessagingServiceSid: service } = parsed.data
  if (!isPhoneNumber(To)) return refused(invalid(21211, `Invalid 'To' Phone Number: ${To}`))
  if (!isOurs(exchange.account, From ?? '')) {
    return refused(invalid(21606, `The 'From' phone number provided (${From}) is not a valid message-capable number.`))
  }
  if (exchange.account.trial !== null) return refused(invalid(572006, 'Invalid template name'))
  if (service !== undefined && service !== exchange.account.messagingServiceSid)
    return refused(invalid(21705, 'The Messaging Service Sid is invalid.'))
  if (service === undefined && exchange.optedOut.has(To))
    return refused(invalid(21610, 'Attempt to send to unsubscribed recipient'))
  return { outcome: 'valid', request: parsed.data }
}

const refused = (refusal: Refusal): CheckedMessage => ({ outcome: 'refused', refusal })
