import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { newSid, type SandboxExchange } from '../state/exchange.ts'
import { isPhoneNumber } from '../state/phone-number.ts'
import { newText, sendText } from '../texts/send-text.ts'
import type { Verification } from '../texts/text-message.ts'
import { answerCreate, serverError, type Checked } from './answer-create.ts'
import { notFound, refusalOf, refuse, type Form, type Refusal } from './refusal.ts'

const NewVerification = z.strictObject({
  To: z.string().refine(isPhoneNumber, 'is not a phone number'),
  Channel: z.literal('sms'),
  CustomCode: z.string().regex(/^[0-9A-Za-z]{4,10}$/, 'must have four to ten characters'),
  Locale: z.string().optional(),
  RiskCheck: z.enum(['enable', 'disable']).optional(),
})
type NewVerification = z.infer<typeof NewVerification>

const WRONG = 60200
const codes = Object.fromEntries(Object.keys(NewVerification.shape).map((field) => [field, { wrong: WRONG }]))
const notOnTrial: Refusal = { status: 403, code: 575001, message: 'Custom codes need a full account' }
const tooManySends: Refusal = { status: 429, code: 60203, message: 'Max send attempts reached' }

const Change = z.strictObject({ Status: z.enum(['approved', 'canceled']) })

type OfService = { Params: { service: string } }
type OfVerification = { Params: { service: string; sid: string } }

/** The verification service: describes itself, sends the customer's codes, and takes reports of their use. */
export function verificationRoutes(app: FastifyInstance, exchange: SandboxExchange): void {
  const path = '/v2/Services/:service'
  const isOurs = (service: string) => service === exchange.account.verifyServiceSid

  app.get<OfService>(path, (request, reply) => {
    return isOurs(request.params.service) ? serviceResource(exchange) : refuse(reply, notFound(request.url))
  })

  const checked = (form: Form) => check(exchange, form)
  app.post<OfService>(`${path}/Verifications`, (request, reply) => {
    if (!isOurs(request.params.service)) return refuse(reply, notFound(request.url))
    return answerCreate(exchange, { request, reply, what: 'verification' }, checked, ({ To: to, CustomCode: code }) => {
      const { verification, send } = newAttempt(exchange, { to, code })
      let sending: Promise<void> = Promise.resolve()
      return {
        resource: verificationResource(exchange, verification),
        begin: () => void (sending = send()),
        settled: () => sending,
      }
    })
  })

  app.post<OfVerification & { Body: Form | undefined }>(`${path}/Verifications/:sid`, (request, reply) => {
    const { service, sid } = request.params
    const verification = isOurs(service) ? exchange.verifications.find((one) => one.sid === sid) : undefined
    // The carrier forgets a verification that's over.
    if (!verification || openVerification(exchange, verification.to) !== verification)
      return refuse(reply, notFound(request.url))
    if (exchange.faults.strikes('5xx-before-accepting', { to: verification.to, what: 'text' }))
      return refuse(reply, serverError)
    const form = request.body ?? {}
    const change = Change.safeParse(form)
    if (!change.success) return refuse(reply, refusalOf(change.error, form, codes))
    verification.status = change.data.Status
    exchange.journal.add(`verification-${verification.status}`, { sid: verification.sid, to: verification.to })
    return verificationResource(exchange, verification)
  })
}

function check(exchange: SandboxExchange, form: Form): Checked<NewVerification> {
  const parsed = NewVerification.safeParse(form)
  if (!parsed.success) return { refusal: refusalOf(parsed.error, form, codes) }
  if (exchange.account.trial !== null) return { refusal: notOnTrial }
  const open = openVerification(exchange, parsed.data.To)
  if ((open?.attempts.length ?? 0) >= MOST_SENDS) return { refusal: tooManySends }
  return { request: parsed.data }
}

const serviceResource = ({ account }: SandboxExchange) => ({
  sid: account.verifyServiceSid,
  account_sid: account.accountSid,
  friendly_name: 'Reveille',
  code_length: 6,
  custom_code_enabled: true,
})

function verificationResource({ account }: SandboxExchange, { sid, to, status, createdAt, attempts }: Verification) {
  const created = new Date(createdAt).toISOString()
  return {
    sid,
    service_sid: account.verifyServiceSid,
    account_sid: account.accountSid,
    to,
    channel: 'sms',
    status,
    valid: status === 'approved',
    lookup: {},
    amount: null,
    payee: null,
    send_code_attempts: attempts.map((attempt) => ({
      time: new Date(attempt.at).toISOString(),
      channel: 'sms',
      attempt_sid: attempt.sid,
    })),
    date_created: created,
    date_updated: created,
    sna: null,
    url: `https://verify.twilio.com/v2/Services/${account.verifyServiceSid}/Verifications/${sid}`,
  }
}

/** Not one of the account's numbers: codes need none, and replies to them reach no customer. */
const POOL_NUMBER = '+15005550009'
const LIFE_MS = 10 * 60_000
const MOST_SENDS = 5

/** This number's open verification, if any. */
function openVerification(exchange: SandboxExchange, to: string): Verification | null {
  const isOpen = (one: Verification) =>
    one.to === to && one.status === 'pending' && one.createdAt + LIFE_MS > exchange.now()
  return exchange.verifications.findLast(isOpen) ?? null
}

/** While a verification is open, resends its code, even if the request has another one. */
function newAttempt(exchange: SandboxExchange, { to, code }: Pick<Verification, 'to' | 'code'>) {
  const open = openVerification(exchange, to)
  const sid = newSid(exchange.account, 'VE')
  const verification = open ?? { sid, to, code, status: 'pending', createdAt: exchange.now(), attempts: [] }
  if (open === null) exchange.verifications.push(verification)
  verification.attempts.push({ sid: newSid(exchange.account, 'VL'), at: exchange.now() })
  exchange.journal.add('verification-created', { sid: verification.sid, to })
  const body = `Your Reveille verification code is: ${verification.code}`
  const text = newText(exchange, { direction: 'outbound-api', from: POOL_NUMBER, to, body })
  return { verification, send: () => sendText(exchange, text) }
}
