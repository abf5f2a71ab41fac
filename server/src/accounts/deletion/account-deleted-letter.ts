import { letter, type Letter } from '../../platform/mail/email-layout.ts'

/** The last letter (ACCT-3). */
export function accountDeletedLetter(): Letter {
  return letter({
    subject: 'Your Reveille account is deleted',
    headline: 'Your account is deleted',
    paragraphs: [
      'Your calls are cancelled, and your name, addresses, preferences, history and recordings are gone.',
      'If you told us not to call or text your number, we keep a scrambled fingerprint of it, so that we go on keeping to that.',
      'Thank you for your mornings. This is the last letter.',
    ],
  })
}
