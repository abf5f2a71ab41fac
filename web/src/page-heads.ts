import { paths } from './paths.ts'

export type PageHead = { title: string; description?: string }

const HEADS: Record<string, PageHead> = {
  [paths.landing]: {
    title: 'Reveille: a real phone call gets you out of bed',
    description:
      'Reveille calls your phone at the minute you chose, in a voice you like, about what you want to get up for. The first wake-up call is free.',
  },
  [paths.login]: { title: 'Log in', description: 'Log in to Reveille with a code by e-mail. There is no password.' },
  [paths.signup]: {
    title: 'Sign up',
    description: 'Create a Reveille account with your name and an e-mail code. The first wake-up call is free.',
  },
  [paths.help]: {
    title: 'How It Works',
    description: 'From the first e-mail code to a ringing phone in six steps, and answers to what people ask.',
  },
  [paths.terms]: { title: 'Terms & Conditions', description: 'The terms under which Reveille calls you.' },
  [paths.privacy]: { title: 'Privacy Policy', description: 'What Reveille knows about you, why, and for how long.' },
  [paths.phone]: { title: 'Verify your phone' },
  [paths.phoneByText]: { title: 'Verify your phone' },
  [paths.phoneCode]: { title: 'Enter your code' },
  [paths.preferences]: { title: 'Preferences' },
  [paths.schedule]: { title: 'Schedule Call' },
  [paths.dashboard]: { title: 'Dashboard' },
  [paths.history]: { title: 'Call History' },
  [paths.account]: { title: 'Account' },
  [paths.notMe]: { title: 'Pause your calls' },
  [paths.firebaseTest]: { title: 'Phone sign-in check' },
}

/** A page's title and its description for search engines. */
export function pageHead(path: string): PageHead {
  const head = HEADS[path] ?? { title: '404 Page Not Found' }
  return path === paths.landing ? head : { ...head, title: `${head.title} · Reveille` }
}
