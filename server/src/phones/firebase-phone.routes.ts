import { ApiError } from '@reveille/contract/api-error'
import { FirebasePhone, PhoneVerified } from '@reveille/contract/auth'
import { verifyFirebasePhone, type ProviderVerification } from './verify-firebase-phone.ts'
import { notFound, refuse, type Refusal } from '../platform/http/errors.ts'
import { VERIFIED } from './phones.routes.ts'
import type { Routes } from '../platform/http/routes.ts'

/** Proving a phone number by the token of a phone provider (PHONE-4). */
export const firebasePhoneRoutes: Routes = (services) => (app, _options, done) => {
  app.post(
    '/api/auth/verify-firebase-phone',
    { schema: { body: FirebasePhone, response: { 200: PhoneVerified, '4xx': ApiError, 503: ApiError } } },
    async ({ userId, body, ip, log }, reply) => {
      const { phone, firebaseToken } = body
      const result = await verifyFirebasePhone(services, { userId, phone, token: firebaseToken, ip })
      if (result.outcome === 'verified') return { message: VERIFIED, user: result.account }
      log.info({ reason: result.outcome }, 'a phone verification failed')
      if (result.outcome === 'not-callable') return refuse(reply, { status: 400, message: result.message })
      return refuse(reply, refusals[result.outcome])
    },
  )
  done()
}

const refusals: Record<Exclude<ProviderVerification['outcome'], 'verified' | 'not-callable'>, Refusal> = {
  'not-configured': notFound,
  forged: { status: 400, message: 'Verification failed. Please try again.' },
  'other-number': { status: 400, message: 'Verification failed. Please verify the number that you entered.' },
  old: { status: 400, message: 'Code expired. Please request a new one.' },
  used: { status: 400, message: 'This verification was already used. Please request a new code.' },
  'no-answer': { status: 503, message: 'Service temporarily unavailable. Please try again in a minute.' },
}
