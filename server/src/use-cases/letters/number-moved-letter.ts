import { letter, type Letter } from './letter.ts'

/** PHONE-11: to the account that held a number until somebody else proved it. Names neither the number nor the other. */
export function numberMovedLetter(publicUrl: string): Letter {
  return letter({
    subject: 'Your phone number is no longer verified',
    headline: 'Your phone number is no longer verified',
    paragraphs: [
      'The phone number of your Reveille account was just verified by another account, with a code sent to that phone.',
      'Until you verify a number again, your phone will not ring: your coming calls are cancelled.',
      'Was that you, with a second account? Then all is well. If not, verify your number again.',
    ],
    link: { label: 'Verify a phone number', url: `${publicUrl}/phone-verification` },
  })
}
