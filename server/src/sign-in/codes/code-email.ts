import { CODE_LIFE_MS } from '@reveille/core/sign-in/one-time-code'
import { minutes } from '@reveille/core/time/duration'
import { layOutEmail, type Email } from '../../platform/mail/email-layout.ts'

/** The purposes of a mailed code. */
export type MailedCode = 'login' | 'signup' | 'email' | 'proof' | 'deletion'

const HERE = 'Enter it on the page where you requested it.'
const NEEDS_THE_CODE = 'You can ignore this email. Nobody can get in without the code.'
/** These are sent to signed-in people only. */
const IS_SIGNED_IN =
  "Someone else may be signed in to your account. They can't go further without this code. Sign out everywhere else in Account."

const WHAT_FOR: Record<MailedCode, { subject: string; sentence: string; notMe?: string }> = {
  login: { subject: 'log in', sentence: HERE },
  signup: { subject: 'create your account', sentence: HERE },
  email: { subject: 'confirm this email address', sentence: HERE },
  proof: {
    subject: "confirm it's you",
    sentence: HERE,
    notMe: IS_SIGNED_IN,
  },
  deletion: {
    subject: 'delete your account',
    sentence: 'Entering it permanently deletes your account and everything in it.',
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
      `It expires in ${minutes(CODE_LIFE_MS)} and works once. We'll never ask for it over the phone.`,
      `Didn't request this? ${notMe}`,
    ],
  })
}
