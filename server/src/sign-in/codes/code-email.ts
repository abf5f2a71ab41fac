import { CODE_LIFE_MS } from '@reveille/core/sign-in/one-time-code'
import { minutes } from '@reveille/core/time/duration'
import { layOutEmail, type Email } from '../../platform/mail/email-layout.ts'

/** The purposes of a mailed code. */
export type MailedCode = 'login' | 'signup' | 'email' | 'proof' | 'deletion'

const NEEDS_THE_CODE = 'Then you need to do nothing: without this code nobody gets any further.'
/** These are sent to signed-in people only. */
const IS_SIGNED_IN =
  'Then somebody else is signed in to your account. Without this code they get no further; end all other sessions under Account.'

const WHAT_FOR: Record<MailedCode, { subject: string; sentence: string; notMe?: string }> = {
  login: { subject: 'sign in', sentence: 'Enter it on the sign-in page where you asked for it.' },
  signup: { subject: 'create your account', sentence: 'Enter it on the sign-up page where you asked for it.' },
  email: { subject: 'use this address', sentence: 'Enter it on the account page where you asked for it.' },
  proof: {
    subject: 'confirm that it is you',
    sentence: 'Enter it on the account page where you asked for it.',
    notMe: IS_SIGNED_IN,
  },
  deletion: {
    subject: 'delete your account',
    sentence: 'With it your account and everything in it are deleted for good.',
    notMe: IS_SIGNED_IN,
  },
}

/** The email with a code, which comes first in subject and text. */
export function codeEmail(purpose: MailedCode, code: string): Email {
  const { subject, sentence, notMe = NEEDS_THE_CODE } = WHAT_FOR[purpose]
  return layOutEmail({
    subject: `${code} is your code to ${subject}`,
    headline: code,
    paragraphs: [
      `This is your Reveille code to ${subject}. ${sentence}`,
      `It is valid for ${minutes(CODE_LIFE_MS)} and works once. We never ask for it by phone.`,
      `You did not ask for it? ${notMe}`,
    ],
  })
}
