import type { PhoneCodeStatus } from '@reveille/contract/phones'
import { type FailureReason, messageOf, reasonOf } from '../../api/api-failure.ts'

export type Words = { title: string; message: string }

/** `texts`: whether this installation sends texts. */
const numberFormat = (texts: boolean) =>
  `Please check your phone number format. Make sure to include the country code${texts ? ' and use a valid mobile number' : ''}.`

export function sendingFailure(error: unknown, texts = true): Words {
  const said = messageOf(error, 'Please check your phone number and try again.')
  return wordsFor(
    error,
    { title: 'Failed to send code', message: said },
    {
      'too-many-requests': { title: 'Too many attempts', message: said },
      'captcha-missing': { title: said, message: "The captcha couldn't load. Please try again." },
      'number-too-short': {
        title: 'Phone number too short',
        message: 'That number looks too short. Check it and try again.',
      },
      'number-invalid': { title: 'Invalid phone number', message: numberFormat(texts) },
      'quota-used-up': { title: 'Service temporarily unavailable', message: 'SMS service busy' },
      'timed-out': TIMED_OUT,
    },
  )
}

/** Whether another number would help. */
export function isAboutNumber(error: unknown): boolean {
  return reasonOf(error)?.startsWith('number-') === true
}

/** Why a sent code doesn't arrive. `refused`: nothing was sent, so there's no wait for another. `heading` replaces the success heading. */
export type CodeTrouble = Words & { heading: string; refused: boolean }

const REFUSED = {
  heading: "We couldn't text your code",
  refused: true,
  title: 'Failed to send code',
  message: "We can't text this number right now. Want us to call you with the code?",
}
const LOST = { heading: "Your code didn't arrive", refused: true, title: 'Text not delivered' }
const CALL_REFUSED = {
  heading: "We couldn't call you",
  refused: true,
  title: 'Call not placed',
  message: "We can't call this number right now. Please try again later.",
}

const TROUBLES: Partial<Record<PhoneCodeStatus['status'], CodeTrouble>> = {
  refused: REFUSED,
  'too-many': {
    ...REFUSED,
    title: 'Too many attempts',
    message: "We've sent too many codes to this number lately. Want us to call you with the code?",
  },
  undelivered: { ...LOST, message: "The text didn't arrive. Want us to call you with the code?" },
  'no-texts': { ...LOST, message: "This number can't get texts. Want us to call you with the code?" },
  late: {
    heading: 'Your code is late',
    refused: false,
    title: 'Service temporarily unavailable',
    message: "The SMS service is busy. Your code may still arrive. If it doesn't, ask for a new one.",
  },
  unanswered: {
    heading: "You didn't hear your code",
    refused: false,
    title: 'No answer',
    message: 'We called, but nobody pressed a key. Keep your phone close and ask us to call again.',
  },
  'call-late': {
    heading: 'Our call is late',
    refused: false,
    title: 'Your phone may still ring',
    message: "If it doesn't within a minute, ask again.",
  },
  'call-refused': CALL_REFUSED,
}

/** From the carrier's delivery report; null while nothing is wrong. */
export function codeTrouble(
  status: PhoneCodeStatus['status'] = 'none',
  callerNumber = 'our number',
  texts = true,
): CodeTrouble | null {
  if (status === 'invalid-number')
    return {
      ...REFUSED,
      heading: texts ? REFUSED.heading : CALL_REFUSED.heading,
      title: 'Invalid phone number',
      message: `${numberFormat(texts)} Go back to change it, or ask for a new code now.`,
    }
  if (status === 'stopped')
    return {
      ...REFUSED,
      message: `This number has opted out of our texts. We can call you with the code instead, or text START to ${callerNumber} and ask for a new one.`,
    }
  return TROUBLES[status] ?? null
}

export function verifyingFailure(error: unknown, by: 'text' | 'call'): Words {
  const message = messageOf(error, TIMED_OUT.message)
  return wordsFor(
    error,
    { title: 'Verification failed', message },
    {
      'code-expired': { title: 'Code expired', message: 'Please request a new one.' },
      'too-many-requests': { title: 'Too many attempts', message },
      'code-tried-too-often': { title: 'Too many attempts', message },
      'code-wrong': { title: 'Invalid verification code', message: TRY_CODE_AGAIN[by] },
      'timed-out': TIMED_OUT,
    },
  )
}

/** Why verifying failed on the screen with six boxes, and what follows. */
export function boxesFailure(error: unknown): Words & { next: 'resend' | 'clear' | null } {
  const message = messageOf(error, 'Please try again.')
  return wordsFor(
    error,
    { title: 'Verification failed', message, next: null },
    {
      'code-expired': { title: 'Code expired', message: "We're sending you a new one.", next: 'resend' },
      'code-wrong': { title: 'Incorrect code', message, next: 'clear' },
      'code-tried-too-often': { title: 'Too many attempts', message, next: 'clear' },
    },
  )
}

/** `known` by reason, else `otherwise`. */
function wordsFor<W extends Words>(error: unknown, otherwise: W, known: Partial<Record<FailureReason, W>>): W {
  return known[reasonOf(error) ?? 'internal'] ?? otherwise
}

const TIMED_OUT = { title: 'Connection timeout', message: 'Please check your connection and try again.' }
const TRY_CODE_AGAIN = {
  text: 'Please check the code in the text message and try again.',
  call: 'Please check the code from our call and try again.',
}
