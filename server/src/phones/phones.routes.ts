import type { Reason } from '@reveille/contract/api-error'
import type { NumberRefusal } from '@reveille/core/phones/check-number'
import { callRefusals } from '../people/call-refusals.http.ts'
import { callerNumberFor } from '../people/caller-number.ts'
import { askedFrom } from '../platform/audit/account-events.sql.ts'
import { notFound, refuse, type Refusal, refusal } from '../platform/http/errors.ts'
import { changedElsewhere } from '../platform/http/if-match.ts'
import { type Routes, serve } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import type { WithCaptcha } from '../sign-in/captcha/captcha.ts'
import { codeRefusals, limitRefusal, PHONE_RINGS, textsStopped } from '../sign-in/codes/refusals.http.ts'
import { browserOf } from '../sign-in/cookies.http.ts'
import { askerOf, isProven, proofForChange } from '../sign-in/session.http.ts'
import { removeSecond, type Accepted, type SecondRefusal } from './accept-number.ts'
import { disownNumber } from './disown-number.ts'
import type { Place } from './numbers.sql.ts'
import type { NotCallable, WithPhoneNumbers, WithPhoneProvider } from './phone-number-port.ts'
import { phoneCodeStatus, sendPhoneCode, type PhoneCodeRequested } from './send-phone-code.ts'
import { verifyFirebasePhone, verifyPhone, type PhoneVerification, type ProviderVerification } from './verify-phone.ts'

export const VERIFIED = 'Your phone number is verified.'
const SECOND_VERIFIED = 'Your second number is verified.'
const verified = (as: Place) => (as === 'first' ? VERIFIED : SECOND_VERIFIED)

type PhoneServices = Services & WithPhoneNumbers & WithPhoneProvider & WithCaptcha

export const phoneRoutes: Routes<PhoneServices> = (app, services) => {
  const preHandler = proofForChange(services)

  serve(app, 'sendPhoneCode', { preHandler }, async (request, reply) => {
    const { phone, as = 'first', by: way = 'text', captcha } = request.body
    const requested = await sendPhoneCode(services, {
      ...askerOf(request, reply, services, captcha),
      phone,
      as,
      way,
      signedInAt: request.session?.signedInAt ?? 0,
      isProven: isProven(services, request),
    })
    if (requested.outcome !== 'sent') return refuse(reply, sendingRefusal(requested))
    const { by } = requested
    return { message: by === 'call' ? PHONE_RINGS : 'Check your phone for the verification code.', by }
  })

  serve(app, 'phoneCodeStatus', async (request, reply) => ({
    status: await phoneCodeStatus(services, {
      userId: request.userId,
      phone: request.query.phone,
      as: request.query.as ?? 'first',
      browserHash: browserOf(request, reply, services.config),
    }),
    callerNumber: await callerNumberFor(services, request.query.phone),
  }))

  serve(app, 'verifyPhoneCode', { preHandler }, async (request, reply) => {
    const { as = 'first' } = request.body
    const result = await verifyPhone(services, {
      ...request.body,
      as,
      userId: request.userId,
      browserHash: browserOf(request, reply, services.config),
      from: askedFrom(request),
    })
    if (result.outcome === 'verified') return { message: verified(as), user: result.account }
    request.log.info({ reason: result.outcome }, 'phone verification failed')
    return refuse(reply, verifyingRefusal(result))
  })

  serve(app, 'verifyFirebasePhone', { preHandler }, async (request, reply) => {
    const { userId, log } = request
    const { as = 'first', firebaseToken: token, ...wanted } = request.body
    const from = askedFrom(request)
    const result = await verifyFirebasePhone(services, { ...wanted, userId, as, token, from })
    if (result.outcome === 'verified') return { message: verified(as), user: result.account }
    log.info({ reason: result.outcome }, 'phone verification failed')
    if (result.outcome === 'not-callable') return refuse(reply, numberRefusal(result))
    return refuse(reply, refusals[result.outcome])
  })
}

function sendingRefusal(requested: Exclude<PhoneCodeRequested, { outcome: 'sent' }>): Refusal {
  switch (requested.outcome) {
    case 'not-callable':
      return numberRefusal(requested)
    case 'phone-not-verified':
    case 'number-is-first':
      return secondRefusals[requested.outcome]
    case 'texts-stopped':
      return textsStopped(requested.callerNumber)
    case 'captcha-required':
    case 'too-many-requests':
      return limitRefusal(requested)
  }
}

const NUMBER_REASONS: Record<NumberRefusal, Reason> = {
  format: 'number-invalid',
  'not-in-use': 'number-invalid',
  country: 'country-not-served',
  kind: 'number-not-personal',
  'own-number': 'number-is-ours',
}

function numberRefusal({ reason, message }: NotCallable): Refusal {
  return refusal(400, NUMBER_REASONS[reason], message)
}

function verifyingRefusal(result: Exclude<PhoneVerification, { outcome: 'verified' }>): Refusal {
  if (result.outcome === 'not-callable') return numberRefusal(result)
  return { ...codeRefusals, ...acceptRefusals }[result.outcome]
}

const secondRefusals: Record<SecondRefusal, Refusal> = {
  'phone-not-verified': callRefusals['phone-not-verified'],
  'number-is-first': refusal(400, 'number-is-first', "That's already your wake-up number. Please enter another one."),
}

const acceptRefusals: Record<Exclude<Accepted['outcome'], 'verified'>, Refusal> = {
  ...secondRefusals,
  // Only after the right code, so nobody else learns who uses a number.
  'number-held': refusal(
    409,
    'number-held',
    'Another account uses this number. Move it here? Calls from that account will stop.',
  ),
}

const refusals: Record<Exclude<ProviderVerification['outcome'], 'verified' | 'not-callable'>, Refusal> = {
  ...acceptRefusals,
  'not-configured': notFound,
  forged: refusal(400, 'token-invalid', 'Verification failed. Please try again.'),
  'other-number': refusal(400, 'token-of-other-number', 'Verification failed. Please verify the number you entered.'),
  old: refusal(400, 'code-expired', 'Code expired. Please request a new one.'),
  used: refusal(400, 'code-used', 'This code was already used. Please request a new code.'),
  'no-answer': refusal(503, 'unavailable', 'Service temporarily unavailable. Please try again in a minute.'),
}

/** Undoing what a code did: 'That wasn't me', signed in or not, and removing the second number. */
export const numberRoutes: Routes = (app, services) => {
  // A POST, because following a link must change nothing.
  serve(app, 'notMe', { public: true }, async ({ body, session, ip, headers }, reply) => {
    const asking = session === null ? null : { ...session, from: askedFrom({ ip, headers }) }
    const disowned = await disownNumber(services, body.token, asking)
    return disowned === null ? refuse(reply, linkExpired) : { message: DISOWNED[disowned] }
  })

  serve(app, 'removeSecondPhone', { free: true, ifMatch: true }, async ({ userId, ip, headers }, reply) => {
    const from = askedFrom({ ip, headers })
    if (!(await removeSecond(services, userId, from, headers['if-match']))) return refuse(reply, changedElsewhere)
    return { message: "We won't call your second number again." }
  })
}

const DISOWNED = { first: 'Your calls are paused.', second: "We won't call that number." } as const

const linkExpired: Refusal = {
  ...notFound,
  message: 'This link has expired. Please log in and check your wake-up number in Account.',
}
