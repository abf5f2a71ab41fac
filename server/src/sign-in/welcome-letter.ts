import { letter, type Letter } from '../platform/mail/email-layout.ts'

/** SIGNUP-6: sent once, says what to do next. */
export function welcomeLetter(name: string, publicUrl: string): Letter {
  return letter({
    subject: 'Welcome to Reveille',
    headline: `Welcome, ${name}!`,
    paragraphs: [
      'Your account is ready. You can pause, skip or stop your calls at any time, on the dashboard or on the phone itself.',
      'Three small steps, and your phone gets you out of bed:',
    ],
    steps: [
      'Verify your phone with a code by text.',
      'Say what you get up for, and pick a voice.',
      'Schedule your first call.',
    ],
    link: { label: 'Open your dashboard', url: `${publicUrl}/dashboard` },
  })
}
