import type { FastifyRequest } from 'fastify'
import type { Services } from '../platform/services.ts'
import { isFresh } from './prove-session.ts'
import type { Refusal } from '../platform/http/errors.ts'

/** Whether the person behind this request signed in, or proved by a code who they are, a moment ago (S21, S45). */
export function isProven({ clock }: Services, { session }: FastifyRequest): boolean {
  return session !== null && isFresh(session, clock.now())
}

export const staleRefusal: Refusal = {
  status: 403,
  freshCodeRequired: true,
  message: 'Please confirm with a code that it is you: your sign-in was a while ago.',
}
