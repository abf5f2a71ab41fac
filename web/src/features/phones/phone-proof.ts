import type { ReactNode } from 'react'
import { KnownError } from '../../api/api-failure.ts'
import type { VerificationWay } from '../../session/pending-phone-proof.ts'

export type NumberPlace = 'first' | 'second'

/** A way to prove a number: our own text, or Firebase. */
export type PhoneProof = {
  as: NumberPlace
  way: VerificationWay
  /** A captcha to solve first. */
  box?: ReactNode
  /** We can poll its delivery and resend it. Each text of a provider needs a ticked box, beside the number. */
  byOurText: boolean
  /** Sends a code, and returns how. Throws with a message. */
  send: (phone: string) => Promise<'text' | 'call'>
  /** Proves the number with the code; `takeOver`: also where another account uses it. Throws with a message. */
  verify: (phone: string, otp: string, takeOver: boolean) => Promise<void>
  /** Whether a code can be verified here: Firebase can't after a reload. */
  canVerify?: () => boolean
  reset?: () => void
}

export const captchaMissing = () => new KnownError('captcha-missing', 'reCAPTCHA not initialized')
