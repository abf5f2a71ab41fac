import type { ReactNode } from 'react'

/** One way of proving a number: by our own text, or by the phone sign-in that is configured. */
export type PhoneProof = {
  /** What shows that a person is asking; null where nothing has to be shown. */
  box: ReactNode
  /** Whether the text is ours: we can ask what became of it, and send it again. A provider's costs a ticked box each, beside the number. */
  byOurText: boolean
  /** Has a code sent. Throws with words. */
  send: (phone: string) => Promise<void>
  /** Proves the number with the code that came. Throws with words. */
  verify: (phone: string, otp: string) => Promise<void>
  /** Whether a code that comes could be verified here: after a reload not every way still can. */
  canVerify: () => boolean
  /** Forgets the captcha and the code under way. */
  reset: () => void
}

export const CAPTCHA_MISSING = 'reCAPTCHA not initialized'
