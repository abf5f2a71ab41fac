import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { endCall } from '../calls/call-life.ts'
import { isOver, type Call } from '../calls/call.ts'
import { acceptCall } from '../calls/place-call.ts'
import { isOurs, knownCall, type Exchange } from '../state/exchange.ts'
import { isPhoneNumber } from '../state/phone-number.ts'
import { redirect } from '../twiml/run-call.ts'
import { answerCreate, refuse } from './answer-create.ts'
import { CallRequest, CallUpdate, unsupportedCallFields } from './call-request.ts'
import { dateFilter, isWithin, listPage, pageFields } from './list-page.ts'
import { invalid, notFound, notSupported, refusalBody, refusalOf, type FieldCodes, type Refusal } from './refusal.ts'
import { callResource } from './resources.ts'

const statuses = ['queued', 'ringing', 'in-progress', 'completed', 'busy', 'failed', 'no-answer', 'canceled'] as const
const dates = ['StartTime', 'StartTime<', 'StartTime>', 'EndTime', 'EndTime<', 'EndTime>'] as const
const CallQuery = z.strictObject({
  To: z.string().optional(),
  From: z.string().optional(),
  Status: z.enum(statuses).optional(),
  ParentCallSid: z.string().optional(),
  ...Object.fromEntries(dates.map((name) => [name, dateFilter.optional()])),
  ...pageFields,
})
type Sid = { Params: { sid: string } }

export function callRoutes(app: FastifyInstance, exchange: Exchange, path: string): void {
  app.post<{ Body: Record<string, unknown> | undefined }>(`${path}/Calls.json`, (request, reply) => {
    const checked = checkCall(exchange, request.body ?? {})
    if (checked.outcome === 'refused') {
      exchange.journal.add('call-refused', { ...checked.refusal, to: request.body?.['To'], at: request.arrivedAt })
      return reply.code(checked.refusal.status).send(refusalBody(checked.refusal))
    }
    const occasion = { to: checked.request.To, what: 'call' } as const
    const busy = exchange.phones.refusal(checked.request.To)
    if (busy) return refuse(reply, busy)
    return answerCreate(exchange, { request, reply, occasion }, () => {
      const accepted = acceptCall(exchange, checked.request, request.arrivedAt)
      if (accepted === null) return { refusal: noDisk }
      const { live, startDialling } = accepted
      return {
        resource: callResource(exchange.account, live.call),
        begin: startDialling,
        settled: () => live.activity.settled(),
      }
    })
  })

  app.get(`${path}/Calls.json`, (request, reply) => {
    const query = CallQuery.safeParse(request.query)
    if (!query.success) {
      return reply.code(400).send(refusalBody(refusalOf(query.error, request.query as Record<string, unknown>, {})))
    }
    const found = matching(exchange, query.data)
    const resources = found.map((call) => callResource(exchange.account, call))
    return listPage(resources, query.data, { path: `${path}/Calls.json`, url: request.url, key: 'calls' })
  })

  app.get<Sid>(`${path}/Calls/:sid.json`, (request, reply) => {
    const call = knownCall(exchange, request.params.sid)
    if (call === null) return reply.code(404).send(refusalBody(notFound(request.url)))
    return callResource(exchange.account, call)
  })

  app.post<Sid & { Body: Record<string, unknown> | undefined }>(`${path}/Calls/:sid.json`, (request, reply) => {
    const call = knownCall(exchange, request.params.sid)
    if (call === null) return reply.code(404).send(refusalBody(notFound(request.url)))
    const refusal = change(exchange, call, request.body ?? {})
    if (refusal) return reply.code(refusal.status).send(refusalBody(refusal))
    return callResource(exchange.account, call)
  })

  app.delete<Sid>(`${path}/Calls/:sid.json`, (request, reply) => {
    const call = knownCall(exchange, request.params.sid)
    if (call === null || !isOver(call)) return reply.code(404).send(refusalBody(notFound(request.url)))
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
    .filter((call) => query.Status === undefined || call.status === query.Status)
    .filter((call) => call.listedFrom === null || call.listedFrom <= exchange.now())
    .filter(() => query.ParentCallSid === undefined) // no call here has a parent
    .filter((call) => isWithin(call.startedAt, query, 'StartTime') && isWithin(call.endedAt, query, 'EndTime'))
    .toReversed()

/** Ends or redirects a call. `canceled` has no effect on an answered call, and nothing on an ended one. */
function change(exchange: Exchange, call: Call, form: Record<string, unknown>): Refusal | null {
  const parsed = CallUpdate.safeParse(form)
  if (!parsed.success) return refusalOf(parsed.error, form, { Url: { wrong: 21205 }, Status: { wrong: 21218 } })
  const { Status, Url, Method, Twiml } = parsed.data
  const live = exchange.calls.get(call.sid)
  if (live === undefined || isOver(call)) return invalid(21220, 'Call is not in-progress. Cannot redirect.')
  const isAnswered = live.call.answeredAt !== null
  exchange.journal.add('call-changed', { sid: live.call.sid, to: live.call.to, ...parsed.data })
  if (Status === 'completed' && isAnswered) endCall(exchange, live, 'completed')
  else if (Status && !isAnswered) endCall(exchange, live, 'canceled', { sipResponseCode: 487 })
  else if (Url && isAnswered) redirect(live, { url: Url, method: Method, extra: {} })
  else if (Twiml && isAnswered) redirect(live, { document: Twiml, extra: {} })
  else if (Url || Twiml) return invalid(21220, 'Call is not in-progress. Cannot redirect.')
  changeSettings(live.call.request, parsed.data)
  return null
}

function changeSettings(request: CallRequest, wanted: CallUpdate): void {
  const { TimeLimit, StatusCallback, StatusCallbackMethod, FallbackUrl, FallbackMethod } = wanted
  if (TimeLimit !== undefined) request.TimeLimit = TimeLimit
  if (StatusCallback) Object.assign(request, { StatusCallback, StatusCallbackMethod })
  if (FallbackUrl) Object.assign(request, { FallbackUrl, FallbackMethod })
}

const codes: FieldCodes = {
  To: { missing: 21201, wrong: 21211 },
  From: { missing: 21213, wrong: 21212 },
  Url: { wrong: 21205 },
  StatusCallback: { wrong: 21609 },
  StatusCallbackEvent: { wrong: 21626 },
}

type CheckedCall = { outcome: 'valid'; request: CallRequest } | { outcome: 'refused'; refusal: Refusal }

/** The carrier's checks before it accepts a call. */
function checkCall(exchange: Exchange, form: Record<string, unknown>): CheckedCall {
  const unsupported = unsupportedCallFields.find((field) => field in form)
  if (unsupported) return refused(notSupported(`the parameter ${unsupported}`))
  const parsed = CallRequest.safeParse(form)
  if (!parsed.success) return refused(refusalOf(parsed.error, form, codes))
  const request = parsed.data
  const refusal = numberRefusal(exchange, request) ?? instructionRefusal(request)
  return refusal ? refused(refusal) : { outcome: 'valid', request }
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
  const needsVerdictAddress = request.MachineDetection && request.AsyncAmd === 'true' && !request.AsyncAmdStatusCallback
  if (needsVerdictAddress) return invalid(21262, 'AsyncAmdStatusCallback is required with AsyncAmd.')
  return null
}

/** The call certainly wasn't placed, so the customer may retry. */
const noDisk: Refusal = { status: 429, code: 20429, message: 'The call could not be stored', retryAfterS: 15 }

const refused = (refusal: Refusal): CheckedCall => ({ outcome: 'refused', refusal })
