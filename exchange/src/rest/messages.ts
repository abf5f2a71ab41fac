import type { FastifyInstance } from 'fastify'
import { isOurs, type SandboxExchange } from '../state/exchange.ts'
import { isPhoneNumber } from '../state/phone-number.ts'
import { MessageRequest, newText, sendText } from '../texts/send-text.ts'
import { answerCreate, type Checked } from './answer-create.ts'
import { invalid, notFound, refusalOf, refuse, type FieldCodes, type Form, type Refusal } from './refusal.ts'
import { messageResource } from './resources.ts'

export function messageRoutes(app: FastifyInstance, exchange: SandboxExchange, path: string): void {
  const check = (form: Form) => checkMessage(exchange, form)
  app.post(`${path}/Messages.json`, (request, reply) =>
    answerCreate(exchange, { request, reply, what: 'text' }, check, (wanted) => {
      const { To: to, From: from, Body: body, MessagingServiceSid: serviceSid } = wanted
      const text = newText(exchange, { direction: 'outbound-api', from, to, body, serviceSid })
      let sending: Promise<void> = Promise.resolve()
      return {
        resource: messageResource(exchange.account, text),
        begin: () => void (sending = sendText(exchange, text, wanted)),
        settled: () => sending,
      }
    }),
  )

  app.get<{ Params: { sid: string } }>(`${path}/Messages/:sid.json`, (request, reply) => {
    const text = exchange.texts.find(({ sid }) => sid === request.params.sid)
    return text ? messageResource(exchange.account, text) : refuse(reply, notFound(request.url))
  })
}

const codes: FieldCodes = {
  To: { missing: 21604, wrong: 21211 },
  From: { missing: 21603, wrong: 21212 },
  Body: { missing: 21602, wrong: 21617 },
  StatusCallback: { wrong: 21609 },
}

/** The carrier's checks before it accepts a text. */
function checkMessage(exchange: SandboxExchange, form: Form): Checked<MessageRequest> {
  if (form['Body'] === '') return { refusal: invalid(21602, 'Message body is required.') }
  const { data: request, error } = MessageRequest.safeParse(form)
  const refusal = error ? refusalOf(error, form, codes) : senderRefusal(exchange, request)
  return refusal ? { refusal } : { request: request! }
}

function senderRefusal({ account, optedOut }: SandboxExchange, request: MessageRequest): Refusal | null {
  const { To, From, MessagingServiceSid: service } = request
  if (!isPhoneNumber(To)) return invalid(21211, `Invalid 'To' Phone Number: ${To}`)
  if (!isOurs(account, From))
    return invalid(21606, `The 'From' phone number provided (${From}) is not a valid message-capable number.`)
  if (account.trial !== null) return invalid(572006, 'Invalid template name')
  if (service !== undefined && service !== account.messagingServiceSid)
    return invalid(21705, 'The Messaging Service Sid is invalid.')
  if (service === undefined && optedOut.has(To)) return invalid(21610, 'Attempt to send to unsubscribed recipient')
  return null
}
