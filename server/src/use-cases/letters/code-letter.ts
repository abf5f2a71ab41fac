import { letter, type Letter } from './letter.ts'

/** What a mailed code can be good for. */
export type MailedCode = 'login' | 'signup' | 'email' | 'proof' | 'deletion'

const WHAT_FOR: Record<MailedCode, { subject: string; sentence: string }> = {
  login: { subject: 'sign in', sentence: 'Enter it on the sign-in page where you asked for it.' },
  signup: { subject: 'create your account', sentence: 'Enter it on the sign-up page where you asked for it.' },
  email: { subject: 'use this address', sentence: 'Enter it on the account page where you asked for it.' },
  proof: { subject: 'confirm that it is you', sentence: 'Enter it on the account page where you asked for it.' },
  deletion: {
    subject: 'delete your account',
    sentence: 'With it your account and everything in it are deleted for good.',
  },
}

/** A mailed code: first in the subject, first in the letter. */
export function codeLetter(purpose: MailedCode, code: string): Letter {
  const { subject, sentence } = WHAT_FOR[purpose]
  return letter({
    subject: `${code} is your code to ${subject}`,
    headline: code,
    paragraphs: [
      `This is your Reveille code to ${subject}. ${sentence}`,
      'It is valid for 10 minutes and works once. We never ask for it by phone.',
      'You did not ask for it? Then you need to do nothing: without this code nobody gets any further.',
    ],
  })
}
