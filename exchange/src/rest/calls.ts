import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { endCall } from '../calls/call-life.ts'
import { isOver, type Call } from '../calls/call.ts'
import { acceptCall } from '../calls/place-call.ts'
import { isOurs, knownCall, type Exchange } from '../state/exchange.ts'
import { isPhoneNumber } from '../state/phone-number.ts'
import { redirect } from '../twiml/run-call.ts'
import { answerCreate, type Checked } from './answer-create.ts'
import { CallRequest, CallUpdate } from './call-request.ts'
import { answerList, pageFields } from './list-page.ts'
import { invalid, notFound, refusalOf, refuse, type FieldCodes, type Form, type Refusal } from './refusal.ts'
import { callResource } from './resources.ts'

const CallQuery = z.strictObject({ To: z.string().optional(), From: z.string().optional(), ...pageFields })
type Sid = { Params: { sid: string } }

export function callRoutes(app: FastifyInstance, exchange: Exchange, path: string): void {
  const check = (form: Form) => checkCall(exchange, form)
  app.post(`${path}/Calls.json`, (request, reply) =>
    answerCreate(exchange, { request, reply, what: 'call' }, check, (wanted) => {
      const busy = exchange.phones.refusal(wanted.To)
      if (busy) return { refusal: busy }
      const accepted = acceptCall(exchange, wanted, request.arrivedAt)
      if (accepted === null) return { refusal: noDisk }
      const { live, startDialling } = accepted
      return {
        resource: callResource(exchange.account, live.call),
        begin: startDialling,
        settled: () => live.activity.settled(),
      }
    }),
  )

  app.get(`${path}/Calls.json`, (request, reply) =>
    answerList(request, reply, { shape: CallQuery, key: 'calls' }, (query) =>
      matching(exchange, query).map((call) => callResource(exchange.account, call)),
    ),
  )

  app.get<Sid>(`${path}/Calls/:sid.json`, (request, reply) => {
    const call = knownCall(exchange, request.params.sid)
    return call === null ? refuse(reply, notFound(request.url)) : callResource(exchange.account, call)
  })

  app.post<Sid & { Body: Form | undefined }>(`${path}/Calls/:sid.json`, (request, reply) => {
    const call = knownCall(exchange, request.params.sid)
    const refusal = call === null ? notFound(request.url) : change(exchange, call, request.body ?? {})
    return refusal ? refuse(reply, refusal) : callResource(exchange.account, call!)
  })

  app.delete<Sid>(`${path}/Calls/:sid.json`, (request, reply) => {
    const call = knownCall(exchange, request.params.sid)
    if (call === null || !isOver(call)) return refuse(reply, notFound(request.url))
    exchange.calls.delete(call.sid)
    exchange.store.remove('call', call.sid)
    return reply.code(204).send()
  })
}

function allCalls({ calls, store }: Exchange): Call[] {
  const stored = store.load('call', (call) => !calls.has((call as Call).sid)) as Call[]
  return [...stored, ...[...calls.values()].map(({ call }) => call)]
}

const matching = (exchange: Exchange, query: z.infer<typeof CallQuery>) =>
  allCalls(exchange)
    .filter((call) => query.To === undefined || call.to === query.To)
    .filter((call) => query.From === undefined || call.from === query.From)
    .filter((call) => call.listedFrom === null || call.listedFrom <= exchange.now())
    .toReversed()

/** Ends or redirects a call. `canceled` has no effect on an answered call, and nothing on an ended one. */
function change(exchange: Exchange, call: Call, form: Form): Refusal | null {
  const parsed = CallUpdate.safeParse(form)
  if (!parsed.success) return refusalOf(parsed.error, form, { Url: { wrong: 21205 }, Status: { wrong: 21218 } })
  const { Status, Url } = parsed.data
  const live = exchange.calls.get(call.sid)
  if (live === undefined || isOver(call)) return invalid(21220, 'Call is not in-progress. Cannot redirect.')
  const isAnswered = live.call.answeredAt !== null
  exchange.journal.add('call-changed', { sid: live.call.sid, to: live.call.to, ...parsed.data })
  if (Status === 'completed' && isAnswered) endCall(exchange, live, 'completed')
  else if (Status && !isAnswered) endCall(exchange, live, 'canceled', { sipResponseCode: 487 })
  else if (Url && isAnswered) redirect(live, { url: Url, extra: {} })
  else if (Url) return invalid(21220, 'Call is not in-progress. Cannot redirect.')
  return null
}

const codes: FieldCodes = {
  To: { missing: 21201, wrong: 21211 },
  From: { missing: 21213, wrong: 21212 },
  Url: { wrong: 21205 },
  StatusCallback: { wrong: 21609 },
  StatusCallbackEvent: { wrong: 21626 },
}

/** The carrier's checks before it accepts a call. */
function checkCall(exchange: Exchange, form: Form): Checked<CallRequest> {
  const { data: request, error } = CallRequest.safeParse(form)
  if (error) return { refusal: refusalOf(error, form, codes) }
  const refusal = numberRefusal(exchange, request) ?? instructionRefusal(request)
  return refusal ? { refusal } : { request }
}

function numberRefusal({ account }: Exchange, { To, From }: CallRequest): Refusal | null {
  if (!isPhoneNumber(To)) return invalid(21211, `The phone number you are attempting to call, ${To}, is not valid.`)
  if (!isPhoneNumber(From)) return invalid(21212, `The source phone number provided, ${From}, is not valid.`)
  if (account.trial !== null && !account.trial.verified.includes(To))
    return invalid(573005, 'The recipient is not verified.')
  if (isOurs(account, From)) return null
  return invalid(21210, `The source phone number provided, ${From}, is not yet verified for your account.`)
}

function instructionRefusal(request: CallRequest): Refusal | null {
  if (!request.Url && !request.Twiml) return invalid(21205, 'Url parameter is required.')
  if (!request.MachineDetection || (request.AsyncAmd && request.AsyncAmdStatusCallback)) return null
  return request.AsyncAmd
    ? invalid(21262, 'AsyncAmdStatusCallback is required with AsyncAmd.')
    : invalid(20001, 'MachineDetection is simulated only with AsyncAmd=true.')
}

/** The call certainly wasn't placed, so the customer may retry. */
const noDisk: Refusal = { status: 429, code: 20429, message: 'The call could not be stored', retryAfterS: 15 }
