import { letter, type Letter } from './letter.ts'

/** SIGNUP-6: sent once, says what to do next. */
export function welcomeLetter(name: string, publicUrl: string): Letter {
  return letter({
    subject: 'Welcome to Reveille',
    headline: `Welcome, ${name}!`,
    paragraphs: [
      'Your account is ready. Three small steps, and your phone gets you out of bed:',
      '1. Verify your phone with a code by text. 2. Say what you get up for, and pick a voice. 3. Schedule your first call.',
      'You can pause, skip or stop your calls at any time, on the dashboard or on the phone itself.',
    ],
    link: { label: 'Open your dashboard', url: `${publicUrl}/dashboard` },
  })
}
