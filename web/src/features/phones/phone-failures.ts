import type { PhoneCodeStatus } from '@reveille/contract/phones'
import { messageOf, statusOf } from '../../api/api-failure.ts'
import { CAPTCHA_MISSING } from './phone-proof.ts'

export type Words = { title: string; message: string }

const NUMBER_FORMAT =
  'Please check your phone number format. Make sure to include the country code and use a valid mobile number.'

/** PHONE-6: what a failed sending is called, by its status or its words. */
export function sendingFailure(error: unknown): Words {
  const said = messageOf(error, 'Please check your phone number and try again.')
  if (statusOf(error) === 429 || /too many/i.test(said)) {
    return { title: 'Too many attempts', message: `Please wait a few minutes before you try again. ${said}` }
  }
  if (said === CAPTCHA_MISSING) return { title: CAPTCHA_MISSING, message: CAPTCHA_WORDS }
  if (/too short|at least 5 digits/i.test(said)) return { title: 'Phone number too short', message: said }
  if (/invalid.*(phone|number)|e\.164/i.test(said)) return { title: 'Invalid phone number', message: NUMBER_FORMAT }
  if (/quota|sms service/i.test(said)) return { title: 'Service temporarily unavailable', message: 'SMS service busy' }
  if (/time-?out|timed out/i.test(said)) return { title: 'Connection timeout', message: TRY_AGAIN }
  return { title: 'Failed to send code', message: said }
}

/** Why a text that we sent off did not leave. `refused`: no code comes. `heading` stands over the page in place of success. */
export type CodeTrouble = Words & { heading: string; refused: boolean }

/** PHONE-6: the same for what the carrier says a moment later; null while nothing is wrong. */
export function codeTrouble(
  status: PhoneCodeStatus['status'] | undefined,
  callerNumber = 'our number',
): CodeTrouble | null {
  switch (status) {
    case 'invalid-number':
      return {
        ...REFUSED,
        title: 'Invalid phone number',
        message: `${NUMBER_FORMAT} Go back to change it, or ask for a new code now.`,
      }
    case 'stopped':
      return {
        ...REFUSED,
        message: `This number stopped our texts. Text START to ${callerNumber}, then ask for a new code.`,
      }
    case 'refused':
      return REFUSED
    case 'late':
      return LATE
    default:
      return null
  }
}

const REFUSED = {
  heading: "We couldn't text your code",
  refused: true,
  title: 'Failed to send code',
  message: "We couldn't send a text just now. Please try again later.",
}
const LATE = {
  heading: 'Your code is late',
  refused: false,
  title: 'Service temporarily unavailable',
  message: "The SMS service is busy. Your code may still come; if it doesn't, ask for a new one.",
}

/** PHONE-7: the same for a failed verification. */
export function verifyingFailure(error: unknown): Words {
  const said = messageOf(error, TRY_AGAIN)
  if (/expired/i.test(said)) return { title: 'Code expired', message: 'Please request a new one.' }
  if (statusOf(error) === 429 || /too many/i.test(said)) return { title: 'Too many attempts', message: said }
  if (/(invalid|wrong|incorrect).*code/i.test(said))
    return { title: 'Invalid verification code', message: TRY_CODE_AGAIN }
  if (/time-?out|timed out/i.test(said)) return { title: 'Connection timeout', message: TRY_AGAIN }
  return { title: 'Verification failed', message: said }
}

const TRY_AGAIN = 'Please check your connection and try again.'
const TRY_CODE_AGAIN = 'Please check the code in the text message and try again.'
const CAPTCHA_WORDS = 'The check that you are a person could not be loaded. Please try again.'
