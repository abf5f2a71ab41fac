import { paths } from './paths.ts'

const TITLES: Record<string, string> = {
  [paths.landing]: 'Reveille: a real phone call gets you out of bed',
  [paths.login]: 'Log in',
  [paths.signup]: 'Sign up',
  [paths.join]: 'Join',
  [paths.people]: 'People',
  [paths.help]: 'How It Works',
  [paths.terms]: 'Terms & Conditions',
  [paths.privacy]: 'Privacy Policy',
  [paths.phone]: 'Verify your phone',
  [paths.phoneByText]: 'Verify your phone',
  [paths.phoneCode]: 'Enter your code',
  [paths.preferences]: 'Preferences',
  [paths.schedule]: 'Schedule Call',
  [paths.dashboard]: 'Dashboard',
  [paths.history]: 'Call History',
  [paths.account]: 'Account',
  [paths.notMe]: 'Pause your calls',
  [paths.firebaseTest]: 'Phone sign-in check',
}

export function pageTitle(path: string): string {
  const title = TITLES[path] ?? '404 Page Not Found'
  return path === paths.landing ? title : `${title} · Reveille`
}
