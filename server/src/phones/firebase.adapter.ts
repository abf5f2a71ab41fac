import { createRemoteJWKSet, errors, jwtVerify, UnsecuredJWT, type JWTClaimVerificationOptions } from 'jose'
import * as z from 'zod'
import type { Clock } from '../platform/clock/clock.ts'
import type { PhoneProvider, PhoneToken } from './phone-number-port.ts'

const FIREBASE_KEYS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** The page sends the token at once, so an older one was kept for something else. */
const MOST_AGE_S = 5 * 60
const SKEW_S = 10

const Claims = z.object({
  sub: z.string().min(1),
  exp: z.number(),
  auth_time: z.number(),
  phone_number: z.string(),
  firebase: z.object({ sign_in_provider: z.literal('phone') }),
})

export type FirebaseOptions = {
  projectId: string
  clock: Clock
  keysUrl?: string
  /** Accepts the official emulator's unsigned tokens. Never in production. */
  emulated?: boolean
}

/** Verifies a Firebase ID token: signature (with the published keys), issuer, audience, time and age. */
export function firebasePhoneProvider(options: FirebaseOptions): PhoneProvider {
  const { projectId, clock, keysUrl = FIREBASE_KEYS, emulated = false } = options
  const keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: 5000 })
  const expected = (): JWTClaimVerificationOptions => ({
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    currentDate: new Date(clock.now()),
    clockTolerance: SKEW_S,
    requiredClaims: ['sub', 'exp', 'iat', 'auth_time'],
  })
  return {
    async readToken(token) {
      try {
        const { payload } = emulated
          ? UnsecuredJWT.decode(token, expected())
          : await jwtVerify(token, keys, { ...expected(), algorithms: ['RS256'] })
        return judge(payload, clock.now() / 1000)
      } catch (error) {
        return faultOf(error)
      }
    },
  }
}

function judge(payload: unknown, nowS: number): PhoneToken {
  const claims = Claims.safeParse(payload)
  if (!claims.success || claims.data.auth_time > nowS + SKEW_S) return { outcome: 'forged' }
  const { auth_time, phone_number, exp } = claims.data
  if (nowS - auth_time > MOST_AGE_S) return { outcome: 'old' }
  return { outcome: 'proven', phone: phone_number, expiresAt: (exp + SKEW_S) * 1000 }
}

/** An invalid token is its sender's fault; missing keys are ours. */
function faultOf(error: unknown): PhoneToken {
  if (error instanceof errors.JWTExpired) return { outcome: 'old' }
  if (error instanceof errors.JWKSTimeout) return { outcome: 'no-answer' }
  if (error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC') return { outcome: 'forged' }
  return { outcome: 'no-answer' }
}
